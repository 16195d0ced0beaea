/** What a table's notes say: who plays a seat from here on, and why. */
import { nameOf } from './names';
import { say } from './settings.svelte';
import type { Note, Table } from './types';

export function noteText(table: Table, note: Note): string {
  const kind = note.kind === 'resigned' && isLate(table, note.seat) ? 'late' : note.kind;
  return say(`page.note_${kind}`, { name: nameOf(table.seats[note.seat]) });
}

/** What is told of a table. Where something follows from a clock at zero, that says it. */
export function toldNotes(table: Pick<Table, 'notes' | 'clock'>): Note[] {
  return table.notes.filter((note) => note.kind !== 'flagged' || table.clock?.at_zero === 'nothing');
}

/** Whether a seat gave up because its time was over. */
export function isLate({ clock, notes }: Pick<Table, 'notes' | 'clock'>, seat: number): boolean {
  return clock?.at_zero === 'resign' && notes.some((note) => note.kind === 'flagged' && note.seat === seat);
}
