/** What waits for this person, wherever in the page they are: their search for a game, and invitations. */
import { api, Refused } from '../lib/api';
import { face } from '../lib/clock.svelte';
import { me } from '../lib/me.svelte';
import { notices } from '../lib/notice.svelte';
import { router } from '../lib/router.svelte';
import { explain, say, settings } from '../lib/settings.svelte';
import type { Search, Table, Wanted } from '../lib/types';

const SEARCHING = 1500;
const IDLE = 15_000;

class Company {
  search = $state.raw<Search | null>(null);
  invitations = $state.raw<Table[]>([]);
  private timer = 0;
  private asked = 0;

  /** Asks now and then; returns what ends it. */
  watch(): () => void {
    void this.ask();
    const look = () => document.hidden || void this.ask();
    const leave = () => {
      // Who closes the page does not wait for a game of one sitting any more, unless they come back at once.
      if (this.search && !this.search.table && this.search.clock.kind === 'live')
        void fetch('/api/search?leaving=true', { method: 'DELETE', keepalive: true });
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', leave);
    };
  }

  async ask(): Promise<void> {
    clearTimeout(this.timer);
    const number = ++this.asked;
    try {
      const { search, invitations } = await api.waiting();
      if (number !== this.asked) return;
      if (this.search && !search && !this.search.table && this.search.clock.kind === 'live')
        notices.say(say('lobby.ended'));
      this.take(search);
      this.invitations = invitations as Table[];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    if (number !== this.asked) return;
    clearTimeout(this.timer);
    // A guest cannot be invited; a page that nobody sees need not know.
    const idle = me.account && !document.hidden;
    if (this.search || idle)
      this.timer = window.setTimeout(() => this.ask(), this.search && !this.search.table ? SEARCHING : IDLE);
  }

  private take(search: Search | null): void {
    const before = this.search;
    this.search = search;
    if (!search?.table || before?.table === search.table) return;
    // Who plays against bots meanwhile decides themselves when to go.
    const meanwhile = router.path.startsWith('/t/') || (before === null && !router.path.startsWith('/lobby'));
    if (!meanwhile) void this.go();
  }

  /** To the table that was found. */
  async go(): Promise<void> {
    const table = this.search?.table;
    if (!table) return;
    router.go(`/t/${table}`);
    await this.stop();
  }

  async begin(wanted: Wanted): Promise<void> {
    await this.attempt(async () => {
      // A table that waits may be found at once, in the answer itself.
      this.take(await api.search(wanted));
      if (this.search) await this.ask();
    });
  }
  async fill(): Promise<void> {
    await this.attempt(async () => {
      this.take(await api.searchWithBots());
      if (this.search) await this.ask();
    });
  }
  async stop(): Promise<void> {
    this.search = null;
    this.asked++;
    await this.attempt(() => api.stopSearch());
    await this.ask();
  }
  /** A game against bots while the search goes on. */
  async meanwhile(levels: string[]): Promise<void> {
    const { search } = this;
    if (!search) return;
    const bots = Array.from({ length: search.least - 1 }, () => ({ kind: 'bot' as const, level: levels[0] }));
    await this.attempt(async () => {
      const table = await api.open({ game: search.game, seats: [{ kind: 'me' }, ...bots], start: true });
      router.go(`/t/${table.id}`);
    });
  }

  async accept(table: Table): Promise<void> {
    await this.attempt(async () => {
      await api.join(table.id, seatOf(table));
      router.go(`/t/${table.id}`);
    });
    await this.ask();
  }
  async decline(table: Table): Promise<void> {
    await this.attempt(() => api.decline(table.id, seatOf(table)));
    await this.ask();
  }

  private async attempt(what: () => Promise<unknown>): Promise<void> {
    try {
      await settings.need('lobby');
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notices.say(explain(error.fault));
    }
  }
}

/** How long a search has gone on, by whole seconds. */
export const waited = (search: Search, now: number) =>
  face(Math.max(0, Math.floor((now - search.since * 1000) / 1000) * 1000));
const seatOf = (table: Table) => table.seats.find((seat) => seat.kept?.you)?.seat ?? 0;
export const inviter = (table: Table) => table.seats.find((seat) => seat.kept?.you)?.kept?.by ?? null;
export const company = new Company();
