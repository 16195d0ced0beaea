/** Clocks as they are shown: the server's time, what a seat has left, and the words for it. */
import { say, settings } from './settings.svelte';
import type { Clock, Seat, Table } from './types';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

class Ticker {
  /** The server's time, as far as the page knows; it moves while somebody looks. */
  now = $state(Date.now());
  private skew = 0;
  private lookers = 0;
  private timer = 0;

  /** The server says what time it is. */
  set(now: number): void {
    this.skew = now - Date.now();
    this.now = now;
  }

  /** Lets the time move until the function that it returns is called. */
  look(): () => void {
    if (!this.lookers++) this.timer = window.setInterval(() => (this.now = Date.now() + this.skew), 200);
    return () => {
      if (!--this.lookers) clearInterval(this.timer);
    };
  }
}
export const ticker = new Ticker();

/** What a seat has left, in ms; null where it has no clock or needs none. */
export function left(table: Table, seat: Seat): number | null {
  if (!table.clock || !seat.clock || seat.kind === 'bot' || table.status !== 'running') return null;
  const { left: had, due, flagged } = seat.clock;
  if (flagged) return 0;
  if (due === null) return had;
  const rest = Math.max(0, due - ticker.now);
  // Over days the deadline counts, quiet hours included; in a sitting nothing is lost before the delay is over.
  return table.clock.kind === 'days' ? rest : Math.min(had, rest);
}

export function isLow(table: Table, rest: number): boolean {
  return rest <= (table.clock?.kind === 'days' ? 3 * HOUR : 30 * SECOND);
}

/** 4:05, 1:04:05, or days and hours. */
export function face(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  const [d, h] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600)];
  const [m, s] = [Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, '0')];
  if (ms >= 10 * DAY) return say('page.left_many_days', { d });
  if (ms >= DAY) return say('page.left_days', { d, h: h % 24 });
  if (ms >= 3 * HOUR) return say('page.left_hours', { h, m });
  return h ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** How many characters the face of a table's clocks may have: nothing moves when it changes. */
export function width(clock: Clock): number {
  if (clock.kind === 'days') return 7;
  return clock.base >= 3600 ? 7 : 5;
}

/** A clock in a few words: 5 min + 10 s, 2 days per move. */
export function pace(clock: Clock | null): string {
  if (!clock) return say('page.pace_none');
  if (clock.kind === 'live') {
    const whole = clock.base % 60 === 0;
    const base = whole ? say('page.minutes', { n: clock.base / 60 }) : say('page.seconds', { n: clock.base });
    return clock.increment ? `${base} + ${say('page.seconds', { n: clock.increment })}` : base;
  }
  return clock.hours % 24 === 0
    ? say('page.pace_days', { n: clock.hours / 24 })
    : say('page.pace_hours', { n: clock.hours });
}

/** How long ago something was, by the clock of this device: 3 minutes ago, 2 hours ago. */
export function since(at: number): string {
  const seconds = Math.max(0, (Date.now() - at) / SECOND);
  const [n, unit] =
    seconds < 3600
      ? ([Math.floor(seconds / 60), 'minute'] as const)
      : seconds < 86_400
        ? ([Math.floor(seconds / 3600), 'hour'] as const)
        : ([Math.floor(seconds / 86_400), 'day'] as const);
  return new Intl.RelativeTimeFormat(settings.shown, { numeric: 'auto' }).format(-n, unit);
}
