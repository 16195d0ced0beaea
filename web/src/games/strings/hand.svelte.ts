/** The string in the player's hand: its way, what the server says of it, and how it came there, step by step. */
import type { Action, Check, Game, RailCheck } from '../../generated/strings';
import { Refused } from '../../lib/api';
import type { Session } from '../../lib/board';
import type { Fault } from '../../lib/types';
import { Newest } from './newest';
import { far, lengthOf, Rope, simple, tightened, type Point } from './rope';

/** What the server says of the string: how it counts, or what is wrong with it. */
type Verdict = { check: Check; fault: null } | { check: null; fault: Fault & { detail?: Game['refusal'] } };

/** No more questions to the server than twenty a second. */
const PACE = 50;
const SPARE = 10;

export class Hand {
  /** Dense points as they are drawn. */
  nodes = $state.raw<Point[]>([]);
  /** Stations pressed one after another. */
  chain = $state.raw<number[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  pulling = $state(false);
  /** Grows when the player begins anew: an answer to what was asked before that is void. */
  era = $state(0);
  private rope: Rope | null = null;
  private past = $state.raw<{ nodes: Point[]; chain: number[] }[]>([]);
  /** Grows with every change that is to be judged, and which of them the verdict is about. */
  private change = $state(0);
  private judged = $state(0);
  /** An answer about an older change is void: what it was about has been put away. */
  private oldest = 0;
  private questions = new Newest(PACE);

  constructor(
    private session: () => Session<Game>,
    private action: (points: Point[]) => Action | null,
  ) {}

  get empty(): boolean {
    return this.nodes.length < 2;
  }
  get steps(): number {
    return this.past.length;
  }
  /** Whether the server has said that the string may lie as it does now. */
  get fits(): boolean {
    return !!this.verdict?.check && !this.asking;
  }
  /** Whether the server's word on what is in the hand now is still to come. */
  get asking(): boolean {
    return !this.empty && this.judged !== this.change;
  }
  get count(): RailCheck | null {
    return this.verdict?.check?.type === 'lay' ? this.verdict.check : null;
  }
  /** The few whole points that stand for the drawn line. */
  get points(): Point[] {
    return simple(this.nodes, 4).slice(0, 300);
  }

  clear(): void {
    this.era++;
    this.start([]);
  }
  /** An empty hand, with the stations that were pressed so far. */
  start(chain: number[]): void {
    this.nodes = [];
    this.chain = chain;
    this.verdict = null;
    this.past = [];
    this.rope = null;
    this.pulling = false;
    this.oldest = ++this.change;
    this.questions.drop();
  }
  remember(): void {
    this.past = [...this.past, { nodes: this.nodes, chain: this.chain }].slice(-40);
  }
  back(): void {
    this.era++;
    const before = this.past[this.past.length - 1];
    this.past = this.past.slice(0, -1);
    this.nodes = before?.nodes ?? [];
    this.chain = before?.chain ?? [];
    this.verdict = null;
    this.ask();
    this.oldest = this.change;
  }

  // ── by hand ──
  begin(from: Point[], limit: number, held: (point: Point) => boolean): void {
    this.era++;
    this.remember();
    this.chain = [];
    // Rounding to whole points may lengthen a string a little; the last millimetre is kept for that.
    this.rope = new Rope(from, limit - SPARE, held);
    this.pulling = true;
    this.nodes = this.rope.nodes;
  }
  pull(to: Point): void {
    if (!this.rope) return;
    this.rope.pull(to);
    this.nodes = this.rope.nodes.map((node) => [...node]);
    this.ask();
  }
  bend(at: number, to: Point): void {
    if (!this.rope) return;
    this.rope.bend(Math.min(at, this.rope.nodes.length - 2), to);
    this.nodes = this.rope.nodes.map((node) => [...node]);
    this.ask();
  }
  /** The drawn point that is nearest to a place, ends left out. */
  nearest(point: Point): number {
    let best = 1;
    for (let i = 1; i + 1 < this.nodes.length; i++)
      if (far(this.nodes[i], point) < far(this.nodes[best], point)) best = i;
    return best;
  }
  /** Let go; the end may click into place, and the string then draws as tight as it must. */
  drop(end: Point | null): void {
    const limit = this.rope?.limit ?? 0;
    if (end && this.nodes.length > 1) {
      const nodes = [...this.nodes.slice(0, -1), end];
      this.nodes = lengthOf(nodes) > limit ? tightened(nodes, limit) : nodes;
    }
    this.rope = null;
    this.pulling = false;
    this.ask();
  }

  // ── by the server's suggestion ──
  take(points: Point[], chain: number[]): void {
    this.remember();
    this.nodes = points;
    this.chain = chain;
    this.ask();
  }

  /** Ask what the rules say of it now; what was asked about it before and waits is not asked any more. */
  ask(): void {
    const change = ++this.change;
    if (this.empty) {
      this.verdict = null;
      this.questions.drop();
      return;
    }
    this.questions.ask(() => this.send(change));
  }
  private async send(change: number): Promise<void> {
    const action = this.action(this.points);
    if (!action) return;
    const said = await this.session()
      .check(action)
      .then(
        (check): Verdict => ({ check, fault: null }),
        (error: unknown) =>
          error instanceof Refused ? { check: null, fault: error.fault as Verdict['fault'] & Fault } : null,
      );
    if (change < this.oldest) return;
    if (said?.fault?.code === 'server.too_fast') this.questions.again(() => this.send(this.change));
    else if (said) {
      this.verdict = said;
      this.judged = change;
    }
  }
}
