/** What is said of the string in the hand, by the server's word. */
import type { RailCheck } from '../../generated/strings';
import { explain, say } from '../../lib/settings.svelte';
import { letter } from '../../lib/seats';
import { signed } from '../../lib/text';
import type { Language } from '../../lib/types';
import { offered } from './choices';
import type { Desk } from './desk.svelte';
import { lengthOf, type Point } from './rope';

/** By finger there is no wheel and no key: what is said of the hand's work says the gesture. */
const fingers = matchMedia('(pointer: coarse)');

export class Signs {
  count = $derived.by<RailCheck | null>(() => (this.desk.phase === 'lay' ? this.desk.hand.count : null));
  private fault = $derived.by(() => this.desk.hand.verdict?.fault ?? null);
  /** The end lies on no station (yet). */
  loose = $derived.by(() => !!this.fault?.detail?.so_far);
  private soFar = $derived.by(() => (this.desk.hand.empty ? null : (this.fault?.detail?.so_far ?? null)));
  private wrong = $derived.by(() =>
    this.fault && !(this.loose && (this.desk.hand.pulling || this.desk.hand.chain.length > 0)) ? this.fault : null,
  );
  /** What the string brings as it lies, also while its end is on no station. */
  tally = $derived.by<RailCheck | null>(() => (this.desk.phase === 'lay' ? (this.count ?? this.soFar) : null));
  spot = $derived.by(() => (this.wrong?.detail?.at as Point | undefined) ?? null);
  private reached = $derived.by(() =>
    (this.count ?? this.soFar)?.stations.map(({ station, points }) => ({ n: station, points })),
  );
  lit = $derived.by(() => new Set(this.reached?.map(({ n }) => n) ?? this.desk.hand.chain));
  tags = $derived.by(() => this.reached?.filter(({ points }) => points) ?? []);
  crossings = $derived.by(
    () => (this.count ?? this.soFar)?.crossings.map(({ at, points }) => ({ point: at, points })) ?? [],
  );
  points = $derived.by(() => this.count?.points ?? this.soFar?.points ?? 0);
  length = $derived.by(() => {
    const { hand } = this.desk;
    return (!hand.pulling && this.count?.length) || Math.round(lengthOf(hand.nodes));
  });

  constructor(
    private desk: Desk,
    private language: () => Language,
  ) {}

  // ── words ──
  get refusal(): { text: string; rule?: string } | null {
    const { desk, wrong } = this;
    if (wrong && !desk.hand.pulling) return { text: explain(wrong), rule: wrong.rule };
    return desk.phase === 'place' && desk.settled ? desk.why : null;
  }
  get sentence(): string {
    const { desk, count } = this;
    const { hand, phase, view } = desk;
    const kind = say(`strings.kind_${desk.kind}`);
    if (phase === 'watch')
      return view.phase === 'draw'
        ? say('strings.ui_draws')
        : say('strings.ui_wait', { company: letter(desk.company, this.language()) });
    if (phase === 'place')
      return say(
        offered(view, 'place')?.aside
          ? 'strings.ui_aside'
          : desk.tile && desk.fits
            ? 'strings.ui_fits'
            : 'strings.ui_place',
        { kind },
      );
    if (phase === 'corner') return say('strings.ui_corner');
    if (phase === 'field' && !desk.free) return say('strings.ui_field');
    if (phase === 'lay' && offered(view, 'lay')?.give_up) return say('strings.ui_nothing');
    if (hand.empty)
      return say(
        phase === 'lay' && hand.chain.length
          ? 'strings.ui_next_station'
          : desk.free
            ? 'strings.ui_field_free'
            : `strings.ui_${phase}`,
      );
    if (phase !== 'lay') return say(hand.fits ? `strings.ui_${phase}_ok` : `strings.ui_${phase}_more`);
    if (!count) return say(hand.pulling || this.loose ? 'strings.ui_to_station' : 'strings.ui_lay');
    const paid = count.crossings.filter((row) => row.points).length;
    return say(paid ? 'strings.ui_reaches_crosses' : 'strings.ui_reaches', { n: count.stations.length, m: paid });
  }
  get detail(): string {
    const { desk } = this;
    if (desk.phase === 'watch') return '';
    if (desk.phase === 'place' && fingers.matches) return say('strings.ui_place_hint_touch');
    if (desk.phase !== 'lay' || desk.hand.empty) return say(`strings.ui_${desk.phase}_hint`);
    const sum = this.arithmetic;
    return sum ? `${say('strings.ui_sum', { sum })}; ${this.size}` : this.size;
  }
  /** What is left of the string, */
  get rest(): string {
    return say('strings.ui_rest', { n: Math.max(0, Math.round((this.desk.limit - this.length) / 10)) });
  }
  /** beside the meter with what it brings so far, */
  get gauge(): string {
    return [this.rest, this.arithmetic].filter(Boolean).join(' · ');
  }
  /** and where the meter has a row of its own, what it brings alone, or how a string is laid. */
  get brief(): string {
    const sum = this.arithmetic;
    return sum ? say('strings.ui_sum', { sum }) : say('strings.ui_lay_hint');
  }
  private get size(): string {
    return say('strings.ui_length', { length: Math.round(this.length / 10), most: this.desk.limit / 10 });
  }
  private get arithmetic(): string {
    const parts = this.tally ? [...this.tally.stations, ...this.tally.crossings] : [];
    return parts
      .map((row) => row.points)
      .filter(Boolean)
      .map((points, i) => (i ? (points < 0 ? ` − ${-points}` : ` + ${points}`) : signed(points).replace('+', '')))
      .join('');
  }
}
