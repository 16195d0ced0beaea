/** The boundary between the shell and a game's board. web/BOARDS.md explains it. */
import type { Component } from 'svelte';
import type { Recent } from './motion/recent';
import type { Anchor, Step } from './motion/steps';
import type { Entry, Language, LegalAction, Table, Text, View } from './types';

/** The types of one game: `Game` of `generated/<package>.ts`, which is made from the game's structs. */
export interface GameTypes {
  view: View;
  action: object;
  entry: Entry;
  preview: unknown;
  check: unknown;
  /** Null for a game that takes a part of an action as a request. */
  request: object | null;
}

/** What `suggest` takes: the game's own requests, or any part of an action. */
export type RequestOf<G extends GameTypes> = G['request'] extends null ? Partial<G['action']> : G['request'];

/** An action that may be played now, and its text. */
export interface Choice<G extends GameTypes = GameTypes> extends Omit<LegalAction, 'action'> {
  action: G['action'];
}

/** What a board may do. Everything is asked of the server; no rules run here. */
export interface Session<G extends GameTypes = GameTypes> {
  /** Acts for the seat that is shown. False if it was refused; the shell has then said why. The new view comes before
   * the answer, so what was chosen is cleared by the view: by then the player may have chosen in it already. */
  play(action: G['action']): Promise<boolean>;
  undo(): Promise<void>;
  /** What a legal action would bring; undefined if it is not legal. Answers are kept until the position changes. */
  preview(action: G['action']): Promise<G['preview'] | undefined>;
  legal(): Promise<Choice<G>[]>;
  suggest(request: RequestOf<G>): Promise<Choice<G>[]>;
  /** What the game says of a legal action; rejects with a `Refused` for any other. */
  check(action: G['action']): Promise<G['check']>;
  /** Whether an action is legal. If it is not, the action bar says why, with the rule. */
  explain(action: G['action']): Promise<boolean>;
  /** Shows another seat's things large; null goes back to one's own. */
  show(seat: number | null): void;
  /** Says in the action bar why something cannot be done. */
  refuse(text: string, rule?: string): void;
}

export interface BoardProps<G extends GameTypes = GameTypes> {
  view: G['view'];
  /** The seat that this browser plays now; null for spectators and replays. */
  seat: number | null;
  /** The seat whose things are shown large. */
  shown: number;
  /** Whether this is the game as it stands, and not a position of the past. */
  live: boolean;
  /** Whether `seat` may act now in this very position. */
  active: boolean;
  /** Whether the board shows its action bar: the shell has its own for replays, spectators and the end. */
  bar: boolean;
  /** Whether `seat` may take its last action back without asking anybody. */
  undoable: boolean;
  table: Table;
  log: G['entry'][];
  /** What happened since the seat's last action, numbered: outlined until it acts. In a position of the past, and for
   * spectators, the last thing that a seat did. */
  recent: Recent<G['entry']>[];
  session: Session<G>;
  language: Language;
  /** The last refusal; the action bar shows it. */
  refusal: { text: string; rule?: string } | null;
  /** Places to look at or to press, for a lesson or a hint. The shell outlines them; a board that shows only a part of
   * itself brings them into sight. */
  lit: Anchor[];
  /** Whether the list of legal actions stands beside the board: what its texts number shows its number. */
  listed?: boolean;
  /** Opens the log, or another page of the drawer, where the drawer is a sheet; absent where there is no drawer. */
  onlog?: (event: MouseEvent, page?: 'chat' | 'rules') => void;
  /** Whether something in the chat was not seen yet. */
  unread?: boolean;
}

/** What an entry of the log is played in. */
export interface Scene<G extends GameTypes = GameTypes> {
  /** The position after it, and possibly after further entries. */
  view: G['view'];
  /** The position before it, and possibly before earlier entries. */
  before: G['view'];
  log: G['entry'][];
  /** Whether the seat that plays in this browser did it. */
  own: boolean;
  /** The seat whose things are shown large. */
  shown: number;
}

export interface ResultProps<G extends GameTypes = GameTypes> {
  view: G['view'];
  table: Table;
  language: Language;
}

/** A decision of a finished game: the position before it, and the moves to be drawn into it. */
export interface MovesProps<G extends GameTypes = GameTypes> {
  view: G['view'];
  seat: number;
  played: G['action'];
  better: G['action'] | null;
  table: Table;
}

