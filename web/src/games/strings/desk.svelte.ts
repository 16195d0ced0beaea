/** What a player does at the table: the string or the station in the hand, requests, and the confirming of it all. */
import type { Action, Game, Lay, Place, Request, StationView, StringsView } from '../../generated/strings';
import { Refused } from '../../lib/api';
import type { Choice, Session } from '../../lib/board';
import { explain, say } from '../../lib/settings.svelte';
import { Camera } from './camera.svelte';
import { offered } from './choices';
import { holds, type Kind } from './draw';
import { Hand } from './hand.svelte';
import { Newest } from './newest';
import { far, type Point } from './rope';

export type StringKind = Lay['string'];
type Found = Choice<Game>[];

export interface Seating {
  view: StringsView;
  active: boolean;
  session: Session<Game>;
}
/** A station let go so near to a place where it fits clicks there. */
const CLICK = 420;
const PACE = 50;

export class Desk {
  camera = new Camera();
  string = $state<StringKind>('short');
  turn = $state(0);
  kind = $state<Kind | null>(null);
  tile = $state.raw<Point | null>(null);
  fits = $state<boolean | null>(null);
  why = $state.raw<{ text: string; rule?: string } | null>(null);
  /** Whether the station was put down, and no longer hangs at the pointer. */
  settled = $state(false);
  busy = $state(false);
  /** Stations that were pressed and wait for their string, and the era of the hand in which they were. */
  private presses = $state.raw({ era: -1, left: 0 });
  private led: Promise<void> = Promise.resolve();
  hand: Hand;

  phase = $derived.by(() => (this.at().active ? this.at().view.phase : 'watch'));
  company = $derived.by(() => this.at().view.company ?? 0);
  closed = $derived(this.phase === 'mountains' || this.phase === 'field');
  free = $derived.by(() => this.phase === 'field' && !!offered(this.view, 'field')?.free);
  drawing = $derived(['lay', 'river', 'mountains'].includes(this.phase) || this.free);
  starts = $derived.by(() => new Set(this.phase === 'lay' ? offered(this.view, 'lay')?.starts : []));
  full = $derived.by(() => new Set(this.phase === 'lay' ? offered(this.view, 'lay')?.full : []));
  limit = $derived.by(() => {
    const { sizes } = this.view;
    return this.phase === 'river' || this.phase === 'mountains' || this.phase === 'field'
      ? sizes[this.phase]
      : sizes[this.string];
  });
  /** A string through the stations that were pressed is on its way. */
  leading = $derived.by(() => this.presses.left > 0 && this.presses.era === this.hand.era);
  ready = $derived.by(() => {
    if (this.phase === 'watch' || this.phase === 'corner') return false;
    if (this.phase === 'place') return this.fits === true && this.tile !== null;
    if (this.phase === 'field' && !this.free) return true;
    return this.hand.fits && !this.hand.pulling && !this.leading;
  });

  private hints: Found = [];
  private hint = 0;
  private seed = 0;
  private asking = 0;
  private places = new Newest(PACE);

  constructor(private at: () => Seating) {
    this.hand = new Hand(
      () => this.at().session,
      (points) => (this.drawing ? this.drawn(points) : null),
    );
  }
  get view(): StringsView {
    return this.at().view;
  }
  private get session(): Session<Game> {
    return this.at().session;
  }

  /** A new moment: the hand is empty. */
  begin(): void {
    this.clear();
    this.hints = [];
    this.hint = 0;
    const strings = offered(this.view, 'lay')?.strings;
    if (strings) this.string = strings.includes('short') ? 'short' : 'long';
    this.kind = this.view.hand[0] ?? null;
  }
  clear(): void {
    this.hand.clear();
    this.asking++;
    this.tile = null;
    this.fits = null;
    this.why = null;
    this.settled = false;
    this.places.drop();
  }
  /** The action that lays the string in the hand. */
  private drawn(points: Point[]): Action | null {
    if (this.phase === 'lay') return { type: 'lay', string: this.string, points };
    const loop =
      this.closed && points.length > 3 && far(points[0], points[points.length - 1]) < 60 ? points.slice(0, -1) : points;
    if (this.phase === 'river') return { type: 'river', points };
    if ((this.phase === 'mountains' || this.phase === 'field') && loop.length > 2)
      return { type: this.phase, points: loop };
    return null;
  }

