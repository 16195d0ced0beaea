/** What is new in a position is played in the order of the log. The page shows the newest position all the time: things
 * that a step has still to bring are only hidden, and can be pressed. Any press or key shows everything at once. */
import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { GameModule } from '../board';
import { settings } from '../settings.svelte';
import type { Entry, View } from '../types';
import { layer, ready } from './acts';
import { Curtain } from './anchors';
import { Queue, type Act } from './queue';
import { backwards, brought, lasts, type Anchor, type Step } from './steps';

/** What the page shows: the newest position, or one of the past. */
export interface Seen {
  view: View;
  log: Entry[];
  live: boolean;
  /** The seat whose things are large. */
  shown: number;
}

/** A move through the history over more events than this is a jump, and nothing is played. */
const FAR = 3;

class Motion {
  /** The anchors of things that are still to be brought. */
  readonly pending = new SvelteSet<Anchor>();
  private counts = new Map<Anchor, number>();
  private curtain = new Curtain();
  private queue = new Queue((begin) => void tick().then(begin));
  private last: Seen | null = null;

  constructor() {
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, this.skip, true);
    document.addEventListener('visibilitychange', () => document.hidden && this.skip());
  }

  /** Takes the position that the page is about to show, before it does. */
  see(now: Seen, module: GameModule | null): void {
    const last = this.last;
    this.last = now;
    if (!last || !module?.motion || last.view.commit !== now.view.commit || last.view.n === now.view.n) return;
    if (settings.isStill || document.hidden) return this.skip();
    const back = now.view.n < last.view.n;
    const [from, to] = back ? [now.view.n, last.view.n] : [last.view.n, now.view.n];
    const news = now.log.filter((entry) => entry.n >= from && entry.n < to);
    const jump = !(last.live && now.live) && new Set(news.map((entry) => entry.n)).size > FAR;
    const wild = (back && last.live && now.live) || news.some((entry) => entry.kind === 'undone');
    if (!last.live || !now.live || wild) this.skip();
    if (jump || wild) return;
    const [view, before] = back ? [last.view, now.view] : [now.view, last.view];
    const acts = news.map((entry) => {
      const steps = module.motion!(entry, {
        view,
        before,
        log: now.log,
        own: entry.seat === view.you,
        shown: now.shown,
      });
      return (back ? backwards(steps) : steps).map((step) => this.act(step, entry.n));
    });
    this.queue.add((back ? acts.reverse() : acts).flat());
  }

  /** Shows everything as it is. */
  skip = (): void => this.queue.skip();

  /** Forgets the table that was shown. */
  leave(): void {
    this.skip();
    this.last = null;
  }

  private act(step: Step, n: number): Act {
    const held = brought(step);
    this.hold(held);
    const { start, drop } = ready(step, (at) => {
      // A step may say twice that its thing is there; another step may still hide it.
      const i = held.indexOf(at);
      if (i < 0) return;
      held.splice(i, 1);
      this.release(at);
    });
    return {
      ms: lasts(step),
      drop,
      start: (rate) => {
        layer().dataset.step = `${n} ${step.do}`;
        return start({ rate, delay: 0 });
      },
    };
  }

  private hold(anchors: Anchor[]): void {
    for (const at of anchors) {
      this.counts.set(at, (this.counts.get(at) ?? 0) + 1);
      this.pending.add(at);
    }
    if (anchors.length) this.curtain.hide(this.pending);
  }

  private release(at: Anchor): void {
    const left = (this.counts.get(at) ?? 0) - 1;
    if (left > 0) return void this.counts.set(at, left);
    if (this.counts.delete(at)) {
      this.pending.delete(at);
      this.curtain.hide(this.pending);
    }
  }
}

export const motion = new Motion();
