/** What a table's notes say: who plays a seat from here on, and why. */
import { nameOf } from './names';
import { say } from './settings.svelte';
import type { Note, Table } from './types';

export function noteText(table: Table, note: Note): string {
  const seat = table.seats[note.seat];
  return say(`page.note_${note.kind}`, { name: nameOf(seat) });
}
