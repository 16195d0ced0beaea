import type { View } from '../../lib/types';

export type Colour = 'pink' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green';
export type Kind = Colour | 'locomotive';
export const KINDS: Kind[] = ['red', 'orange', 'yellow', 'green', 'blue', 'pink', 'black', 'white', 'locomotive'];
export type Cards = Partial<Record<Kind, number>>;

export interface City {
  name: string;
  name_ru?: string | null;
  x: number;
  y: number;
}
export interface Route {
  a: string;
  b: string;
  length: number;
  colour: Colour | 'gray';
}
/** A map file, as far as the board needs it. */
export interface MapFile {
  name: { en: string; ru: string };
  aspect: number;
  wagons: number;
  points: Record<string, number>;
  cities: City[];
  routes: Route[];
}
export interface Ticket {
  id: number;
  a: number;
  b: number;
  points: number;
  progress: 'done' | 'possible' | 'impossible';
  needs: number | null;
  path: number[];
}
export interface Choices {
  keep?: number;
  draw?: boolean;
  take?: Kind[];
  tickets?: boolean;
  routes?: number[];
  pass?: boolean;
}
export interface Own {
  hand: Cards;
  tickets: Ticket[];
  offer: Ticket[];
  chosen: number[] | null;
  under: { id: number; above: number }[];
  choices: Choices | null;
}
export interface SeatView {
  points: number;
  wagons: number;
  cards: number;
  tickets: number;
  offered: number;
  choosing: boolean;
}
export interface Tally {
  routes: number;
  tickets: { id: number; a: number; b: number; points: number; done: boolean; path: number[] }[];
  completed: number;
  ticket_points: number;
  longest: number;
  trail: number[];
  trail_start: number | null;
  bonus: number;
  total: number;
}
export interface TicketsView extends View {
  phase: 'deal' | 'first_tickets' | 'turn' | 'second_card' | 'choose_tickets' | 'over';
  turn: number | null;
  turns: number;
  last_round: number | null;
  row: (Kind | null)[];
  deck: number;
  discards: Cards;
  tickets_left: number;
  owners: (number | 'closed' | null)[];
  seats: SeatView[];
  own?: Own;
}
