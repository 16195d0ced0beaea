/** What a seat is called: its holder's name, or that of a bot's character. */
import { say, settings } from './settings.svelte';
import type { Seat, Table } from './types';

export function nameOf(seat: Seat | undefined): string {
  if (!seat) return '';
  // A record of nameless players has numbers in their place.
  if (seat.name && seat.name !== String(seat.seat + 1)) return seat.name;
  if (seat.character) return say(`core.character_${seat.character}`);
  return isYou(seat) ? say('page.you_name') : say('page.player', { n: seat.seat + 1 });
}

/** Names in a row; whoever reads it comes last, inside the sentence. */
export function namesOf(seats: Seat[]): string {
  const others = seats.filter((seat) => !isYou(seat)).map(nameOf);
  const all = others.length < seats.length ? [...others, say('page.you')] : others;
  return new Intl.ListFormat(settings.shown).format(all);
}

/** The one at this screen who gave no name. */
export const isYou = (seat: Seat) => seat.you && !seat.name && !seat.shared;

/** Several at one screen are not all "you", nor all called what this browser's person is called: a number tells them apart. */
export function told(table: Table): Table {
  if (table.you.length < 2) return table;
  const mine = table.seats.filter((seat) => seat.you).map((seat) => seat.name);
  const often = (name: string | null) => mine.filter((each) => each === name).length > 1;
  return {
    ...table,
    seats: table.seats.map((seat) =>
      seat.you ? { ...seat, shared: true, name: often(seat.name) ? null : seat.name } : seat,
    ),
  };
}
