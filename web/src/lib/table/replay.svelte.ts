/** The positions of a game: the one that is shown, steps through them, and playing them by themselves. */
import { untrack } from 'svelte';
import { api, Refused } from '../api';
import { chorded, onButton, reading, typing } from '../keys';
import { notices } from '../notice.svelte';
import { router } from '../router.svelte';
import { explain } from '../settings.svelte';
import type { View, ViewMessage } from '../types';
import type { Seating } from './seating.svelte';

const SPEEDS = [1, 2, 4] as const;
/** Between two positions at the slowest speed: time to see what happened, with its motion. */
const PAUSE = 1400;

export class Replay {
  /** Whether positions follow each other by themselves. */
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  private positions = $state.raw<Record<string, ViewMessage>>({});
  private kept = $state.raw<{ view: View; seat: number | null } | null>(null);

  private sight = $derived.by(() => this.seating.sight);
  readonly over = $derived.by(() => !!this.sight?.view.over);
  /** The last position. */
  readonly last = $derived.by(() => this.sight?.n ?? 0);
  /** Positions after something that the log tells. */
  readonly stops = $derived.by(() => {
    const found = new Set([0, ...this.seating.log.map((line) => line.n + 1), this.last]);
    return [...found].filter((each) => each <= this.last).sort((a, b) => a - b);
  });
  /** The position that is asked for; null is the game as it stands. */
  readonly at = $derived.by(() => {
    const asked = this.asked();
    if (asked === null || !this.sight || asked < this.last) return asked;
    return this.over ? this.last : null;
  });
  /** The number of the position that is shown. */
  readonly n = $derived.by(() => this.at ?? this.last);
  readonly index = $derived.by(() =>
    Math.max(
      0,
      this.stops.findLastIndex((stop) => stop <= this.n),
    ),
  );
  /** Whether something is looked at that is not the game as it stands, or that is over. */
  readonly reviewing = $derived.by(() => this.at !== null || this.over);
  /** Whether an earlier position than the last is shown. */
  readonly past = $derived.by(() => this.at !== null && !(this.over && this.at === this.last));
  /** Whose eyes a position of the past is seen with: one's own while the game runs. */
  private eyes = $derived.by(() => (this.over ? null : this.seating.seat));
  private view = $derived.by<View | null>(() => {
    if (this.at === null || this.at === this.sight?.n) return this.sight?.view ?? null;
    return this.positions[this.key(this.at)]?.view ?? null;
  });
  /** While a position is on its way the one before stays, unless somebody else saw it. */
  readonly board = $derived.by(() => this.view ?? (this.kept?.seat === this.seating.seat ? this.kept.view : null));

  constructor(
    readonly id: string,
    private readonly asked: () => number | null,
    private readonly seating: Seating,
  ) {
    $effect(() => {
      if (this.view) this.kept = { view: this.view, seat: this.seating.seat };
    });
    $effect(() => this.load(this.at));
    $effect(() => this.address());
    $effect(() => {
      if (!this.reviewing) this.playing = false;
    });
    $effect(() => {
      if (!this.playing || !this.view || this.view.n !== this.n) return;
      const next = this.stops[this.index + 1];
      if (next === undefined) return void (this.playing = false);
      this.load(next);
      const timer = setTimeout(() => this.move(next), PAUSE / this.speed);
      return () => clearTimeout(timer);
    });
  }

  /** Shows a position; the address says which. */
  move(n: number): void {
    if (!this.sight) return;
    const there = n < this.last || this.over ? `/m/${this.id}/${Math.min(n, this.last)}` : `/t/${this.id}`;
    router.go(there, true);
  }

  step(by: number): void {
    this.playing = false;
    const stop = this.stops[Math.min(Math.max(this.index + by, 0), this.stops.length - 1)];
    if (stop !== undefined && stop !== this.n) this.move(stop);
  }

  /** Plays on from here; at the end from the beginning. */
  toggle(): void {
    if (!this.playing && this.index >= this.stops.length - 1) this.move(0);
    this.playing = !this.playing;
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
  }

  /** Keys that need no focus, while one looks back. */
  readonly keys = (event: KeyboardEvent): void => {
    if (!this.reviewing || event.defaultPrevented || event.shiftKey || chorded(event)) return;
    const slider = (event.target as Element | null)?.matches?.('input[type=range]');
    if (typing(event) && !(slider && event.key === ' ')) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      ' ': () => this.toggle(),
    };
    if (!acts[event.key] || (event.key === ' ' && onButton(event))) return;
    if (!event.key.startsWith('Arrow') && reading(event)) return;
    event.preventDefault();
    acts[event.key]();
  };

  private key(n: number): string {
    return `${this.eyes} ${n}`;
  }

  private load(n: number | null): void {
    if (n === null || !this.sight || n === this.sight.n) return;
    const key = this.key(n);
    if (untrack(() => this.positions[key])) return;
    api.position(this.id, n, this.eyes).then(
      (found) => (this.positions = { ...this.positions, [key]: found }),
      (error) => {
        this.playing = false;
        if (error instanceof Refused) notices.say(explain(error.fault));
      },
    );
  }

  /** The address is the position that is shown, whatever was asked for. */
  private address(): void {
    if (!this.sight || !router.path.startsWith('/m/')) return;
    const due = this.at === null && !this.over ? `/t/${this.id}` : `/m/${this.id}/${this.n}`;
    if (router.path !== due) untrack(() => router.go(due, true));
  }
}
