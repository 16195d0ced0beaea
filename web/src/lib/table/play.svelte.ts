/** What a board may do at a table, for the seat that plays at this browser; refusals are kept to be shown. */
import { Refused } from '../api';
import type { Choice, Session } from '../board';
import { explain } from '../settings.svelte';
import { sound } from '../sound';
import type { LegalAction } from '../types';

type Json = Record<string, unknown>;

/** Where actions and questions go: a table's connection, or a lesson. */
export interface Line {
  play(seat: number, action: Json): Promise<unknown>;
  undo(seat: number): Promise<unknown>;
  preview(seat: number, action: Json): Promise<unknown>;
  check(seat: number, action: Json): Promise<unknown>;
  legal(seat: number): Promise<LegalAction[]>;
  suggest(seat: number, request: Json): Promise<LegalAction[]>;
}

/** Who plays at this browser, in which position. */
interface Place {
  readonly seat: number | null;
  readonly sight: { n: number } | undefined;
  show(seat: number | null): void;
}

export class Play implements Session {
  refusal = $state.raw<{ text: string; rule?: string } | null>(null);
  private refusedAt = 0;
  private previews = new Map<string, Promise<unknown>>();

  constructor(
    private readonly live: Line,
    private readonly seating: Place,
  ) {
    $effect(() => {
      void seating.sight?.n;
      void seating.seat;
      this.previews = new Map();
    });
  }

  readonly play = async (action: object): Promise<boolean> => {
    const { seat } = this.seating;
    if (seat === null) return false;
    const done = await this.attempt(() => this.live.play(seat, action as Json));
    if (done) sound('play');
    return done;
  };
  readonly undo = async (): Promise<void> => {
    const { seat } = this.seating;
    if (seat !== null) await this.attempt(() => this.live.undo(seat));
  };
  readonly preview = (action: object): Promise<unknown> => {
    const { seat } = this.seating;
    const key = JSON.stringify(action);
    let found = this.previews.get(key);
    if (!found) {
      found =
        seat === null ? Promise.resolve(undefined) : this.live.preview(seat, action as Json).catch(() => undefined);
      this.previews.set(key, found);
    }
    return found;
  };
  readonly legal = (): Promise<Choice[]> => {
    const { seat } = this.seating;
    return seat === null ? Promise.resolve([]) : this.live.legal(seat);
  };
  readonly suggest = (request: object): Promise<Choice[]> => {
    const { seat } = this.seating;
    return seat === null ? Promise.resolve([]) : this.live.suggest(seat, request as Json);
  };
  readonly check = (action: object): Promise<unknown> => {
    const { seat } = this.seating;
    return seat === null ? Promise.resolve(undefined) : this.live.check(seat, action as Json);
  };
  readonly explain = (action: object): Promise<boolean> => this.attempt(() => this.check(action));
  readonly show = (seat: number | null): void => this.seating.show(seat);
  readonly refuse = (text: string, rule?: string): void => {
    this.refusal = text ? { text, rule } : null;
    this.refusedAt = Date.now();
    if (text) sound('refuse');
  };

  /** The next thing that somebody does clears a refusal; reading it, or going to its rule, does not. */
  readonly forget = (event: Event): void => {
    if (!this.refusal || Date.now() - this.refusedAt < 400) return;
    if ((event.target as Element | null)?.closest?.('.words, .full')) return;
    if (event instanceof KeyboardEvent && ['Tab', 'Shift'].includes(event.key)) return;
    this.refusal = null;
  };

  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      this.refusal = null;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(explain(error.fault), error.fault.rule);
      return false;
    }
  }
}
