/** A review under way: begun when it is not there, asked for again while it grows. */
import { api, Refused } from './api';
import type { Fault, Report, ReviewInfo } from './types';

/** Milliseconds between two looks. */
const PAUSE = 1500;

export class Review {
  status = $state<ReviewInfo['status']>('waiting');
  report = $state.raw<Report | null>(null);
  outdated = $state(false);
  fault = $state.raw<Fault | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;

  constructor(readonly id: string) {
    void this.ask(() => api.beginReview(id, false));
  }

  readonly growing = $derived(this.status === 'waiting' || this.status === 'running');

  /** Has it made anew. */
  again(): void {
    void this.ask(() => api.beginReview(this.id, true));
  }

  close(): void {
    this.gone = true;
    clearTimeout(this.timer);
  }

  private async ask(request: () => Promise<ReviewInfo>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await request();
      this.fault = null;
      this.status = found.status;
      this.outdated = found.outdated;
      if (found.report && found.report.playouts !== this.report?.playouts) this.report = found.report;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Without a network it is asked for again; anything else is said.
      if (error.fault.code !== 'page.offline') {
        this.fault = error.fault;
        this.status = 'failed';
      }
    }
    if (this.growing && !this.gone) this.timer = setTimeout(() => void this.ask(() => api.review(this.id)), PAUSE);
  }
}
