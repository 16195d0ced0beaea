/** Questions about what is being dragged: one at a time, and after its answer only the newest of those that came since. */

/** Before a question that was refused for its haste is asked again. */
const PATIENCE = 1000;

export class Newest {
  private waiting = false;
  private next: (() => Promise<unknown>) | null = null;
  private last = 0;
  private timer = 0;

  /** Questions begin at least `pace` milliseconds after each other. */
  constructor(private pace: number) {}

  /** Ask this, unless something newer is to be asked before its turn comes. */
  ask(question: () => Promise<unknown>): void {
    this.next = question;
    this.plan();
  }
  /** What has not been asked yet is not asked any more. */
  drop(): void {
    this.next = null;
    clearTimeout(this.timer);
  }
  /** The server has asked for patience: the question goes again, unless there is a newer one by then. */
  again(question: () => Promise<unknown>): void {
    this.next ??= question;
    this.last = Date.now() + PATIENCE;
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.waiting) return;
    this.timer = window.setTimeout(() => void this.send(), Math.max(0, this.last + this.pace - Date.now()));
  }
  private async send(): Promise<void> {
    const question = this.next;
    if (!question) return;
    this.next = null;
    this.waiting = true;
    this.last = Date.now();
    try {
      await question();
    } finally {
      this.waiting = false;
      if (this.next) this.plan();
    }
  }
}
