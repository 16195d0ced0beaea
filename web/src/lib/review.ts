/** What a review shows, from its report alone: units, sums by turn, and which decisions are worth a look. */
import { plain, signed } from './text';
import type { Amount, Decision, Report, Sum, Table, Text } from './types';

/** Units of a report: a share of the win counts in 1/10000, points in 1/100. */
const PERCENT = 100;
const POINT = 100;

/** The value that the game is judged by, in percent or in points. */
export const inUnits = (report: Report, amount: Amount): number =>
  report.unit === 'win' ? amount.win / PERCENT : amount.points / POINT;

/** A difference as people read it: `−11 %`, or `+2.4` where a seat plays alone. */
export function difference(report: Report, amount: Amount, language: string): string {
  if (report.unit === 'win') return `${signed(Math.round(amount.win / PERCENT))}\u00a0%`;
  return points(amount, language);
}

/** Points with one decimal and a sign. */
export function points(amount: Amount, language: string): string {
  const tenths = Math.round(amount.points / (POINT / 10));
  const text = Math.abs(tenths / 10).toLocaleString(language, { minimumFractionDigits: 1 });
  return tenths === 0 ? plain(0) : `${tenths < 0 ? '−' : '+'}${text}`;
}

export const lost = (amount: Amount): Amount => ({ win: -amount.win, points: -amount.points });

/** The headline with the name of the player it speaks of, or said to them: reviews are kept without names. */
export function named(report: Report, name: (seat: number) => string, isYou: (seat: number) => boolean): Text {
  const first = report.decisions.find((each) => each.n === (report.decisive ?? report.costliest[0]));
  if (!first) return report.headline;
  const { code, facts } = report.headline;
  return { code: isYou(first.seat) ? `${code}_you` : code, facts: { ...facts, player: name(first.seat) } };
}

/** A table whose seats are not called by their number: records of programs have nothing else to call them by. */
export const unnumbered = (table: Table): Table => ({
  ...table,
  seats: table.seats.map((seat) => (seat.name === String(seat.seat + 1) ? { ...seat, name: null } : seat)),
});

/** A seat's luck: what chance brought, without what is no loss and no chance either. */
export const chance = (sum: Sum): Amount => ({
  win: sum.luck.win - sum.rest.win,
  points: sum.luck.points - sum.rest.points,
});

/** Whether what is neither chance nor a decision is more than the spread of playouts, and asks for an explanation. */
export const restIsLarge = (report: Report): boolean =>
  report.sums.some((sum) => Math.abs(inUnits(report, sum.rest)) >= (report.unit === 'win' ? 5 : 3));

/** Decisions with a mark, of one seat or of all, in the order of the game. */
export const marked = (report: Report, seat: number | null): Decision[] =>
  report.decisions.filter((each) => each.mark !== 'none' && (seat === null || each.seat === seat));

/** The decisions that cost most, of one seat or of all, the dearest first. */
export function costliest(report: Report, seat: number | null): Decision[] {
  const numbers = seat === null ? report.costliest : (report.sums.find((sum) => sum.seat === seat)?.costliest ?? []);
  return numbers.flatMap((n) => report.decisions.find((each) => each.n === n) ?? []);
}

/** The next decision with a mark before or after a position; null where there is none. */
export function beside(list: Decision[], n: number | null, by: 1 | -1): Decision | null {
  if (n === null) return (by > 0 ? list[0] : list.at(-1)) ?? null;
  return (by > 0 ? list.find((each) => each.n > n) : list.findLast((each) => each.n < n)) ?? null;
}

export interface TurnBars {
  turn: number;
  luck: number;
  own: number;
}

/** What chance and a seat's own decisions changed for it, turn by turn. */
export function bars(report: Report, seat: number): TurnBars[] {
  const turns = new Map<number, TurnBars>();
  const of = (turn: number) => {
    const known = turns.get(turn) ?? { turn, luck: 0, own: 0 };
    turns.set(turn, known);
    return known;
  };
  for (const each of report.luck) if (each.chance) of(each.turn).luck += inUnits(report, each.values[seat]);
  for (const each of report.decisions) if (each.seat === seat) of(each.turn).own += inUnits(report, each.changes[seat]);
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}

/** The last place of the curve at or before a position. */
export const placeOf = (report: Report, n: number): number =>
  Math.max(
    0,
    report.curve.findLastIndex((each) => each.n <= n),
  );
