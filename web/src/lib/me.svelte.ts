/** What this browser's person is called on this server. */
import { api } from './api';
import type { Me as Known } from './types';

class Me {
  /** Null is nobody in particular; undefined, not asked yet. */
  name = $state<string | null | undefined>(undefined);

  /** Asks once; whoever asks for the person's tables anyway hands the answer to `take`. */
  meet(): void {
    if (this.name === undefined)
      void api.me().then(
        (answer) => this.take(answer),
        () => undefined,
      );
  }

  take(answer: Known): Known {
    this.name = answer.name;
    return answer;
  }
}

export const me = new Me();
