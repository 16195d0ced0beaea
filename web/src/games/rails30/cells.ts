/** Cells by number, row and column; what is lit on a sheet, and what is new on it. */
import type { Entry, Place, Step } from '../../generated/rails30';
import type { Recent } from '../../lib/motion/recent';
import type { Link } from './tables';
import { borderAt, CELL } from './track';

/** What is lit on a sheet: the route of a pair, or the ways to the mine. */
export type Lit = [number, number] | 'mine' | null;

export const cellOf = ({ row, column }: Place) => (row - 1) * 6 + column - 1;
export const placeOf = (cell: number): Place => ({ row: Math.floor(cell / 6) + 1, column: (cell % 6) + 1 });

/** The links that ways use, cell by cell. */
export function linksOf(ways: Step[][]): Map<number, Link[]> {
  const found = new Map<number, Link[]>();
  for (const [cell, enter, leave] of ways.flat()) found.set(cell, [...(found.get(cell) ?? []), [enter, leave]]);
  return found;
}

/** The anchor of something on a seat's sheet, for motion. */
export const anchorOf = (kind: string, seat: number, number?: number) =>
  [kind, seat, ...(number === undefined ? [] : [number])].join(':');

/** Where an entry put something on its seat's sheet; null for an entry that did not. */
export function placed(entry: Entry): { anchor: string; x: number; y: number } | null {
  if (entry.seat === null) return null;
  if (entry.kind === 'station') {
    const { x, y } = borderAt(entry.side, entry.place);
    return { anchor: anchorOf('station', entry.seat, entry.number), x: x - CELL / 2, y: y - CELL / 2 };
  }
  if (!('cell' in entry) || (entry.kind === 'mountain' && !entry.drawn)) return null;
  const [x, y] = [(entry.cell % 6) * CELL, Math.floor(entry.cell / 6) * CELL];
  const anchor = entry.kind === 'bonus' ? anchorOf('bonus', entry.seat) : anchorOf('cell', entry.seat, entry.cell);
  return { anchor, x, y };
}

/** An outline on a sheet: of a thing that is new, with its number in the order. */
export interface Mark {
  anchor: string;
  x: number;
  y: number;
  number: number;
}

/** What happened on a seat's sheet since one's last action. */
export function marksOf(recent: Recent<Entry>[], seat: number): Mark[] {
  return recent.flatMap(({ entry, number }) => {
    const place = entry.seat === seat ? placed(entry) : null;
    return place ? [{ ...place, number }] : [];
  });
}
