/** What a seat is called: its holder's name, or a railway trade for a bot. */
import { say } from './settings.svelte';
import type { Seat } from './types';

export function nameOf(seat: Seat | undefined): string {
  if (!seat) return '';
  if (seat.name) return seat.name;
  if (seat.kind === 'bot') return say(`page.bot_${seat.seat % 12}`);
  return seat.you ? say('page.you_name') : say('page.player', { n: seat.seat + 1 });
}
