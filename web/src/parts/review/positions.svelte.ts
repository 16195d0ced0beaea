/** Positions of the past that were asked for. The one that is shown stays until the next is there. */
import type { ViewMessage } from '../../lib/types';

export class Positions<Of> {
  shown = $state.raw<{ message: ViewMessage; of: Of } | null>(null);
  private wanted = '';
  private readonly kept: Record<string, ViewMessage> = {};

  /** Where the server does not answer, the board of before stays; texts tell the moves. */
  async show(name: string, of: Of, ask: () => Promise<ViewMessage>): Promise<void> {
    this.wanted = name;
    const message = this.kept[name] ?? (await ask().catch(() => null));
    if (!message) return;
    this.kept[name] = message;
    if (this.wanted === name) this.shown = { message, of };
  }
}
