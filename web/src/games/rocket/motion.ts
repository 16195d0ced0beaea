/** What is seen to happen: locomotives drive, track is laid behind them, cubes and stations come to their places. */
import type { Entry, Game, RocketView } from '../../generated/rocket';
import type { Recent } from '../../lib/motion/recent';
import { drawn, type Step } from '../../lib/motion/steps';
import type { Scene } from '../../lib/board';
import { loadedMap } from './map';
import Piece from './Piece.svelte';

export function motion(entry: Entry, { view, before }: Scene<Game>): Step[] {
  if (entry.seat === null) return [];
  const steps = acts(entry, view, before);
  if (entry.points) steps.push({ do: 'points', from: causeOf(entry, view), seat: entry.seat, points: entry.points });
  return steps;
}

function acts(entry: Entry, view: RocketView, before: RocketView | null): Step[] {
  if ('went' in entry && entry.went) {
    const { line, start, hex } = entry.went;
    const engine = `engine:${line}`;
    const board = loadedMap(view.map);
    // A line that merged in the same event has no locomotive any more.
    if (view.lines.find((each) => each.line === line)?.at !== hex || !board)
      return [
        {
          do: 'together',
          steps: [
            { do: 'leave', at: engine, to: `rail:${hex}` },
            { do: 'draw', at: `rail:${hex}` },
          ],
        },
      ];
    const [from, to] = [board.places.get(start)!, board.places.get(hex)!];
    const waited = before?.lines.find((each) => each.line === line)?.heading === null;
    const path = `M${from[0]} ${from[1] - (waited ? 17 : 0)}L${to[0]} ${to[1]}`;
    return [{ do: 'travel', at: engine, path, trail: `rail:${hex}`, ms: 400 }];
  }
  const seat = `seat:${entry.seat}`;
  switch (entry.kind) {
    case 'invest': {
      const at = cubeOf(entry, view);
      return [
        { do: 'fly', from: seat, to: at, brings: at, drawing: drawn(Piece, { kind: 'cube', seat: entry.seat! }) },
      ];
    }
    case 'station': {
      const at = `station:${entry.hex}`;
      return [
        { do: 'fly', from: seat, to: at, brings: at, drawing: drawn(Piece, { kind: 'station', seat: entry.seat! }) },
      ];
    }
    case 'passenger':
      return [
        {
          do: 'fly',
          from: `hex:${entry.hex}`,
          to: seat,
          drawing: drawn(Piece, { kind: 'passenger', seat: entry.seat! }),
        },
      ];
    case 'move':
      return [{ do: 'come', at: `station:${entry.hex}`, from: `hex:${entry.start}` }];
    case 'merge':
      return [{ do: 'leave', at: `engine:${entry.line}` }];
    default:
      return [];
  }
}

/** The cube that the entry put down: the last one of its seat in the cell. */
function cubeOf(entry: Extract<Entry, { kind: 'invest' }>, view: RocketView): string {
  const cell = view.chart.find((each) => each.town === entry.town && each.industry === entry.industry);
  const last = (cell?.cubes ?? []).slice(0, entry.seat! + 1).reduce((sum, count) => sum + count, 0) - 1;
  return `cube:${entry.town}:${entry.industry}:${last}`;
}

/** Where points come from. */
function causeOf(entry: Entry, view: RocketView): string {
  if (entry.kind !== 'scored') return '';
  if (entry.town) return `town:${entry.town}`;
  const line = entry.into ?? entry.line;
  return view.lines.find((each) => each.line === line)?.at ? `engine:${line}` : `seat:${entry.seat}`;
}

/** What to outline on the map: a hex, with its numbers in the order of what happened. */
export interface Mark {
  hex: string;
  numbers: number[];
  at: string;
}

/** The places of what happened; several things at one hex share an outline. */
export function marksOf(recent: Recent<Entry>[], townAt: (id: string) => string | undefined): Mark[] {
  const found = new Map<string, Mark>();
  for (const { entry, number } of recent) {
    const place = placeOf(entry, townAt);
    if (!place) continue;
    const [hex, at] = place;
    const mark = found.get(hex) ?? { hex, numbers: [], at };
    if (number && !mark.numbers.includes(number)) mark.numbers.push(number);
    found.set(hex, mark);
  }
  return [...found.values()];
}

function placeOf(entry: Entry, townAt: (id: string) => string | undefined): [string, string] | null {
  if ('went' in entry && entry.went) return [entry.went.hex, `rail:${entry.went.hex}`];
  if (entry.kind === 'station' || entry.kind === 'move') return [entry.hex, `station:${entry.hex}`];
  if (entry.kind !== 'invest') return null;
  const hex = townAt(entry.town);
  return hex ? [hex, `recent:${hex}`] : null;
}
