/** Which of the seats at this browser plays now, and whose things are shown. */
import type { Live } from '../live.svelte';
import type { GameInfo } from '../types';

export class Seating {
  /** Who plays at this browser now; null for spectators. */
  seat = $state<number | null>(null);
  /** Somebody else's things that are looked at. */
  private looking = $state<number | null>(null);
  /** Who has the screen, where a game hides something from others at the same screen. */
  private holder = $state<number | null>(null);
  private lastChance = -1;

  readonly sight = $derived.by(() => this.live.sight(this.seat));
  readonly log = $derived.by(() => this.sight?.log ?? []);
  /** Whether seats know different things. */
  readonly hidden = $derived.by(() => this.info()?.information === 'hidden');
  private secret = $derived.by(() => this.hidden && (this.live.table?.you.length ?? 0) > 1);
  /** Whether the screen has still to be handed over. */
  readonly covered = $derived.by(
    () => this.secret && this.seat !== null && this.seat !== this.holder && this.sight?.view.over === false,
  );
  /** Whose things are shown large. */
  readonly shown = $derived.by(() => this.looking ?? this.seat ?? 0);

  constructor(
    private readonly live: Live,
    private readonly info: () => GameInfo | null,
  ) {
    $effect(() => this.choose());
    $effect(() => {
      if (!this.secret) this.holder = this.seat;
    });
  }

  show(seat: number | null): void {
    this.looking = seat === this.seat ? null : seat;
  }

  /** The one whose turn it is has the screen. */
  take(): void {
    this.holder = this.seat;
  }

  /** Several at one screen: the seat that must act comes to the front. */
  private choose(): void {
    const you = this.live.table?.you ?? [];
    const { seat, sight, log } = this;
    // The views of several seats come one after another; only the newest says who acts.
    const newest = Object.values(this.live.sights).reduce(
      (best, each) => (each.n > best.n ? each : best),
      sight ?? { n: -1, view: null },
    );
    const actors = newest.view?.actors ?? [];
    const chance = log.findLast((line) => line.seat === null)?.n ?? -1;
    const fresh = chance !== this.lastChance;
    this.lastChance = chance;
    if (seat === null || !you.includes(seat)) {
      this.seat = you.find((each) => actors.includes(each)) ?? you[0] ?? null;
    } else if (you.length > 1 && fresh && actors.includes(seat)) {
      // After a new roll or draw the round begins again with the first.
      this.front(you.find((each) => actors.includes(each)) ?? seat);
    } else if (!actors.includes(seat)) {
      // Views come one by one: a seat whose own view is older still shows the turn before.
      const due = actors.filter((each) => you.includes(each) && (this.live.sight(each)?.n ?? -1) >= (sight?.n ?? 0));
      const next = due.find((each) => each > seat) ?? due[0];
      if (next !== undefined) this.front(next);
    }
  }

  private front(seat: number): void {
    this.seat = seat;
    this.looking = null;
  }
}
