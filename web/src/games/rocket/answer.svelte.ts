/** A seat's answer in a veto: what it would bid, and what it decided beforehand. */
import { untrack } from 'svelte';
import type { Game } from '../../generated/rocket';
import type { BoardProps } from '../../lib/board';
import type { Plan } from './plan.svelte';

export class Answer {
  shares = $state(1);
  /** By seat, for several may sit at one browser: the line on which it lets everything pass until its next turn. */
  private autoLines = $state.raw<Record<number, string | undefined>>({});
  /** The bid that came with a seat's call for a round, until that seat is asked for it. */
  private pending: { seat: number; extension: string; shares: number; hex: string } | null = null;
  /** The seat that is asked, and in which position; empty if none is. */
  private readonly question = $derived.by(() => (this.plan.asked && this.plan.view.move ? this.plan.moment : ''));

  /** Made while its board is made: it lives as long. */
  constructor(
    private readonly given: () => BoardProps<Game>,
    private readonly plan: Plan,
  ) {
    $effect(() => {
      if (this.question) untrack(() => this.begin());
    });
    $effect(() => {
      if (plan.act) untrack(() => this.letPass(null));
    });
    $effect(() => {
      const asked = !!plan.asked;
      plan.page = asked ? 'veto' : untrack(() => (plan.page === 'veto' ? 'map' : plan.page));
    });
    $effect(() => this.answerBeforehand());
  }

  /** A new question: the mover's own hex is not what one would bid for. */
  private begin() {
    const { asked, view } = this.plan;
    const { move } = view;
    if (!asked || !move) return;
    this.plan.hex = move.targets.find((each) => each.hex !== move.hex)?.hex ?? move.hex;
    if (asked.step !== 'defend') this.shares = Math.min(asked.shares, asked.least);
  }

  private get seat(): number {
    return this.given().seat ?? -1;
  }
  get auto(): boolean {
    const { move } = this.plan.view;
    return !!move && this.autoLines[this.seat] === move.line;
  }
  set auto(on: boolean) {
    this.letPass(on ? (this.plan.view.move?.line ?? null) : null);
  }
  private letPass(line: string | null) {
    this.autoLines = { ...this.autoLines, [this.seat]: line ?? undefined };
  }

  /** The extension that is spoken of: a line goes once a turn. */
  private get extension(): string {
    const { turn, move } = this.plan.view;
    return `${turn} ${move?.line}`;
  }

  no = async () => {
    const { asked } = this.plan;
    if (!asked) return;
    if (this.pending?.seat === this.seat) this.pending = null;
    await this.plan.play(asked.step === 'call' ? { type: 'veto', call: false } : { type: 'pass' });
  };

  yes = async () => {
    const { asked, view } = this.plan;
    const { move } = view;
    if (!asked || !move) return;
    const bid = { shares: this.shares, hex: this.plan.hex ?? move.hex };
    if (asked.step === 'defend') await this.plan.play({ type: 'defend' });
    else if (asked.step === 'bid') await this.plan.play({ type: 'bid', ...bid });
    else {
      this.pending = { ...bid, seat: this.seat, extension: this.extension };
      if (!(await this.plan.play({ type: 'veto', call: true }))) this.pending = null;
    }
  };

  /** Says what was decided before when one is asked; in a timer, so that no effect hangs on what it sets. */
  private answerBeforehand() {
    const { move } = this.plan.view;
    const { seat, auto, extension } = this;
    const asked = this.plan.asked;
    if (!asked || !move || this.plan.busy || asked.step === 'defend') return;
    const timer = setTimeout(() => {
      // While somebody is still asked for a call, no round has begun that a bid could wait for.
      if (asked.step === 'call') this.pending = null;
      const mine = this.pending?.seat === seat ? this.pending : null;
      if (auto) void this.no();
      else if (mine) {
        this.pending = null;
        if (mine.extension === extension && mine.shares >= asked.least)
          void this.plan.play({ type: 'bid', shares: mine.shares, hex: mine.hex });
      }
    });
    return () => clearTimeout(timer);
  }
}