  // ── places on the table ──
  /** What the player is busy with: the string or the station in the hand, or the company's own stations. */
  get focus(): Point | null {
    if (this.tile) return this.tile;
    const mine = this.view.stations.filter((station) => station.companies.includes(this.company));
    const about = this.hand.empty ? mine.map(({ x, y }): Point => [x, y]) : this.hand.points;
    if (!about.length) return null;
    // Most of them are about the median; the middle between two far ends may have nothing near it.
    const median = (k: 0 | 1) => about.map((point) => point[k]).sort((a, b) => a - b)[about.length >> 1];
    return [median(0), median(1)];
  }
  stationAt(point: Point, margin = 0): StationView | null {
    return this.view.stations.find((station) => holds(station.corners, point, margin)) ?? null;
  }
  cornerAt(point: Point): number {
    return (
      offered(this.view, 'corner')?.corners?.find((k) => holds(this.view.field!.marks[k].corners, point, 60)) ?? -1
    );
  }
  held = (point: Point): boolean => this.phase === 'lay' && this.stationAt(point) !== null;
  /** A point drawn onto the tile that it nearly touches. */
  snapped(point: Point, margin: number): Point {
    const station = this.phase === 'lay' ? this.stationAt(point, margin) : null;
    if (!station || holds(station.corners, point, -20)) return point;
    for (let k = 1; k <= 20; k++) {
      const inner: Point = [point[0] + ((station.x - point[0]) * k) / 20, point[1] + ((station.y - point[1]) * k) / 20];
      if (holds(station.corners, inner, -20)) return inner;
    }
    return [station.x, station.y];
  }

  // ── a station ──
  hang(point: Point): void {
    this.tile = [Math.round(point[0]), Math.round(point[1])];
    this.askPlace();
  }
  rotate(by: number): void {
    this.turn = (this.turn + by + 24) % 24;
    if (this.tile && this.phase === 'place') this.askPlace();
  }
  pick(kind: Kind): void {
    this.kind = kind;
    if (this.tile) this.askPlace();
  }
  private placed(): Place | null {
    return (
      this.tile && this.kind && { type: 'place', kind: this.kind, x: this.tile[0], y: this.tile[1], turn: this.turn }
    );
  }
  askPlace(): void {
    this.places.ask(() => this.sendPlace());
  }
  private async sendPlace(): Promise<void> {
    const action = this.phase === 'place' ? this.placed() : null;
    if (!action) return;
    const mine = ++this.asking;
    const fault = await this.session.check(action).then(
      () => null,
      (error: unknown) => (error instanceof Refused ? error.fault : undefined),
    );
    // Without an answer (the connection was lost) nothing is known.
    if (mine !== this.asking || fault === undefined) return;
    if (fault?.code === 'server.too_fast') return this.places.again(() => this.sendPlace());
    this.fits = !fault;
    this.why = fault && { text: explain(fault), rule: fault.rule };
  }
  /** Let go near a place where it fits, and it clicks there. */
  async settle(): Promise<void> {
    if (!this.tile) return;
    this.settled = true;
    this.places.drop();
    const mine = ++this.asking;
    const found = await this.session
      .suggest({ near: this.tile, kind: this.kind, turn: this.turn })
      .catch((): Found => []);
    if (mine !== this.asking || !this.tile) return;
    const near = found[0]?.action;
    if (near?.type === 'place' && far([near.x, near.y], this.tile) <= CLICK) {
      this.tile = [near.x, near.y];
      this.fits = true;
      this.why = null;
    } else this.askPlace();
  }