export interface Head {
  no?: string | number;
  dice?: { value: number; red?: boolean }[];
}

export interface Count {
  /** The sign: the path of an icon of 24 × 24, drawn as a line with the number beside it. */
  path?: string;
  /** Instead of a sign, how long a piece is: as many pieces of the seat's colour are drawn as it has. */
  piece?: number;
  n: number;
  /** What the sign means, for readers and the pointer. */
  text: Text;
  /** A phone leaves it out. */
  wide?: boolean;
}

export interface Progress {
  n: number;
  of: number;
  text: Text;
  /** For a phone, where the text would push the game's name out. */
  brief?: Text;
  /** Where it is played, for a game with several maps; a phone leaves it out. */
  place?: string;
}

export interface GameModule<G extends GameTypes = GameTypes> {
  board: Component<BoardProps<G>>;
  /** Above the log, in the drawer. */
  aside?: Component<BoardProps<G>>;
  /** The board as it stands at the end, small, beside the charts: what decided the game. */
  finale?: Component<ResultProps<G>>;
  /** A picture of the whole board with what was played and what was better drawn into it (`parts/review/Stroke`), for
   * reviews; without it the board itself is shown after either. */
  moves?: Component<MovesProps<G>>;
  /** The whole score at the end. */
  result?: Component<ResultProps<G>>;
  /** How far the game is. */
  progress?(view: G['view']): Progress | null;
  points?(view: G['view']): number[] | null;
  /** A word under a seat's name, besides the shell's own (your turn, done, thinking). */
  seatNote?(view: G['view'], seat: number): Text | null;
  /** What a seat has, as signs with numbers in its place in the strip. */
  seatCounts?(view: G['view'], seat: number): Count[] | null;
  /** An entry of the log in fewer words, where the shell's log has less space than the text. */
  brief?(entry: G['entry']): Text | null;
  /** Whether an entry belongs to the act before it: the log shows it beneath that, in small. */
  follows?(entry: G['entry']): boolean;
  /** Whether several seats say it one after another in the same words: one line beneath the act, with their letters. */
  alike?(entry: G['entry']): boolean;
  /** Whether the log leaves an entry out: the board shows it, and the next line says what came of it. */
  silent?(entry: G['entry'], log: G['entry'][]): boolean;
  /** An entry beneath an act as a part of its sum (a word and its points): the parts stand in one line. */
  part?(entry: G['entry']): { text: Text; points: number } | null;
  /** Where an action of the view's own seat is done: what a hint lights first. */
  places?(action: G['action'], view: G['view']): Anchor[];
  /** What is seen to happen when the entry is new. */
  motion?(entry: G['entry'], scene: Scene<G>): Step[];
  /** Whether an entry continues the line of the one before, of the same seat and turn: several draws are one line. */
  joins?(entry: G['entry'], before: G['entry']): boolean;
  /** An entry of chance that begins a turn of the log, with its dice; without it the number of the turn does. */
  head?(entry: G['entry']): Head | null;
  /** The text of a file that an option takes, made small enough to send; the server checks it. */
  file?(option: string, text: string): string;
  /** Whether the action bar has two rows of buttons on a phone; its height is fixed, so the shell must know. */
  tall?: boolean;
  /** Whether the board has a row of pages (its own, log, chat, rules) under the action bar of an upright phone; the top
   * bar then has no sign for the log. */
  paged?: boolean;
  /** The name above the board, where the whole one would take the room of the seats. */
  title?: Record<Language, string>;
  /** Groups the list of legal actions; the first group is open. */
  group?(action: G['action']): string;
}

/** A game's module as the shell holds it. The shell hands a view only to the board of that view's game. */
export function defineGame<G extends GameTypes>(module: GameModule<G>): GameModule {
  return module as unknown as GameModule;
}

/** What the home page knows of a game before its board is loaded. */
export interface Card {
  game: string;
  no: number;
  stock: 'buff' | 'rose' | 'sage' | 'sky';
  picture: Component<Record<string, never>>;
  /** For a game that this server does not have yet. */
  about: {
    title: Record<Language, string>;
    designer: Record<Language, string>;
    players: [number, number];
    minutes: number;
  };
  line: Record<Language, string>;
  /** The name where there is no room for the whole one. */
  brief?: Record<Language, string>;
}
