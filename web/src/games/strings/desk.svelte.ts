/** What a player does at the table: the string or the station in the hand, wishes, and the confirming of it all. */
import type { Room } from '../../lib/board';
import { explain, say } from '../../lib/settings.svelte';
import type { Form, LegalAction } from '../../lib/types';
import { Camera } from './camera.svelte';
import { holds } from './draw';
import { Hand } from './hand.svelte';
import { far } from './rope';
import type { Kind, Point, Station, StringKind, StringsView } from './types';

export interface Place {
  view: StringsView;
  active: boolean;
  room: Room;
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
  free = $derived.by(() => this.phase === 'field' && !!this.view.choices?.free);
  drawing = $derived(['lay', 'river', 'mountains'].includes(this.phase) || this.free);
  starts = $derived.by(() => new Set(this.phase === 'lay' ? this.view.choices?.starts : []));
  full = $derived.by(() => new Set(this.phase === 'lay' ? this.view.choices?.full : []));
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
    return !!this.hand.verdict?.count && !this.hand.pulling && !this.leading;
  });

  private hints: LegalAction[] = [];
  private hint = 0;
  private seed = 0;
  private asking = 0;
  private askedAt = 0;
  private timer = 0;

  constructor(private at: () => Place) {
    this.hand = new Hand(
      () => this.at().room,
      (points) => (this.drawing ? this.form(points) : null),
    );
  }
  get view(): StringsView {
    return this.at().view;
  }
  private get room(): Room {
    return this.at().room;
  }

  /** A new moment: the hand is empty. */
  begin(): void {
    this.clear();
    this.hints = [];
    this.hint = 0;
    const strings = this.view.choices?.strings;
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
    clearTimeout(this.timer);
  }
  private form(points: Point[]): Form | null {
    if (this.phase === 'lay') return { type: 'lay', string: this.string, points };
    const loop =
      this.closed && points.length > 3 && far(points[0], points[points.length - 1]) < 60 ? points.slice(0, -1) : points;
    return this.closed && loop.length < 3 ? null : { type: this.phase, points: loop };
  }

  // ── places on the table ──
  /** What the player is busy with: the string or the station in the hand, or the company's own stations. */
  get focus(): Point | null {
    const mine = this.view.stations.filter((station) => station.companies.includes(this.company));
    const about = this.tile ? [this.tile] : this.hand.empty ? mine.map(({ x, y }): Point => [x, y]) : this.hand.points;
    if (!about.length) return null;
    const middle = (k: number) =>
      (Math.min(...about.map((point) => point[k])) + Math.max(...about.map((point) => point[k]))) / 2;
    return [middle(0), middle(1)];
  }
  stationAt(point: Point, margin = 0): Station | null {
    return this.view.stations.find((station) => holds(station.corners, point, margin)) ?? null;
  }
  cornerAt(point: Point): number {
    return this.view.choices?.corners?.find((k) => holds(this.view.field!.marks[k].corners, point, 60)) ?? -1;
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
  private placeForm(): Form {
    return { type: 'place', kind: this.kind, x: this.tile![0], y: this.tile![1], turn: this.turn };
  }
  askPlace(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(
      async () => {
        if (!this.tile || this.phase !== 'place') return;
        this.askedAt = Date.now();
        const mine = ++this.asking;
        const [ok, error] = await this.room.check(this.placeForm()).then(
          () => [true, null] as const,
          (fault) => [false, fault] as const,
        );
        if (mine !== this.asking) return;
        this.fits = ok;
        this.why = error ? { text: explain(error.fault), rule: error.fault.rule } : null;
      },
      Math.max(0, this.askedAt + PACE - Date.now()),
    );
  }
  /** Let go near a place where it fits, and it clicks there. */
  async settle(): Promise<void> {
    if (!this.tile) return;
    this.settled = true;
    clearTimeout(this.timer);
    const mine = ++this.asking;
    const found = await this.room
      .suggest({ near: this.tile, kind: this.kind, turn: this.turn })
      .catch(() => [] as LegalAction[]);
    if (mine !== this.asking || !this.tile) return;
    const form = found[0]?.form as { x: number; y: number } | undefined;
    if (form && far([form.x, form.y], this.tile) <= CLICK) {
      this.tile = [form.x, form.y];
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
    if (found?.length) this.hand.take(found[0].form.points as Point[], next);
    else if (found) this.room.refuse(say('strings.ui_no_way'), this.full.has(n) ? 'S12' : 'S10');
  }
  /** Rails that come near a wish, with the string in hand; if there are none, with the other kind, which is then taken.
   * Null if the player has begun anew meanwhile. */
  private async rails(wish: Form, era: number): Promise<LegalAction[] | null> {
    const other: StringKind = this.string === 'short' ? 'long' : 'short';
    for (const string of [this.string, other]) {
      if (!this.view.choices?.strings?.includes(string)) continue;
      const found = await this.ask({ ...wish, string }, era);
      if (!found) return null;
      if (!found.length) continue;
      this.string = string;
      return found;
    }
    return [];
  }
  private async ask(wish: Form, era: number): Promise<LegalAction[] | null> {
    const found = await this.room.suggest(wish).catch(() => [] as LegalAction[]);
    return era === this.hand.era ? found : null;
  }
  /** A loose end is led on to a station that the rest of the string reaches. */
  async complete(): Promise<void> {
    const found = await this.ask({ points: this.hand.points, string: this.string }, ++this.hand.era);
    if (found?.length) this.hand.take(found[0].form.points as Point[], []);
    else if (found) this.room.refuse(say('strings.ui_no_end'), 'S10');
  }
  async suggest(): Promise<void> {
    if (this.busy) return;
    if (this.phase === 'lay') return this.suggestRail();
    if (this.phase === 'place') return this.suggestPlace();
    const found = await this.ask({ seed: ++this.seed }, ++this.hand.era);
    const points = found?.[0]?.form.points as Point[] | undefined;
    if (points) this.hand.take(this.closed ? [...points, points[0]] : points, []);
  }
  private async suggestPlace(): Promise<void> {
    const mine = ++this.asking;
    const found = await this.room.suggest({ seed: ++this.seed, kind: this.kind }).catch(() => [] as LegalAction[]);
    const form = found[0]?.form as { x?: number; y?: number; turn?: number } | undefined;
    if (mine !== this.asking || form?.x === undefined || form.y === undefined) return;
    clearTimeout(this.timer);
    this.turn = form.turn ?? 0;
    this.tile = [form.x, form.y];
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
    if (next) this.hand.take(next.form.points as Point[], []);
    else this.room.refuse(say('strings.ui_no_way'), 'S10');
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
    const form =
      this.phase === 'place'
        ? this.placeForm()
        : this.phase === 'field' && !this.free
          ? { type: 'field', turn: this.turn }
          : this.form(this.hand.points);
    if (form) await this.play(form);
  }
  async play(form: Form): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.room.play(form);
    this.busy = false;
  }
}
