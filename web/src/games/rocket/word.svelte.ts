/** A seat's word in a veto round: what it would bid, and what it decided beforehand. */
import { untrack } from 'svelte';
import type { BoardProps } from '../../lib/board';
import type { Plan } from './plan.svelte';
import type { RocketView } from './types';

export class Word {
  shares = $state(1);
  /** The line on which this seat lets everything pass until its next turn. */
  autoLine = $state<string | null>(null);
  /** The bid that came with the call for a round. */
  private pending: { shares: number; hex: string; n: number } | null = null;

  /** Made while its board is made: it lives as long. */
  constructor(
    private readonly given: () => BoardProps<RocketView>,
    private readonly plan: Plan,
  ) {
    $effect(() => {
      // A new question: the mover's own hex is not what one would bid for.
      const { move } = this.given().view;
      const asked = plan.word;
      if (!asked || !move) return;
      plan.hex = move.targets.find((each) => each.hex !== move.hex)?.hex ?? move.hex;
      this.shares = Math.min(asked.shares, move.best + 1);
    });
    $effect(() => {
      if (plan.act) this.autoLine = null;
    });
    $effect(() => {
      const asked = !!plan.word;
      plan.page = asked ? 'veto' : untrack(() => (plan.page === 'veto' ? 'map' : plan.page));
    });
    $effect(() => this.answerBeforehand());
  }

  get auto(): boolean {
    return this.autoLine !== null && this.autoLine === this.given().view.move?.line;
  }
  set auto(on: boolean) {
    this.autoLine = on ? (this.given().view.move?.line ?? null) : null;
  }

  no = async () => {
    const { word } = this.plan;
    if (!word) return;
    this.pending = null;
    await this.plan.play(word.step === 'call' ? { type: 'veto', call: false } : { type: 'pass' });
  };

  yes = async () => {
    const { word } = this.plan;
    const { move, n } = this.given().view;
    if (!word || !move) return;
    const bid = { shares: this.shares, hex: this.plan.hex ?? move.hex };
    if (word.step === 'defend') await this.plan.play({ type: 'defend' });
    else if (word.step === 'bid') await this.plan.play({ type: 'bid', ...bid });
    else {
      this.pending = { ...bid, n };
      if (!(await this.plan.play({ type: 'veto', call: true }))) this.pending = null;
    }
  };

  /** Says what was decided before when one is asked; in a timer, so that no effect hangs on what it sets. */
  private answerBeforehand() {
    const { move, n } = this.given().view;
    const asked = this.plan.word;
    const auto = this.auto;
    if (!asked || !move || this.plan.busy || asked.step === 'defend') return;
    const timer = setTimeout(() => {
      if (asked.step === 'call') {
        if (this.pending?.n !== n) this.pending = null;
        if (auto) void this.no();
      } else if (auto) void this.no();
      else if (this.pending && this.pending.shares > move.best) {
        const { shares, hex } = this.pending;
        this.pending = null;
        void this.plan.play({ type: 'bid', shares, hex });
      }
    });
    return () => clearTimeout(timer);
  }
}
