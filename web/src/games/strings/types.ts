import type { Fault, View } from '../../lib/types';

export type Point = [number, number];
export type Kind =
  'base' | 'central' | 'city' | 'transit' | 'regional' | 'yard' | 'suburban' | 'terminal' | 'rural' | 'scenic';
export type StringKind = 'short' | 'long';

export interface Station {
  n: number;
  kind: Kind;
  x: number;
  y: number;
  turn: number;
  corners: Point[];
  owner: number | null;
  companies: number[];
  limit: number;
  high: boolean;
  worth: number[];
}

export interface Rail {
  n: number;
  company: number;
  long: boolean;
  points: Point[];
  length: number;
}

export interface Company {
  company: number;
  seat: number;
  corner: number;
  points: number;
  short: number;
  long: number;
  start: number;
  stations: number;
  yards: number;
  crossings: number;
  visitors: number;
}

export interface StringsView extends View {
  phase: 'field' | 'river' | 'mountains' | 'corner' | 'ready' | 'draw' | 'place' | 'lay' | 'over';
  company: number | null;
  round: number;
  rounds: number;
  turn: number;
  expert: boolean;
  sizes: Record<'short' | 'long' | 'field' | 'river' | 'mountains' | 'station' | 'clearance', number>;
  field: { points: Point[]; marks: { corners: Point[]; x: number; y: number }[] } | null;
  river: Point[] | null;
  mountains: Point[] | null;
  stations: Station[];
  rails: Rail[];
  companies: Company[];
  hand: Kind[];
  stack: Partial<Record<Kind, number>>;
  aside: number;
  kinds: Record<Kind, { owner: number; other: number; limit: number; visit: number }>;
  choices: {
    free?: boolean;
    fields?: Point[][];
    corners?: number[];
    strings?: StringKind[];
    starts?: number[];
    full?: number[];
    aside?: boolean;
    give_up?: boolean;
  } | null;
}

/** What the server says of a rail that may lie so. */
export interface Count {
  length: number;
  limit: number;
  stations: { station: number; kind: Kind; new: boolean; points: number }[];
  crossings: {
    at: Point;
    string: 'river' | 'mountains' | 'rail';
    rail: number | null;
    company: number | null;
    points: number;
  }[];
  owners: { station: number; company: number; points: number }[];
  points: number;
}

export type Verdict = { count: Count; fault?: undefined } | { fault: Fault; count?: undefined };
