import type { Line, View } from '../../lib/types';
import type { Side } from './track';

export interface Place {
  row: number;
  column: number;
}
export interface Border {
  side: Side;
  place: number;
}
export interface PairRow {
  pair: [number, number];
  base: number;
  length: number;
  bonus: number;
  sum: number;
  points: number;
  shares?: number;
  route: number[];
}
export interface Score {
  pairs: PairRow[];
  mine_stations: number[];
  mine_points: number;
  total: number;
}
export interface SheetView extends Score {
  cells: number[];
  skipped: number;
  step: string;
  acting: boolean;
  /** The code of the word for the result, once the game is over (L17). */
  praise: string | null;
  mine: Place | null;
  bonus: Place | null;
  stations: (Border | null)[];
  jokers: { white: boolean; coloured: boolean };
}
export type Choices =
  | { step: 'mountain'; row: number; column: number }
  | { step: 'mine' | 'bonus'; cells: number[] }
  | { step: 'station'; number: number; borders: Border[] }
  | {
      step: 'draw';
      cells: number[];
      joker_cells: number[];
      drawings: number[];
      joker_drawings: number[];
      buy: { shares: number; cells: number[] } | null;
    };
export interface Rails30View extends View {
  phase: 'mountains' | 'setup' | 'turns' | 'over';
  roll: number;
  turn: number;
  turns: number;
  white: number;
  coloured: number;
  sheets: SheetView[];
  choices: Choices | null;
}
/** What is lit on a sheet: the route of a pair, or the routes to the mine. */
export type Lit = [number, number] | 'mine' | null;
export interface Preview extends Score {
  gain: number;
}

export const cellOf = ({ row, column }: Place) => (row - 1) * 6 + column - 1;
export const placeOf = (cell: number): Place => ({ row: Math.floor(cell / 6) + 1, column: (cell % 6) + 1 });

/** The cell that a seat filled last before a position; −1: none, or not a matter of cells. */
export function lastOf(log: Line[], seat: number, view: Rails30View): number {
  const line = view.turn
    ? log.findLast(
        (each) => each.seat === seat && each.n < view.n && 'row' in each.facts && each.code !== 'rails30.skip_mountain',
      )
    : undefined;
  return line ? cellOf(line.facts as unknown as Place) : -1;
}
