/** How a game ended, in a few words. */
import { namesOf } from './names';
import { isLate } from './notes';
import type { Result, Table, Text } from './types';

/** How it ended: alone, won by the one at this screen, or by whom. */
export function finished(table: Table, { winners, scores }: Pick<Result, 'winners' | 'scores'>): Text {
  const points = Math.max(...scores);
  if (table.seats.length === 1) return { code: 'page.finished_alone', facts: { points } };
  if (winners.length === 1 && table.you.length === 1 && table.you[0] === winners[0])
    return { code: 'page.finished_you', facts: { points } };
  const names = namesOf(winners.map((seat) => table.seats[seat]));
  return { code: 'page.finished', facts: { n: winners.length, winners: names, points } };
}

/** How a game ended that was not played to its end, a sentence for each: what happened, and who won. */
export function ended(table: Table): Text[] {
  const { reason, winners } = table.ending!;
  if (reason !== 'resigned') return [{ code: `page.ended_${reason}`, facts: {} }];
  if (!winners.length) return [{ code: 'page.ended_given_up', facts: {} }];
  const quitters = table.seats.filter((each) => each.resigned).map((each) => each.seat);
  const how = quitters.every((seat) => isLate(table, seat)) ? 'late' : 'resigned';
  return [told(table, `page.ended_${how}`, quitters), told(table, 'page.ended_winner', winners)];
}

/** A sentence about seats; another one where it is about nobody but the one at this screen. */
function told(table: Table, code: string, seats: number[]): Text {
  if (seats.length === 1 && table.you.length === 1 && table.you[0] === seats[0])
    return { code: `${code}_you`, facts: {} };
  return { code, facts: { n: seats.length, names: namesOf(seats.map((seat) => table.seats[seat])) } };
}
