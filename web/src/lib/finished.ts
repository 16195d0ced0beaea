/** How a game ended, in a few words. */
import { namesOf } from './names';
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
