/** Cells by number, row and column; what is lit on a sheet, and what was drawn last. */
import type { Entry, Place, Step, View } from '../../generated/rails30';
import type { Link } from './tables';

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

/** The cell that a seat filled last before a position; −1 before the first turn. */
export function lastOf(log: Entry[], seat: number, view: View): number {
  if (!view.turn) return -1;
  const entry = log.findLast((each) => each.seat === seat && each.n < view.n && 'cell' in each);
  return entry && 'cell' in entry ? entry.cell : -1;
}
