/** Whom this page has silenced: the server sends none of their lines any more, and those that are here are not shown. */
import type { ChatLine } from '../lib/types';
import type { Subject } from './subject';

class Hushed {
  private all = $state.raw<Subject[]>([]);

  add(who: Subject): void {
    this.all = [...this.all, who];
  }
  remove(who: Subject): void {
    this.all = this.all.filter((each) => !isSame(each, who));
  }
  /** Whether a line at a table, by that name, is one of theirs. */
  has(table: string, line: ChatLine, name: string): boolean {
    return this.all.some((each) => isSame(each, { name, member: false, table, speaker: line.seat }));
  }
}

/** At a table a seat is one person; spectators have their names alone. An account is the same everywhere. */
function isSame(one: Subject, other: Subject): boolean {
  const [seat, another] = [seatOf(one), seatOf(other)];
  if (one.table && other.table) return one.table === other.table && (seat ?? one.name) === (another ?? other.name);
  return one.name === other.name;
}
const seatOf = (who: Subject) => who.speaker ?? who.seat ?? null;

export const hushed = new Hushed();
