/** One table over its WebSocket: keeps views, log and chat fresh, comes back by itself, repeats with the same id. */
import type { ActionsAnswer, CheckAnswer, Client, Message, PreviewAnswer, Rights } from '../generated/server';
import { Refused } from './api';
import { ticker } from './clock.svelte';
import { told } from './names';
import { changed, type Change } from './changes';
import type { ChatLine, Entry, LegalAction, Table, View, ViewMessage } from './types';

type Json = Record<string, unknown>;
type Without<M, K extends string> = M extends unknown ? Omit<M, K> : never;
/** What is answered by its id, which `send` adds. */
type Question = Without<Extract<Client, { id: string }>, 'id'>;

interface Waiting {
  message: Client;
  take: (answer: Message) => void;
  refuse: (error: Refused) => void;
}

export interface Sight {
  view: View;
  log: Entry[];
  n: number;
}

const key = (seat: number | null) => (seat === null ? 'spectator' : String(seat));

export class Live {
  table = $state.raw<Table | null>(null);
  rights = $state.raw<Rights | null>(null);
  sights = $state.raw<Record<string, Sight>>({});
  chat = $state.raw<ChatLine[]>([]);
  thinking = $state.raw<number[]>([]);
  /** Somebody's request to take a move back, while it is open. */
  asked = $state.raw<{ ask: string; seat: number } | null>(null);
  /** How the last request ended: agreed, declined, or forgotten with a connection that broke. */
  settled = $state.raw<{ seat: number; how: 'agreed' | 'declined' | 'lost' } | null>(null);
  connected = $state(false);
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private closed = false;
  private timer = 0;
  private losing = 0;
  private agreed: { seat: number } | null = null;
  private pulse = 0;
  private heard = 0;

  constructor(readonly id: string) {
    this.connect();
    document.addEventListener('visibilitychange', this.look);
    this.pulse = window.setInterval(() => this.beat(), 10_000);
  }

  sight(seat: number | null): Sight | undefined {
    return this.sights[key(seat)] ?? this.sights.spectator;
  }

  // ── asking and acting ──
  play(seat: number, action: Json): Promise<Message> {
    return this.send({ type: 'play', seat, action });
  }
  undo(seat: number): Promise<Message> {
    return this.send({ type: 'undo', seat });
  }
  agree(ask: string, yes: boolean): Promise<Message> {
    // Whoever says no knows how it ended.
    this.agreed = yes ? this.asked : null;
    this.asked = null;
    return this.send({ type: 'agree', ask, yes });
  }
  say(text: string): Promise<Message> {
    return this.send({ type: 'chat', text });
  }
  async legal(seat: number): Promise<LegalAction[]> {
    return (await this.send<ActionsAnswer>({ type: 'legal', seat })).actions;
  }
  async preview(seat: number, action: Json): Promise<unknown> {
    return (await this.send<PreviewAnswer>({ type: 'preview', seat, action })).preview;
  }
  async check(seat: number, action: Json): Promise<unknown> {
    return (await this.send<CheckAnswer>({ type: 'check', seat, action })).check;
  }
  async suggest(seat: number, request: Json): Promise<LegalAction[]> {
    return (await this.send<ActionsAnswer>({ type: 'suggest', seat, request })).actions;
  }

  private send<A extends Message>(question: Question): Promise<A> {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-');
    const message = { ...question, id } as Client;
    return new Promise((take, refuse) => {
      this.waiting.set(id, { message, take: (answer) => take(answer as A), refuse });
      this.post(message);
    });
  }

  private post(message: Client): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    document.removeEventListener('visibilitychange', this.look);
    clearTimeout(this.timer);
    clearTimeout(this.losing);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  // ── the line ──
  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?changes=1`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.doubt();
      if (document.hidden) this.look();
      // What was not acknowledged goes again under its old id: the server takes each id once.
      for (const { message } of this.waiting.values()) this.post(message);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.connected = false;
      this.thinking = [];
      const pause = Math.min(4000, 250 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6);
      this.timer = window.setTimeout(() => this.connect(), pause);
    };
  }

  /** Whoever does not see the page is told of their turn in other ways. */
  private look = () => this.post({ type: 'look', away: document.hidden });

  private beat(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > 25_000) this.socket.close();
    else this.post({ type: 'ping' });
  }

  private take(message: Message): void {
    switch (message.type) {
      case 'table':
        this.connected = true;
        this.tries = 0;
        ticker.set(message.now);
        this.table = told(message.table);
        this.rights = message.rights;
        break;
      case 'clocks':
        ticker.set(message.now);
        if (this.table) {
          const seats = this.table.seats.map((seat) => ({ ...seat, clock: message.seats[seat.seat] }));
          this.table = { ...this.table, seats };
        }
        break;
      case 'view':
        this.see(message);
        break;
      case 'view_change': {
        const { base, changes, ...rest } = message;
        const old = this.sights[key(message.seat)];
        if (old?.n !== base) this.post({ type: 'sync' });
        else this.see({ ...rest, type: 'view', view: changed(old.view, changes as Change[]) });
        break;
      }
      case 'done':
      case 'answer':
        this.settle(message.id)?.take(message);
        break;
      case 'refused':
        if (message.error.code === 'server.storage') {
          // Whether it took effect is not known: it goes again under its id when the server has its storage back.
          this.socket?.close();
          break;
        }
        this.settle(message.id)?.refuse(new Refused(message.error));
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === message.n)) {
          this.chat = [...this.chat, message].sort((a, b) => a.n - b.n).slice(-200);
        }
        break;
      case 'thinking':
        this.thinking = this.thinking.filter((seat) => seat !== message.seat);
        if (message.on) this.thinking = [...this.thinking, message.seat];
        break;
      case 'undo_asked':
        clearTimeout(this.losing);
        this.asked = { ask: message.ask, seat: message.seat };
        break;
      case 'undo_settled':
        this.end(message.yes ? 'agreed' : 'declined');
        break;
    }
  }

  private end(how: 'agreed' | 'declined'): void {
    const request = this.asked ?? this.agreed;
    if (request) this.settled = { seat: request.seat, how };
    this.asked = this.agreed = null;
  }

  /** After a break a request counts only if it is told again: the server may have forgotten it, or whoever made it is gone. */
  private doubt(): void {
    if (!this.asked) return;
    const { seat } = this.asked;
    this.asked = null;
    clearTimeout(this.losing);
    this.losing = window.setTimeout(() => (this.settled = { seat, how: 'lost' }), 6000);
  }

  private settle(id: string | null): Waiting | undefined {
    const waiting = this.waiting.get(id ?? '');
    this.waiting.delete(id ?? '');
    return waiting;
  }

  private see(message: ViewMessage): void {
    this.connected = true;
    this.tries = 0;
    const old = this.sights[key(message.seat)];
    if (message.from > (old?.n ?? 0)) {
      this.post({ type: 'sync' });
      return;
    }
    const kept = message.from === 0 ? [] : (old?.log ?? []).filter((line) => line.n < message.from);
    const log = [...kept, ...message.log];
    this.sights = { ...this.sights, [key(message.seat)]: { view: message.view, log, n: message.n } };
  }
}
