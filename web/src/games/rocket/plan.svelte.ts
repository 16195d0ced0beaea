/** What a player has chosen and not yet confirmed, what it would be as an action, and what it would bring. */
import { untrack } from 'svelte';
import type { Action, Game, ProjectedSeat, RocketView } from '../../generated/rocket';
import type { Target } from './words';
import type { BoardProps } from '../../lib/board';
import { settings, tell } from '../../lib/settings.svelte';
import { nearest } from '../nearest';
import type { Board } from './map';

type Mode = 'line' | 'station' | 'invest';
export const SIGHTS = ['veto', 'map', 'lines', 'chart', 'final'] as const;
export type Sight = (typeof SIGHTS)[number];

/** Rows of hexes are shifted by half a hex, so that what lies aside is not so far as it is on squares. */
const HEXES = 1.2;

export class Plan {
  board = $state.raw<Board | null>(null);
  mode = $state<Mode>('line');
  line = $state<string | null>(null);
  hex = $state<string | null>(null);
  lifted = $state<string | null>(null);
  cell = $state<number | null>(null);
  /** The hex or the station that the arrow keys point at. */
  cursor = $state<string | null>(null);
  busy = $state(false);
  /** What a phone shows of it; a desk shows all. */
  page = $state<Sight>('map');
  /** What a low window shows beside the map. */
  side = $state<'lines' | 'chart'>('lines');
  /** The projection as it would be. */
  then = $state.raw<ProjectedSeat[] | null>(null);

  // The props are new with every message of the table; what is derived changes only when it is another.
  readonly view = $derived.by(() => this.given().view);
  /** A position as one seat sees it: what was chosen in another is no longer meant. */
  readonly moment = $derived.by(() => `${this.view.n} ${this.given().seat}`);
  readonly choices = $derived.by<RocketView['choices']>(() => {
    const { active, seat } = this.given();
    return active && this.view.you === seat ? this.view.choices : null;
  });
  readonly act = $derived.by(() => (this.choices?.step === 'act' ? this.choices : null));
  /** A question of a veto round. */
  readonly asked = $derived.by(() =>
    this.choices && this.choices.step !== 'act' && this.choices.step !== 'merge' ? this.choices : null,
  );
  readonly movable = $derived.by(() => (this.act ? [...new Set(this.act.extend.map((target) => target.line))] : []));
  readonly targets = $derived.by<Target[]>(() => {
    const { view } = this;
    if (this.act && this.mode === 'line' && this.line)
      return this.act.extend.filter((target) => target.line === this.line);
    return view.move && this.asked ? view.move.targets : [];
  });
  /** The extension that is chosen. */
  readonly extension = $derived.by(
    () => this.act?.extend.find((each) => each.line === this.line && each.hex === this.hex) ?? null,
  );
  /** Hexes that a station may go to. */
  readonly glow = $derived.by<string[]>(() => {
    const { act, lifted } = this;
    if (!act || this.mode !== 'station') return [];
    if (lifted) return [...act.hexes, ...(act.move[lifted] ?? [])];
    return act.build ? act.hexes : [];
  });
  /** Whether a station can be built or moved at all. */
  readonly canPlace = $derived.by(() => {
    const { act } = this;
    if (!act) return false;
    return (
      (act.build && act.hexes.length > 0) || Object.values(act.move).some((near) => act.hexes.length + near.length)
    );
  });
  /** Stations that may be lifted and moved. */
  readonly lift = $derived.by(() => (this.act && this.mode === 'station' ? Object.keys(this.act.move) : []));
  readonly action = $derived.by<Action | null>(() => {
    const { act, mode, line, hex, lifted, cell } = this;
    if (!act) return null;
    if (mode === 'line') return line && hex ? { type: 'extend', line, hex } : null;
    if (mode === 'invest') {
      if (cell === null) return null;
      const { town, industry } = this.view.chart[cell];
      return { type: 'invest', town, industry };
    }
    if (!hex) return null;
    return lifted ? { type: 'move', start: lifted, hex } : { type: 'station', hex };
  });

