/** What the server sends; docs/api.md is the description. */

export interface Text {
  code: string;
  facts: Record<string, unknown>;
}

export interface Fault extends Text {
  rule?: string;
  text?: Partial<Record<Language, string>>;
}

export type Language = 'en' | 'ru';
export type Form = Record<string, unknown> & { type?: string };

export interface OptionInfo {
  name: string;
  choices: (string | number | boolean)[];
  default: string | number | boolean;
  /** Endings of the files whose text it also takes (`.geojson,.json`); empty for none. */
  files: string;
  text: Text | Partial<Record<Language, string>>;
}

export interface GameInfo {
  game: string;
  room: string;
  title: Record<Language, string>;
  designer: string;
  minutes: number;
  players: [number, number];
  default_players: number;
  options: OptionInfo[];
  levels: string[];
  rules_version: number;
}

export interface Seat {
  seat: number;
  kind: 'open' | 'bot' | 'human';
  name: string | null;
  level: string | null;
  you: boolean;
  online: boolean;
  /** Added by `told`: one of several seats that this browser plays. */
  shared?: boolean;
}

export interface Table {
  id: string;
  game: string;
  options: Record<string, string | number | boolean>;
  status: 'open' | 'running' | 'over';
  public: boolean;
  host: boolean;
  seats: Seat[];
  you: number[];
  seat_links: Record<string, string>;
  events: number;
  actors: number[];
  turn: Text | null;
  scores: number[] | null;
  created: number;
  changed: number;
  next: string | null;
  commit: string;
}

export interface Result {
  scores: number[];
  ranks: number[];
  winners: number[];
  breakdown: Record<string, unknown>;
}

/** What every game's view holds; a board knows the rest of its own. */
export interface View {
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  n: number;
  you: number | null;
  actors: number[];
  over: boolean;
  commit: string;
  seed: string | null;
  /** Whether this seat has an action that no die or card has followed. */
  undoable: boolean;
  result: Result | null;
}

export interface Line extends Text {
  n: number;
  seat: number | null;
  points: number;
}

export interface ViewMessage {
  type: 'view';
  seat: number | null;
  view: View;
  log: Line[];
  from: number;
  n: number;
}

export interface LegalAction {
  form: Form;
  text: Text;
}

export interface ChatLine {
  n: number;
  seat: number | null;
  name: string | null;
  text: string;
  at: number;
}

export interface SeatWish {
  kind: 'open' | 'bot' | 'me';
  level?: string;
  name?: string;
}
