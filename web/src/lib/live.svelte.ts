/** One table over its WebSocket: keeps views, log and chat fresh, comes back by itself, repeats with the same id. */
/* eslint-disable @typescript-eslint/no-explicit-any */
import { Refused } from './api';
import { told } from './names';
import type { ChatLine, Form, LegalAction, Line, Table, View, ViewMessage } from './types';

interface Waiting {
  message: Record<string, unknown>;
  take: (answer: Record<string, unknown>) => void;
  refuse: (error: Refused) => void;
}

export interface Sight {
  view: View;
  log: Line[];
  n: number;
}

const key = (seat: number | null) => (seat === null ? 'spectator' : String(seat));

export class Live {
  table = $state.raw<Table | null>(null);
  sights = $state.raw<Record<string, Sight>>({});
  chat = $state.raw<ChatLine[]>([]);
  thinking = $state.raw<number[]>([]);
  /** Somebody's wish to take a move back, while it is open. */
  asked = $state.raw<{ ask: string; seat: number } | null>(null);
  /** How the last wish ended: agreed, declined, or forgotten with a connection that broke. */
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
    this.pulse = window.setInterval(() => this.beat(), 10_000);
  }

  sight(seat: number | null): Sight | undefined {
    return this.sights[key(seat)] ?? this.sights.spectator;
  }

  // ── asking and acting ──
  play(seat: number, action: Form): Promise<unknown> {
    return this.send({ type: 'play', seat, action });
  }
  undo(seat: number): Promise<unknown> {
    return this.send({ type: 'undo', seat });
  }
  agree(ask: string, yes: boolean): Promise<unknown> {
    // Whoever says no knows how it ended.
    this.agreed = yes ? this.asked : null;
    this.asked = null;
    return this.send({ type: 'agree', ask, yes });
  }
  say(text: string): Promise<unknown> {
    return this.send({ type: 'chat', text });
  }
  async legal(seat: number): Promise<LegalAction[]> {
    return (await this.send({ type: 'legal', seat })).actions as LegalAction[];
  }
  async preview(seat: number, action: Form): Promise<Record<string, unknown>> {
    return (await this.send({ type: 'preview', seat, action })).preview as Record<string, unknown>;
  }
  async check(seat: number, action: Form): Promise<unknown> {
    return (await this.send({ type: 'check', seat, action })).check;
  }
  async suggest(seat: number, wish: Form): Promise<LegalAction[]> {
    return (await this.send({ type: 'suggest', seat, wish })).actions as LegalAction[];
  }

  private send(message: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-');
    const whole = { id, ...message };
    return new Promise((take, refuse) => {
      this.waiting.set(id, { message: whole, take, refuse });
      this.post(whole);
    });
  }

  private post(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.losing);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  // ── the line ──
  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.doubt();
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

  private beat(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > 25_000) this.socket.close();
    else this.post({ type: 'ping' });
  }

  private take(message: Record<string, any>): void {
    switch (message.type) {
      case 'table':
        this.connected = true;
        this.tries = 0;
        this.table = told(message.table);
        break;
      case 'view':
        this.see(message as ViewMessage);
        break;
      case 'done':
      case 'answer':
        this.settle(message.id)?.take(message);
        break;
      case 'refused':
        this.settle(message.id)?.refuse(new Refused(message.error));
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === message.n)) {
          this.chat = [...this.chat, message as ChatLine].sort((a, b) => a.n - b.n).slice(-200);
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
    const wish = this.asked ?? this.agreed;
    if (wish) this.settled = { seat: wish.seat, how };
    this.asked = this.agreed = null;
  }

  /** After a break a wish counts only if it is told again: the server may have forgotten it, or whoever had it is gone. */
  private doubt(): void {
    if (!this.asked) return;
    const { seat } = this.asked;
    this.asked = null;
    clearTimeout(this.losing);
    this.losing = window.setTimeout(() => (this.settled = { seat, how: 'lost' }), 6000);
  }

  private settle(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private see(message: ViewMessage): void {
    this.connected = true;
    this.tries = 0;
    const old = this.sights[key(message.seat)];
    if (message.from > (old?.n ?? 0)) {
      this.post({ type: 'sync', have: { n: old?.n ?? 0 } });
      return;
    }
    const kept = message.from === 0 ? [] : (old?.log ?? []).filter((line) => line.n < message.from);
    const log = [...kept, ...message.log];
    this.sights = { ...this.sights, [key(message.seat)]: { view: message.view, log, n: message.n } };
  }
}
