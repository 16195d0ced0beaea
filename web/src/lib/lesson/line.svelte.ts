/** One step of a lesson: what was done in it so far, and the position that this leads to. */
import { api, Refused, type LessonPlace } from '../api';
import type { Line } from '../table/play.svelte';
import type { Entry, Fault, LegalAction, LessonPosition, Table, View } from '../types';

type Json = Record<string, unknown>;

export class LessonLine implements Line {
  position = $state.raw<LessonPosition | null>(null);
  /** The step that the position is of: while the next one is on its way, still the one before. */
  place = $state.raw<LessonPlace | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** How many legal actions did not fulfil the task. */
  misses = $state(0);
  private actions = $state.raw<Json[]>([]);

  readonly table = $derived.by(() => this.position?.table as Table | undefined);
  readonly sight = $derived.by(() => {
    const message = this.position?.view;
    return message && { view: message.view as View, log: message.log as Entry[], n: message.n };
  });
  /** How many actions of the step are done. */
  readonly done = $derived(this.actions.length);

  /** The last step that was asked for. */
  private wanted: LessonPlace | null = null;

  /** Goes to the beginning of a step. */
  async enter(at: LessonPlace): Promise<void> {
    this.wanted = at;
    try {
      const found = await api.lessonPosition(at, []);
      if (at !== this.wanted) return;
      if (at !== this.place) this.misses = 0;
      this.place = at;
      this.take(found, []);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.fault = error.fault;
    }
  }

  /** The same step once more. */
  begin = () => this.enter(this.open);

  async play(_seat: number, action: Json): Promise<void> {
    const at = this.open;
    const actions = [...this.actions, action];
    const found = await api.lessonPosition(at, actions);
    if (at !== this.wanted) return;
    if (found.verdict !== 'wrong') return this.take(found, actions);
    this.misses += 1;
    // In an exercise what was done before is right; a task of a lesson may have gone astray at any action.
    if (this.actions.length && at.part === 'lesson') await this.begin();
    throw new Refused({ code: 'lesson.wrong', facts: {}, text: found.text ?? undefined });
  }

  async undo(): Promise<void> {
    const at = this.open;
    const actions = this.actions.slice(0, -1);
    const found = await api.lessonPosition(at, actions);
    if (at === this.wanted) this.take(found, actions);
  }

  async preview(_seat: number, action: Json): Promise<unknown> {
    return (await this.ask({ type: 'preview', action })).preview;
  }
  async check(_seat: number, action: Json): Promise<unknown> {
    return (await this.ask({ type: 'check', action })).check;
  }
  async legal(): Promise<LegalAction[]> {
    return ((await this.ask({ type: 'legal' })).actions ?? []) as LegalAction[];
  }
  async suggest(_seat: number, request: Json): Promise<LegalAction[]> {
    return ((await this.ask({ type: 'suggest', request })).actions ?? []) as LegalAction[];
  }

  private async ask(question: { type: 'legal' | 'preview' | 'check' | 'suggest'; action?: Json; request?: Json }) {
    const asked = { action: {}, request: {}, ...question, actions: this.actions };
    const answer = await api.lessonAnswer(this.open, asked);
    if (answer.error) throw new Refused(answer.error as Fault);
    return answer;
  }

  /** Boards are drawn from a position, so whatever they ask is of its step. */
  private get open(): LessonPlace {
    if (!this.place) throw new Error('No step of the lesson is open yet.');
    return this.place;
  }

  private take(found: LessonPosition, actions: Json[]): void {
    this.position = found;
    this.actions = actions;
  }
}
