/** The border between the shell and a game. web/BOARDS.md explains it. */
/* eslint-disable @typescript-eslint/no-explicit-any */
import type { Component } from 'svelte';
import type { IconName } from '../parts/Icon.svelte';
import type { Form, Language, LegalAction, Line, Table, Text, View } from './types';

/** What a board may do. Everything is asked of the server; no rules run here. */
export interface Room {
  /** Acts for the seat that is shown. False if it was refused; the shell has then said why. The new view comes before
   * the answer, so what was chosen is cleared by the view: by then the player may have chosen in it already. */
  play(action: Form): Promise<boolean>;
  undo(): Promise<void>;
  /** What a legal action would bring; undefined if it is not legal. Answers are kept until the position changes. */
  preview(action: Form): Promise<Record<string, unknown> | undefined>;
  legal(): Promise<LegalAction[]>;
  suggest(wish: Form): Promise<LegalAction[]>;
  check(action: Form): Promise<unknown>;
  /** Shows another seat's things large; null goes back to one's own. */
  show(seat: number | null): void;
  /** Says in the action bar why something cannot be done. */
  refuse(text: string, rule?: string): void;
}

export interface BoardProps<V extends View = View> {
  view: V;
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
  log: Line[];
  room: Room;
  language: Language;
  /** The last refusal; the action bar shows it. */
  refusal: { text: string; rule?: string } | null;
}

export interface Head {
  no?: string | number;
  dice?: { value: number; red?: boolean }[];
}

export interface Count {
  icon: IconName;
  n: number;
  /** What the sign means, for readers and the pointer. */
  text: Text;
  /** A phone leaves it out. */
  wide?: boolean;
}

export interface GameModule {
  board: Component<BoardProps<any>>;
  /** Above the log, in the drawer. */
  aside?: Component<BoardProps<any>>;
  /** The whole score at the end. */
  result?: Component<{ view: any; table: Table; language: Language }>;
  /** How far the game is; `brief` for a phone, where the text would push the game's name out. */
  progress?(view: any): { n: number; of: number; text: Text; brief?: Text } | null;
  points?(view: any): number[] | null;
  /** A word under a seat's name, besides the shell's own (your turn, done, thinking). */
  seatNote?(view: any, seat: number): Text | null;
  /** What a seat has, as signs with numbers in its place in the strip. */
  seatCounts?(view: any, seat: number): Count[] | null;
  /** A line of the log in fewer words, where the shell's log has less room than the text. */
  brief?(line: Line): Text | null;
  /** A line of chance that begins a group of the log. */
  head?(line: Line): Head | null;
  /** The text of a file that an option takes, made small enough to send; the server checks it. */
  file?(option: string, text: string): string;
  /** A seat's view is not for the others' eyes: several at one screen hand it over. */
  hidden?: boolean;
  /** Groups the list of legal actions; the first group is open. */
  group?(action: Form): string;
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
}
