/** Whose turn it is at a table, and which. */
import { say } from './settings.svelte';
import type { Table } from './types';

/** Whether somebody of this browser is to act. */
export function isTurn(table: Table): boolean {
  return table.status === 'running' && table.you.some((seat) => table.actors.includes(seat));
}

export function turnText(table: Table): string {
  return table.turn_number ? say('page.turn_no', { n: table.turn_number }) : say('page.turn_setup');
}
