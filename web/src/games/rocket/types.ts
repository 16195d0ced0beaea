import type { Text, View } from '../../lib/types';

export interface Scoring {
  what: 'town' | 'railway_town' | 'merger' | 'passengers' | 'industry' | 'stations' | 'shares';
  line: string | null;
  town: string | null;
  into: string | null;
  industry: string | null;
  first: number;
  second: number;
  counts: number[];
  points: number[];
  text: Text;
  why: (Text | null)[];
}

/** A hex that a line could go to, and what that would bring. */
export interface Target {
  line?: string;
  hex: string;
  way: number;
  points: number[];
  towns: string[];
  scorings: Scoring[];
  passenger: boolean;
  station: number | null;
  merges: string[];
}

export interface LineView {
  line: string;
  at: string | null;
  heading: number | null;
  towns: string[];
  closed: boolean;
  into: string | null;
  /** What its merger paid. */
  merger: Scoring | null;
  isolated: boolean;
  reason: 'stuck' | 'nothing_new' | null;
  ways: string[];
}

export interface Rail {
  hex: string;
  line: string;
  laid_by: string;
  came: number;
  left: number | null;
  joined: number;
  tile: 'track' | 'junction' | 'triple' | null;
}

export interface SeatView {
  points: number;
  passengers: number;
  stations_left: number;
  shares: Record<string, number>;
  stations: Record<string, number>;
}

export interface Cell {
  town: string;
  industry: string;
  slots: number;
  cubes: number[];
}

export interface Move {
  line: string;
  seat: number;
  from: string;
  hex: string;
  best: number;
  bidder: number | null;
  words: ({ pass: true } | { shares: number; hex: string } | null)[];
  order: number[];
  targets: Target[];
}

export type Row = Record<'now' | 'passengers' | 'industry' | 'stations' | 'shares' | 'total', number>;

export type Choices =
  | { step: 'act'; extend: Target[]; invest: number[]; hexes: string[]; build: boolean; move: Record<string, string[]> }
  | { step: 'merge'; lines: string[] }
  | { step: 'call' | 'bid' | 'defend'; shares: number };

export interface RocketView extends View {
  map: string;
  phase: 'first' | 'act' | 'call' | 'bid' | 'merge' | 'over';
  turn: number;
  active: number;
  speaker: number;
  actions_left: number;
  used: string | null;
  tiles: number;
  tiles_of: number;
  passengers: number;
  lines: LineView[];
  rails: Rail[];
  stations: { hex: string; seat: number; line: string | null }[];
  seats: SeatView[];
  chart: Cell[];
  joined: string[];
  move: Move | null;
  projection: { seats: Row[]; scorings: Scoring[] };
  choices: Choices | null;
}
