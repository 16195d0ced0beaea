/** What happened since a seat's last action, numbered in order. Boards outline it until the seat acts. */
import type { Entry } from '../types';

export interface Recent<E extends Entry = Entry> {
  entry: E;
  /** The place in the order, from 1; entries of one event share it. 0 where there is only one event to outline. */
  number: number;
}

/** The entries of other seats after the last act of `seat`. Without a seat, or in a position of the past, it is the last
 * thing that a seat did. `n` is the number of events of the position. */
export function recent<E extends Entry>(log: E[], n: number, seat: number | null): Recent<E>[] {
  const acts = log.filter((entry) => entry.n < n && entry.seat !== null);
  // The first entry of an event is the act; those beneath it may be what it brought to other seats.
  const heads = acts.filter((entry, i) => entry.n !== acts[i - 1]?.n);
  const since = seat === null ? (acts.at(-1)?.n ?? 0) - 1 : (heads.findLast((entry) => entry.seat === seat)?.n ?? -1);
  const news = acts.filter((entry) => entry.n > since && entry.kind !== 'undone');
  const events = [...new Set(news.map((entry) => entry.n))];
  return news.map((entry) => ({ entry, number: events.length > 1 ? events.indexOf(entry.n) + 1 : 0 }));
}
