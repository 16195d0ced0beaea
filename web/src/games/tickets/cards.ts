/** Train cards. */
import type { Blind, Claim, DrawTickets, Take } from '../../generated/tickets';

export type Kind = Take['card'];
export type Cards = Claim['cards'];
/** What is taken from the table beside the map. */
export type Draw = Blind | Take | DrawTickets;
/** In the order in which a hand lies. */
export const KINDS: Kind[] = ['red', 'orange', 'yellow', 'green', 'blue', 'pink', 'black', 'white', 'locomotive'];

/** What a seat has, as signs of 24 × 24. */
export const SIGNS = {
  card: 'M9 4h10v14H9zM5.500 7v14H15',
  ticket: 'M3 7h18v3.500a1.500 1.500 0 0 0 0 3V17H3v-3.500a1.500 1.500 0 0 0 0-3zM15 7v10',
  wagon:
    'M3 6h18v9H3zM7.500 15a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM16.500 15a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400z',
};