  /** Made while its board is made: it lives as long. */
  constructor(private readonly given: () => BoardProps<Game>) {
    $effect(() => {
      void this.moment;
      untrack(() => this.clear());
    });
    $effect(() => {
      const { action } = this;
      this.then = null;
      if (!action) return;
      let current = true;
      const timer = setTimeout(() => {
        void this.given()
          .session.preview(action)
          .then((found) => {
            if (current) this.then = found?.projection ?? null;
          });
      }, 20);
      return () => {
        current = false;
        clearTimeout(timer);
      };
    });
  }

  short = (id: string) => this.board?.lines.get(id)?.short ?? id;

  clear = () => {
    this.mode = 'line';
    this.line = null;
    this.hex = null;
    this.lifted = null;
    this.cell = null;
    this.cursor = null;
  };

  chooseLine = (id: string) => {
    if (!this.act || this.busy) return;
    if (!this.movable.includes(id)) return this.refuseLine(id);
    const again = this.line === id;
    this.clear();
    this.line = again ? null : id;
    this.page = 'map';
    this.side = 'lines';
  };

  chooseHex = (at: string) => {
    if (this.busy) return;
    this.hex = at;
    if (this.act && !settings.confirm) void this.confirm();
  };

  chooseMode = (wanted: Mode) => {
    const next = this.mode === wanted ? 'line' : wanted;
    this.clear();
    this.mode = next;
    this.page = next === 'invest' ? 'chart' : 'map';
    this.side = next === 'invest' ? 'chart' : 'lines';
  };

  chooseCell = (at: number) => {
    if (!this.act || this.busy) return;
    this.clear();
    this.mode = 'invest';
    this.side = 'chart';
    this.cell = at;
    if (!settings.confirm) void this.confirm();
  };

  /** A press on a town of the map: of its industries with a free slot the next one. */
  investIn = (town: string) => {
    const { act, view } = this;
    if (!act || this.busy) return;
    const cells = act.invest.filter((each) => view.chart[each].town === town);
    if (!cells.length) return;
    const next = cells[(cells.indexOf(this.cell ?? -1) + 1) % cells.length];
    if (cells.length === 1) return this.chooseCell(next);
    this.clear();
    this.mode = 'invest';
    this.side = 'chart';
    this.cell = next;
  };

  chooseStation = (at: string) => {
    this.lifted = this.lifted === at ? null : at;
    this.hex = null;
    this.cursor = at;
  };

  /** By the keyboard: a hex that is chosen already is confirmed. */
  enterHex = (at: string) => {
    if (this.hex === at) void this.confirm();
    else this.chooseHex(at);
  };

  /** One hex on among those that glow for a station; a station to lift is only pointed at. True if there are any. */
  step(arrow: [number, number]): boolean {
    const { board, glow, lift } = this;
    const all = [...glow, ...lift];
    if (!board || !all.length) return false;
    const place = (at: string) => board.places.get(at)!;
    const { x, y, w, h } = board.box;
    const middle = (at: string) => Math.hypot(place(at)[0] - x - w / 2, place(at)[1] - y - h / 2);
    const from = this.cursor ?? this.hex;
    const next = from
      ? (nearest(all, from, place, arrow, HEXES) ?? from)
      : all.toSorted((a, b) => middle(a) - middle(b))[0];
    this.cursor = next;
    if (glow.includes(next)) this.hex = next;
    return true;
  }

  /** The next line that may move, for the keyboard. */
  nextLine() {
    const next = this.movable[(this.movable.indexOf(this.line ?? '') + 1) % this.movable.length];
    if (next && next !== this.line) this.chooseLine(next);
  }

  async play(action: Action): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const done = await this.given().session.play(action);
    this.busy = false;
    return done;
  }

  confirm = async () => {
    if (this.action && (await this.play(this.action)) && !this.asked) this.page = 'map';
  };

  private refuseLine(id: string) {
    const refused = this.act?.unmovable.find((each) => each.line === id);
    if (refused) this.given().session.refuse(tell(refused.text), refused.rule);
  }
}
