/** Train cards. */
import type { Blind, Claim, DrawTickets, Take } from '../../generated/tickets';

export type Kind = Take['card'];
export type Cards = Claim['cards'];
/** What is taken from the table beside the map. */
export type Draw = Blind | Take | DrawTickets;
/** In the order in which a hand lies. */
export const KINDS: Kind[] = ['red', 'orange', 'yellow', 'green', 'blue', 'pink', 'black', 'white', 'locomotive'];