  // ── stations in order, and suggestions ──
  /** Pressed quickly, they wait for each other: each leads on from the string that the one before brought. */
  press(n: number): Promise<void> {
    if (this.phase !== 'lay' || this.busy) return Promise.resolve();
    if (this.presses.era !== this.hand.era) {
      // The first takes over from whatever is under way.
      this.presses = { era: ++this.hand.era, left: 0 };
      this.led = Promise.resolve();
    }
    const { era } = this.presses;
    const count = (by: number) => {
      if (this.presses.era === era) this.presses = { era, left: this.presses.left + by };
    };
    count(1);
    this.led = this.led.then(() => this.lead(n, era)).finally(() => count(-1));
    return this.led;
  }
  private async lead(n: number, era: number): Promise<void> {
    if (era !== this.hand.era) return;
    const { chain } = this.hand;
    const at = chain.indexOf(n);
    const next = at >= 0 ? chain.slice(0, at + 1) : [...chain, n];
    if (next.length < 2) return this.hand.start(next);
    const found = await this.rails({ stations: next }, era);
    if (found?.length) return this.take(found[0], next);
    if (!found) return;
    // Nothing was found: the server says what is wrong with the straight way.
    const straight = next.map((k): Point => [this.view.stations[k].x, this.view.stations[k].y]);
    const fits = await this.session.explain({ type: 'lay', string: this.string, points: straight });
    if (fits && era === this.hand.era) this.hand.take(straight, next);
  }
  /** Take the string of an action into the hand. */
  private take({ action }: Choice<Game>, chain: number[] = []): void {
    if (!('points' in action) || !action.points) return;
    const { points } = action;
    this.camera.reveal(points);
    this.hand.take(this.closed ? [...points, points[0]] : points, chain);
  }
  /** Rails that come near a request, with the string in hand; if there are none, with the other kind, which is then taken.
   * Null if the player has begun anew meanwhile. */
  private async rails(request: Request, era: number): Promise<Found | null> {
    const other: StringKind = this.string === 'short' ? 'long' : 'short';
    for (const string of [this.string, other]) {
      if (!offered(this.view, 'lay')?.strings?.includes(string)) continue;
      const found = await this.ask({ ...request, string }, era);
      if (!found) return null;
      if (!found.length) continue;
      this.string = string;
      return found;
    }
    return [];
  }
  private async ask(request: Request, era: number): Promise<Found | null> {
    // A server that has no time has not found that there is nothing: its own words are shown.
    const found = await this.session.suggest(request).catch((error: unknown) => {
      if (error instanceof Refused && era === this.hand.era)
        this.session.refuse(explain(error.fault), error.fault.rule);
      return null;
    });
    return era === this.hand.era ? found : null;
  }
  /** A loose end is led on to a station that the rest of the string reaches. */
  async complete(): Promise<void> {
    const found = await this.ask({ points: this.hand.points, string: this.string }, ++this.hand.era);
    if (found?.length) this.take(found[0]);
    else if (found) this.session.refuse(say('strings.ui_no_end'), 'S10');
  }
  async suggest(): Promise<void> {
    if (this.busy) return;
    if (this.phase === 'lay') return this.suggestRail();
    if (this.phase === 'place') return this.suggestPlace();
    const found = await this.ask({ seed: ++this.seed }, ++this.hand.era);
    if (found?.length) this.take(found[0]);
  }
  private async suggestPlace(): Promise<void> {
    const mine = ++this.asking;
    const found = await this.session.suggest({ seed: ++this.seed, kind: this.kind }).catch((): Found => []);
    const place = found[0]?.action;
    if (mine !== this.asking || place?.type !== 'place') return;
    this.places.drop();
    this.turn = place.turn ?? 0;
    this.tile = [place.x, place.y];
    this.camera.reveal([this.tile]);
    this.settled = this.fits = true;
    this.why = null;
  }
  private async suggestRail(): Promise<void> {
    const era = ++this.hand.era;
    if (this.hint >= this.hints.length) {
      const found = await this.rails({}, era);
      if (!found) return;
      this.hints = found;
      this.hint = 0;
    }
    const next = this.hints[this.hint++];
    if (next) this.take(next);
    else this.session.refuse(say('strings.ui_no_way'), 'S10');
  }
  choose(next: StringKind): void {
    this.hand.era++;
    this.string = next;
    this.hints = [];
    this.hint = 0;
    this.hand.ask();
  }

  // ── confirming ──
  async confirm(): Promise<void> {
    if (!this.ready) return;
    const action = this.phase === 'place' ? this.placed() : (this.turned() ?? this.drawn(this.hand.points));
    if (action) await this.play(action);
  }
  /** The field as it is turned, where it is not drawn. */
  private turned(): Action | null {
    return this.phase === 'field' && !this.free ? { type: 'field', turn: this.turn } : null;
  }
  async play(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.session.play(action);
    this.busy = false;
  }
}
