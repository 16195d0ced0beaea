/** A hint in three steps: where to look, what to do, why. It holds for one turn. */
import { api, Refused } from './api';
import type { GameModule } from './board';
import type { Anchor } from './motion/steps';
import { notices } from './notice.svelte';
import { explain, settings } from './settings.svelte';
import type { Hint, View } from './types';

export class Hints {
  hint = $state.raw<Hint | null>(null);
  /** 0: none was asked for; 1: where, 2: what, 3: why. */
  stage = $state(0);
  thinking = $state(false);
  private turn = '';

  constructor(private readonly id: string) {}

  /** The next step; the first one asks the server. */
  async ask(seat: number): Promise<void> {
    if (this.thinking) return;
    if (this.hint) {
      // A card that was closed opens as it was.
      this.stage = Math.min(3, this.stage + 1);
      return;
    }
    const { turn } = this;
    this.thinking = true;
    try {
      const [found] = await Promise.all([api.hint(this.id, seat), settings.need('review')]);
      if (this.turn === turn) [this.hint, this.stage] = [found, 1];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notices.say(explain(error.fault));
    } finally {
      this.thinking = false;
    }
  }

  /** In another turn of the seat the hint is gone; what others do meanwhile, where several act at once, changes nothing. */
  follow(turn: string): void {
    if (turn === this.turn) return;
    this.turn = turn;
    [this.hint, this.stage] = [null, 0];
  }

  places(module: GameModule, view: View): Anchor[] {
    return this.hint && this.stage ? (module.places?.(this.hint.advice.action, view) ?? []) : [];
  }
}
