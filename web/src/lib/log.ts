/** The log as it is read: grouped by turn, what belongs together in one line. */
import type { GameModule, Head } from './board';
import type { Entry, Note, Text } from './types';

/** A line of the log: what a seat did, in one or several entries, and what that brought. */
export interface Act {
  seat: number | null;
  entries: Entry[];
  why: Entry[];
  /** The position after it. */
  n: number;
}

export interface Turn {
  key: string;
  /** The number of the turn; nothing before the first. */
  no: string | number;
  dice: NonNullable<Head['dice']>;
  acts: Act[];
  /** Its first event. */
  first: number;
}

type Reader = Pick<GameModule, 'head' | 'follows' | 'joins' | 'silent'>;

/** A turn begins where the number of the turn changes, or where the game says so by a head. */
export function turnsOf(log: Entry[], module: Reader | null): Turn[] {
  const turns: Turn[] = [];
  let number = -1;
  for (const entry of log) {
    const head = entry.seat === null ? (module?.head?.(entry) ?? null) : null;
    // What is counted at the end, or taken back, belongs to the turn that is shown last.
    const begins = entry.turn_number !== number && entry.kind !== 'undone';
    if (head || begins || !turns.length) {
      if (begins) number = entry.turn_number;
      const no = head?.no ?? (entry.turn_number || '');
      turns.push({ key: `${turns.length} ${entry.n}`, no, dice: head?.dice ?? [], acts: [], first: entry.n });
      if (head) continue;
    }
    const { acts } = turns[turns.length - 1];
    const before = acts[acts.length - 1];
    const last = before?.entries[before.entries.length - 1];
    if (module?.silent?.(entry, log)) {
      if (before) before.n = entry.n + 1;
    } else if (before && last && entry.seat !== null && entry.seat === before.seat && module?.joins?.(entry, last)) {
      before.entries.push(entry);
      before.n = entry.n + 1;
    } else if (
      before &&
      entry.kind !== 'undone' &&
      ((before.n === entry.n + 1 && entry.seat === before.seat) || module?.follows?.(entry))
    ) {
      before.why.push(entry);
      before.n = entry.n + 1;
    } else acts.push({ seat: entry.seat, entries: [entry], why: [], n: entry.n + 1 });
  }
  return turns;
}

/** What was done in one act, as one line; the same twice is said once, as `a card from the deck × 2`. */
export function onceEach(texts: string[]): string {
  const often = new Map<string, number>();
  for (const text of texts) often.set(text, (often.get(text) ?? 0) + 1);
  return [...often].map(([text, n]) => (n > 1 ? `${text} × ${n}` : text)).join(', ');
}

/** What an act brought: parts of a sum that follow each other are one line, as `city 3 + regional 2 − river 1`, and so
 * is what several seats say alike, as `no veto: B, C`. */
export function whyOf(
  why: Entry[],
  module: Pick<GameModule, 'part' | 'alike'> | null,
  tell: (text: Text) => string,
  named: (seat: number) => string,
): (Entry | string)[] {
  const lines: (Entry | string)[] = [];
  let sum = false;
  let said = '';
  for (const entry of why) {
    const alike = entry.seat !== null && module?.alike?.(entry) ? tell(entry.text) : '';
    if (entry.seat !== null && alike) {
      if (alike === said) lines[lines.length - 1] = `${lines[lines.length - 1]}, ${named(entry.seat)}`;
      else lines.push(`${alike}: ${named(entry.seat)}`);
      [said, sum] = [alike, false];
      continue;
    }
    said = '';
    const part = module?.part?.(entry);
    const last = lines.length - 1;
    const term = part && `${tell(part.text)} ${Math.abs(part.points)}`;
    if (!term) lines.push(entry);
    else if (sum) lines[last] = `${lines[last]} ${part.points < 0 ? '−' : '+'} ${term}`;
    else lines.push(part.points < 0 ? `−\u00a0${term}` : term);
    sum = !!term;
  }
  return lines;
}

/** The line that a position comes after: the last of those that had happened. */
export function currentOf(turns: Turn[], n: number): Act | null {
  for (const { acts } of turns.toReversed()) {
    const found = acts.findLast((act) => act.entries[0].n < n);
    if (found) return found;
  }
  return null;
}

/** The notes of a table that belong to a turn: those made after it began and before the next one did. */
export function notesOf(turns: Turn[], turn: Turn, notes: Note[]): Note[] {
  const place = turns.indexOf(turn);
  const next = turns[place + 1]?.first ?? Infinity;
  return notes.filter((note) => (note.n > turn.first || place === 0) && note.n <= next);
}
