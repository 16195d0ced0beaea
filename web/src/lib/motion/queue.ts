/** Plays acts one after another. It never makes anybody wait: a long queue goes faster, a longer one is cut. */

/** Something under way: `done` settles when it has ended, `finish` ends it at once. */
export interface Run {
  done: Promise<unknown>;
  finish(): void;
}

/** Something to be played. Either `start` or `drop` is called, once. */
export interface Act {
  ms: number;
  /** Begins; `rate` is how many times faster than usual. Null if there is nothing to be seen. */
  start(rate: number): Run | null;
  /** It will not be played: everything is to be as if it had been. */
  drop(): void;
}

/** What is waiting is played within this time if it can be. */
export const WITHIN = 2400;
/** The most that a queue hurries. */
export const FASTEST = 3;

export class Queue {
  private waiting: Act[] = [];
  private running: Run | null = null;
  private awake = false;

  /** `wake` calls back once the page shows the position that the acts lead to. */
  constructor(private readonly wake: (begin: () => void) => void) {}

  get idle(): boolean {
    return !this.awake;
  }

  /** Puts acts at the end. What cannot be shown in time even at the fastest is dropped, the oldest first. */
  add(acts: Act[]): void {
    this.waiting.push(...acts);
    while (this.waiting.length > 1 && this.left() > WITHIN * FASTEST) this.waiting.shift()?.drop();
    if (this.awake || !this.waiting.length) return;
    this.awake = true;
    this.wake(() => void this.play());
  }

  /** Ends what runs and drops what waits. */
  skip(): void {
    const dropped = this.waiting;
    this.waiting = [];
    for (const act of dropped) act.drop();
    this.running?.finish();
  }

  private left(): number {
    return this.waiting.reduce((sum, act) => sum + act.ms, 0);
  }

  private async play(): Promise<void> {
    while (this.waiting.length) {
      const rate = Math.min(FASTEST, Math.max(1, this.left() / WITHIN));
      this.running = this.waiting.shift()!.start(rate);
      await this.running?.done;
      this.running = null;
    }
    this.awake = false;
  }
}
