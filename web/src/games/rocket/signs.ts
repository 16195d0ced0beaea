/** Where plates and notes stand: each takes the first of its places that covers least of what is to be read. */
import type { LineView, RocketView, Target } from '../../generated/rocket';
import { say } from '../../lib/settings.svelte';
import type { Box } from '../../lib/zoom.svelte';
import type { Board } from './map';
import { town } from './words';

export type Spot = [number, number];
interface Taken extends Box {
  /** How bad it is to cover it. */
  weight: number;
}
export interface Signs {
  plates: Map<string, Spot>;
  marks: Map<string, Spot>;
  taken: Taken[];
}

const around = ([x, y]: Spot, w: number, h: number): Box => ({ x: x - w / 2, y: y - h / 2, w, h });
const covers = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** The best place, moved into the frame where it stands out of it; it is taken from now on. */
function settle(places: Spot[], w: number, h: number, frame: Box, taken: Taken[], weight: number): Spot {
  const inside = (at: number, size: number, from: number, length: number) =>
    Math.min(from + length - size / 2 - 3, Math.max(from + size / 2 + 3, at));
  const found = places
    .map(([x, y]): Spot => [inside(x, w, frame.x, frame.w), inside(y, h, frame.y, frame.h)])
    .map((at, order) => ({
      at,
      cost: taken.reduce((sum, each) => sum + covers(around(at, w, h), each) * each.weight, order * 12),
    }))
    .sort((a, b) => a.cost - b.cost)[0].at;
  taken.push({ ...around(found, w, h), weight });
  return found;
}

const nameWidth = (id: string) => town(id).length * 8.6;

/** How far each town's name stands from its middle: of two in a row that would touch, the right one is raised. */
export function namesOf(board: Board): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id, kind, at } of board.towns.toSorted((a, b) => a.at[0] - b.at[0])) {
    const beside = board.towns.find(
      (each) =>
        each.id !== id &&
        each.kind !== 'start' &&
        Math.abs(each.at[1] - at[1]) < 4 &&
        each.at[0] < at[0] &&
        at[0] - each.at[0] < (nameWidth(id) + nameWidth(each.id)) / 2,
    );
    if (kind === 'start') found.set(id, 27);
    else found.set(id, beside && found.get(beside.id) === -9 ? -26 : -9);
  }
  return found;
}

export const plateWidth = (short: string) => short.length * 11 + 12;
/** The note at an isolated locomotive: that it is, and why. */
export function markOf(reason: LineView['reason']): { head: string; why: string; w: number; h: number } {
  const head = `✕ ${say('rocket.ui_isolated')}`;
  const why = reason ? say(`rocket.ui_why_${reason}`) : '';
  return { head, why, w: Math.max(head.length * 9.4, why.length * 8.2) + 16, h: why ? 44 : 24 };
}

/** The plates of the locomotives, and the marks of those that are isolated. */
export function signsOf(
  board: Board,
  view: Pick<RocketView, 'lines' | 'stations'>,
  targets: Target[],
  frame: Box,
): Signs {
  const names = namesOf(board);
  const taken: Taken[] = board.towns.flatMap(({ id, kind, at: [x, y] }) => {
    const name = { ...around([x, y + names.get(id)! - 6], nameWidth(id), 19), weight: 1 };
    return kind === 'start'
      ? [name, { ...around([x, y], 18, 18), weight: 1 }]
      : [name, { ...around([x, y + 6], kind === 'regular' ? 56 : 24, 22), weight: 1.5 }];
  });
  for (const { hex } of view.stations) taken.push({ ...around(board.places.get(hex)!, 28, 28), weight: 1.5 });
  for (const { hex } of targets) taken.push({ ...around(board.places.get(hex)!, 52, 52), weight: 2 });
  const engines = view.lines.filter((line) => line.at);
  const bodies = new Map(
    engines.map(({ line, at, heading }) => [
      line,
      heading === null ? ([board.places.get(at!)![0], board.places.get(at!)![1] - 17] as Spot) : board.places.get(at!)!,
    ]),
  );
  for (const at of bodies.values()) taken.push({ ...around(at, 30, 26), weight: 2 });
  const plates = new Map<string, Spot>();
  const marks = new Map<string, Spot>();
  for (const { line } of engines) {
    const [x, y] = bodies.get(line)!;
    const w = plateWidth(board.lines.get(line)!.short);
    const aside = w / 2 + 19;
    const places: Spot[] = [
      [x, y - 22],
      [x, y + 23],
      [x + aside, y],
      [x - aside, y],
      [x + aside - 6, y - 16],
      [x - aside + 6, y - 16],
      [x + aside - 6, y + 16],
      [x - aside + 6, y + 16],
    ];
    plates.set(line, settle(places, w, 20, frame, taken, 3));
  }
  for (const { line, isolated, closed, reason } of engines) {
    if (!isolated || closed) continue;
    const [x, y] = bodies.get(line)!;
    const { w, h } = markOf(reason);
    const aside = w / 2 + 26;
    const places: Spot[] = [44, -50, 66, -72].flatMap((dy): Spot[] => [
      [x, y + dy],
      [x + aside, y + dy],
      [x - aside, y + dy],
    ]);
    marks.set(line, settle([...places, [x + aside, y], [x - aside, y]], w, h, frame, taken, 3));
  }
  return { plates, marks, taken };
}

/** The notes beside the hexes of a choice: what over who, clear of the hexes and of each other. */
export function notesOf(
  board: Board,
  targets: { target: Target; w: number; h: number }[],
  signs: Signs,
  frame: Box,
): Spot[] {
  const taken = signs.taken.map((each) => ({ ...each, weight: each.weight * 0.6 }));
  for (const { target } of targets) taken.push({ ...around(board.places.get(target.hex)!, 44, 44), weight: 4 });
  return targets.map(({ target, w, h }) => {
    const at = board.places.get(target.hex)!;
    const places = [0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, -2].flatMap((off) => {
      const [x, y] = board.towards(at, target.way + off, 1);
      const [ux, uy] = [x - at[0], y - at[1]];
      // So far out that the note ends where the hex does.
      return [0, 22].map((more): Spot => [at[0] + ux * (34 + w / 2 + more), at[1] + uy * (34 + h / 2 + more)]);
    });
    return settle(places, w, h, frame, taken, 8);
  });
}
