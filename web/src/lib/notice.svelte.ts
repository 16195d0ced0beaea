/** What the page says in passing, and links that somebody must copy by hand. */
import { untrack } from 'svelte';
import { copy } from './clipboard';
import { say } from './settings.svelte';

const SECONDS = 4.5;

class Notices {
  text = $state('');
  /** Counts what was said: the same words twice are two notices. */
  count = $state(0);
  /** An address to copy by hand; it stays until it is closed. */
  address = $state('');
  /** Open dialogs, the last on top. What lies outside of it can be neither reached nor read out, so it shows the notice. */
  layers = $state.raw<symbol[]>([]);
  private timer = 0;
  private before: HTMLElement | null = null;

  readonly top = $derived(this.layers.at(-1));

  say(text: string): void {
    this.text = text;
    // Often said from an effect, which shall not run again because of it.
    this.count = untrack(() => this.count) + 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.text = ''), SECONDS * 1000);
  }

  /** Copies an address of this site; where the browser has no clipboard (plain http in a home network) it is shown. */
  async link(path: string): Promise<void> {
    const address = new URL(path, location.href).href;
    if (await copy(address)) return this.say(say('page.copied'));
    this.text = '';
    this.before = document.activeElement as HTMLElement | null;
    this.address = address;
  }

  close(): void {
    this.address = '';
    this.before?.focus();
  }

  /** A dialog opened: what to call when it is gone, and what it is known by. */
  cover(layer: symbol): () => void {
    this.layers = [...this.layers, layer];
    return () => (this.layers = this.layers.filter((each) => each !== layer));
  }
}

export const notices = new Notices();
