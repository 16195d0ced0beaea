/** What this browser's person is called on this server. */
import { api } from './api';
import type { Me as Known } from './types';

class Me {
  /** Null is nobody in particular; undefined, not asked yet. */
  name = $state<string | null | undefined>(undefined);
  /** Whether this browser is signed in to an account. */
  account = $state(false);
  /** By game: the level of bots that fits. */
  levels = $state.raw<Record<string, string>>({});

  /** Asks once; whoever asks for the person's tables anyway hands the answer to `take`. */
  meet(): void {
    if (this.name === undefined)
      void api.me().then(
        (answer) => this.take(answer),
        () => undefined,
      );
  }

  /** Signed in or out: the other tabs come anew, with the new cookie. */
  announce(): void {
    tabs.postMessage('changed');
  }

  take(answer: Known): Known {
    this.name = answer.name;
    this.account = answer.account;
    this.levels = answer.levels;
    return answer;
  }
}

/** Tabs of one browser share its cookie; a message does not come back to the tab that sent it. */
const tabs = new BroadcastChannel('branchline.account');
tabs.onmessage = () => location.reload();

export const me = new Me();
