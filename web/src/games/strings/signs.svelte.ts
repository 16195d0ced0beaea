/** What is said of the string in the hand: the server's word, or until it comes the page's own guess. */
import { explain, say } from '../../lib/settings.svelte';
import { letter } from '../../lib/seats';
import { signed } from '../../lib/text';
import type { Language } from '../../lib/types';
import type { Desk } from './desk.svelte';
import { holds, meetings } from './draw';
import { lengthOf } from './rope';
import type { Count, Point } from './types';

/** By finger there is no wheel and no key: what is said of the hand's work says the gesture. */
const fingers = matchMedia('(pointer: coarse)');

export class Signs {
  count = $derived.by<Count | null>(() => (this.desk.phase === 'lay' ? this.desk.hand.count : null));
  private guess = $derived.by(() => {
    const { desk } = this;
    const { hand, view } = desk;
    if (desk.phase !== 'lay' || hand.empty || this.count) return null;
    const touched = view.stations.filter((station) => hand.nodes.some((node) => holds(station.corners, node)));
    const lines = [
      ...(view.river ? [view.river] : []),
      ...(view.mountains ? [[...view.mountains, view.mountains[0]]] : []),
      ...view.rails.map((rail) => rail.points),
    ];
    const crossed = lines
      .flatMap((line) => meetings(hand.nodes, line))
      .filter((point) => !touched.some((station) => holds(station.corners, point)));
    return { touched, crossed };
  });
  private fault = $derived.by(() => this.desk.hand.verdict?.fault ?? null);
  /** The end lies on no station (yet). */
  loose = $derived.by(() => this.fault?.code === 'strings.rail_loose_end');
  private wrong = $derived.by(() =>
    this.fault && !(this.loose && (this.desk.hand.pulling || this.desk.hand.chain.length > 0)) ? this.fault : null,
  );
  spot = $derived.by(() => (this.wrong && Array.isArray(this.wrong.facts.at) ? (this.wrong.facts.at as Point) : null));
  lit = $derived.by(
    () =>
      new Set(
        this.count
          ? this.count.stations.map((row) => row.station)
          : (this.guess?.touched.map((station) => station.n) ?? this.desk.hand.chain),
      ),
  );
  tags = $derived.by(() => {
    if (this.count)
      return this.count.stations.filter((row) => row.points).map((row) => ({ n: row.station, points: row.points }));
    const { company, full } = this.desk;
    return (this.guess?.touched ?? [])
      .filter((station) => station.worth[company] && !full.has(station.n))
      .map((station) => ({ n: station.n, points: station.worth[company] }));
  });
  crossings = $derived.by(() =>
    this.count
      ? this.count.crossings.map(({ at: point, points }) => ({ point, points }))
      : (this.guess?.crossed ?? []).map((point) => ({ point, points: -1 })),
  );
  points = $derived.by(
    () => this.count?.points ?? [...this.tags, ...this.crossings].reduce((sum, { points }) => sum + points, 0),
  );
  length = $derived.by(() => this.count?.length ?? Math.round(lengthOf(this.desk.hand.nodes)));

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
        view.choices?.aside ? 'strings.ui_aside' : desk.tile && desk.fits ? 'strings.ui_fits' : 'strings.ui_place',
        { kind },
      );
    if (phase === 'corner') return say('strings.ui_corner');
    if (phase === 'field' && !desk.free) return say('strings.ui_field');
    if (phase === 'lay' && view.choices?.give_up) return say('strings.ui_nothing');
    if (hand.empty)
      return say(
        phase === 'lay' && hand.chain.length
          ? 'strings.ui_next_station'
          : desk.free
            ? 'strings.ui_field_free'
            : `strings.ui_${phase}`,
      );
    if (phase !== 'lay') return say(hand.verdict?.count ? `strings.ui_${phase}_ok` : `strings.ui_${phase}_more`);
    if (!count) return say(hand.pulling || this.loose ? 'strings.ui_to_station' : 'strings.ui_lay');
    const paid = count.crossings.filter((row) => row.points).length;
    return say(paid ? 'strings.ui_reaches_crosses' : 'strings.ui_reaches', { n: count.stations.length, m: paid });
  }
  get detail(): string {
    const { desk, count } = this;
    if (desk.phase === 'watch') return '';
    if (desk.phase === 'place' && fingers.matches) return say('strings.ui_place_hint_touch');
    if (desk.phase !== 'lay' || desk.hand.empty) return say(`strings.ui_${desk.phase}_hint`);
    const parts = count ? [...count.stations, ...count.crossings].map((row) => row.points).filter(Boolean) : [];
    const sum = parts
      .map((points, i) => (i ? (points < 0 ? ` − ${-points}` : ` + ${points}`) : signed(points).replace('+', '')))
      .join('');
    return [sum, say('strings.ui_length', { length: Math.round(this.length / 10), most: desk.limit / 10 })]
      .filter(Boolean)
      .join('. ');
  }
}
