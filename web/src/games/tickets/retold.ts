/** What the log says a second time: how the first tickets were chosen. */
import type { Entry } from '../../generated/tickets';

/** That a seat has chosen, once it is told how many it kept; and how many, to the seat that is told which. */
export function isRetold(entry: Entry, log: Entry[]): boolean {
  const of = (kind: Entry['kind']) => log.find((each) => each.kind === kind && each.seat === entry.seat);
  if (entry.kind === 'chosen') return !!of('keep');
  if (entry.kind !== 'keep' || of('keep') !== entry) return false;
  const chosen = of('chosen');
  return !!chosen && of('keep_these')?.n === chosen.n;
}
