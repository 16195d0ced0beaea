/** What a player has chosen and not yet confirmed, what it would be as an action, and what it would bring. */
import { untrack } from 'svelte';
import type { Action, Border, Game, Preview, View } from '../../generated/rails30';
import type { BoardProps } from '../../lib/board';
import { ARROWS, chorded, onButton, reading, typing } from '../../lib/keys';
import { say } from '../../lib/settings.svelte';
import { nearest } from '../nearest';
import { anchorOf, placeOf } from './cells';
import { FIRST, kindOf } from './tables';
import { bestTurn, borderAt, mirrored, turned } from './track';

type Choices = NonNullable<View['choices']>;
type Arrow = [across: number, down: number];

export class Plan {
  cell = $state<number | null>(null);
  hover = $state<number | null>(null);
  border = $state<Border | null>(null);
  kind = $state(0);
  turn = $state(0);
  private jokerWanted = $state(false);
  private sharesWanted = $state(false);
  private pairWanted = $state<[number, number] | null>(null);
  private kindsWanted = $state(false);
  busy = $state(false);
  /** The seat whose setup is placed for it, as the server suggests. */
  private placing = $state<number | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** Whether what was chosen waits for its preview. */
  asking = $state(false);

  /** The anchor of a place on the sheet that is shown. */
  readonly place = (kind: string, number: number) => anchorOf(kind, this.given().shown, number);
  readonly sheet = $derived.by(() => this.given().view.sheets[this.given().shown]);
  /** What may be chosen now, also while another's sheet is looked at. */
  readonly own = $derived.by<Choices | null>(() => {
    const { active, view, seat } = this.given();
    return active && view.you === seat ? view.choices : null;
  });
  /** What may be chosen on the sheet that is shown. */
  readonly choices = $derived.by<Choices | null>(() => (this.given().seat === this.given().shown ? this.own : null));
  readonly draw = $derived.by(() => (this.choices?.step === 'draw' ? this.choices : null));
  // What is chosen stays while one looks at another's sheet, but is not seen on it.
  readonly track = $derived.by(() => (this.draw && this.kind) || this.given().view.coloured);
  readonly whiteJoker = $derived.by(() => !!this.draw && this.jokerWanted);
  readonly buying = $derived.by(() => !!this.draw && this.sharesWanted);
  readonly pair = $derived.by(() => (this.buying ? this.pairWanted : null));
  readonly kindsOpen = $derived.by(() => !!this.draw && this.kindsWanted);
  readonly open = $derived.by<number[]>(() => {
    const choices = this.choices;
    if (choices?.step === 'mine' || choices?.step === 'bonus') return choices.cells;
    if (choices?.step !== 'draw') return [];
    if (this.buying) return choices.buy?.cells ?? [];
    return this.whiteJoker ? [...choices.cells, ...choices.joker_cells] : choices.cells;
  });
  readonly usesColoured = $derived.by(() => !!this.draw && this.track !== this.given().view.coloured);
  readonly usesWhite = $derived.by(
    () => !!this.draw && this.cell !== null && !this.buying && this.draw.joker_cells.includes(this.cell),
  );
  /** The jokers that confirming would spend, in words. */
  readonly price = $derived.by(() => {
    if (this.usesWhite && this.usesColoured) return say('rails30.ui_will_both');
    if (this.usesWhite) return say('rails30.ui_will_white');
    return this.usesColoured && !this.buying ? say('rails30.ui_will_coloured') : '';
  });
  /** The drawing under the hand: the chosen one, or the one that hovering shows. */
  readonly ghost = $derived.by(() => {
    if (!this.draw || this.buying) return null;
    const at = this.cell ?? (this.hover !== null && this.open.includes(this.hover) ? this.hover : null);
    if (at === null) return null;
    const turn = this.cell === null ? this.best(at) : this.turn;
    return { cell: at, turn, drawing: FIRST[this.track] + turn };
  });
  /** What is chosen as an action; null while something is missing. */
  readonly action = $derived.by<Action | null>(() => {
    const { choices, cell, border, pair, ghost } = this;
    if (choices?.step === 'mine' || choices?.step === 'bonus')
      return cell === null ? null : { type: choices.step, ...placeOf(cell) };
    if (choices?.step === 'station') return border && { type: 'station', number: choices.number, ...border };
    if (this.buying) return pair && cell !== null ? { type: 'buy', pair: [...pair], ...placeOf(cell) } : null;
    return ghost && { type: 'draw', ...placeOf(ghost.cell), track: this.track, turn: ghost.turn };
  });
  /** Whether there is anything to clear away. */
  readonly begun = $derived.by(() => this.cell !== null || !!this.border || !!this.kind || this.whiteJoker);
  readonly ready = $derived.by(() => !this.busy && !!this.action && !(this.draw && this.cell === null));
  /** What one chooses in; a glance at another's sheet is no part of it. */
  private readonly moment = $derived.by(() => {
    const { view, seat } = this.given();
    const step = view.you === seat ? view.choices?.step : '';
    return `${view.turn} ${view.roll} ${view.white} ${view.coloured} ${seat} ${step} ${JSON.stringify(view.sheets[seat ?? 0]?.stations)}`;
  });
  private readonly shown = $derived.by(() => this.given().shown);

  /** Made while its board is made: it lives as long. */
  constructor(private readonly given: () => BoardProps<Game>) {
    $effect(() => {
      void this.moment;
      this.clear();
      this.busy = false;
    });
    $effect(() => {
      void this.shown;
      this.hover = null;
    });
    $effect(() => {
      void this.moment;
      untrack(() => this.placeNext());
    });
    $effect(() => {
      const asked = this.draw ? this.action : null;
      this.preview = null;
      this.asking = !!asked;
      if (!asked) return;
      let current = true;
      const timer = setTimeout(
        () => {
          void this.given()
            .session.preview(asked)
            .then((found) => {
              if (!current) return;
              this.preview = found ?? null;
              this.asking = false;
            });
        },
        this.cell === null ? 50 : 0,
      );
      return () => {
        current = false;
        clearTimeout(timer);
      };
    });
  }

  clear = (): void => {
    this.cell = null;
    this.border = null;
    this.kind = 0;
    this.jokerWanted = false;
    this.sharesWanted = false;
    this.pairWanted = null;
    this.kindsWanted = false;
  };
  private best(cell: number): number {
    return bestTurn(this.track, cell, this.sheet.cells, this.sheet.stations);
  }

  // ── choosing ──
  choose(at: number): void {
    if (!this.choices || this.busy) return;
    if (!this.open.includes(at)) return this.explain(at);
    if (this.draw && !this.buying) {
      if (this.cell === at) return this.turnBy(1);
      this.cell = at;
      this.turn = this.best(at);
    } else {
      this.cell = at;
      if (!this.draw) void this.confirm(); // a press places what belongs to the setup; undo is at hand
    }
  }
  /** Why a press on a closed cell does nothing: the white joker is not taken, or the server says why. */
  private explain(at: number): void {
    const { view, session } = this.given();
    if (this.draw && !this.buying && this.draw.joker_cells.includes(at))
      session.refuse(say('rails30.ui_needs_white', { ...placeOf(at), white: view.white }), 'L10');
    else if (this.choices?.step === 'mine' || this.choices?.step === 'bonus')
      void session.explain({ type: this.choices.step, ...placeOf(at) });
    else if (this.draw && !this.buying)
      void session.explain({ type: 'draw', ...placeOf(at), track: this.track, turn: 0 });
  }
  chooseBorder(at: Border): void {
    if (this.busy) return;
    this.border = at;
    void this.confirm();
  }
  /** Let the server place what is left of the setup, step by step. */
  placeRest = (): void => {
    this.placing = this.given().seat;
    void this.placeNext();
  };
  private async placeNext(): Promise<void> {
    const { seat, view, session } = this.given();
    if (this.placing === null || this.placing !== seat) return;
    if (view.sheets[seat].step === 'ready') this.placing = null;
    if (this.placing === null || !this.own) return;
    this.busy = true;
    const [step] = await session.suggest({ setup: 'best' });
    if (step && (await session.play(step.action))) return;
    this.placing = null;
    this.busy = false;
  }
  chooseKind = (wanted: number): void => {
    if (!this.draw) return;
    const allowed = [...this.draw.drawings, ...this.draw.joker_drawings].some(
      (drawing) => kindOf(drawing).kind === wanted,
    );
    if (!allowed) {
      const at = placeOf(this.cell ?? this.draw.cells[0]);
      return void this.given().session.explain({ type: 'draw', ...at, track: wanted, turn: 0 });
    }
    this.kind = wanted;
    this.sharesWanted = false;
    if (this.cell !== null) this.turn = this.best(this.cell);
  };
  toggleWhite = (): void => {
    this.jokerWanted = !this.jokerWanted;
    this.sharesWanted = false;
    if (!this.jokerWanted && this.cell !== null && this.draw?.joker_cells.includes(this.cell)) this.cell = null;
  };
  toggleKinds = (): void => {
    this.kindsWanted = !this.kindsWanted;
  };
  toggleBuying = (): void => {
    this.sharesWanted = !this.sharesWanted;
    this.cell = null;
    this.pairWanted = null;
  };
  choosePair = (pair: [number, number]): void => {
    this.pairWanted = pair;
  };
  turnBy(by: number): void {
    this.turn = turned(this.track, this.turn, by);
  }
  mirror = (): void => {
    this.turn = mirrored(this.track, this.turn);
  };
  confirm = async (): Promise<void> => {
    if (this.action && this.ready) await this.send(this.action);
  };
  async mountain(draw: boolean): Promise<void> {
    if (!this.busy) await this.send({ type: 'mountain', draw });
  }
  private async send(action: Action): Promise<void> {
    this.busy = true;
    await this.given().session.play(action);
    this.busy = false;
  }

  // ── keys ──
  key(event: KeyboardEvent): void {
    if (!this.choices || chorded(event) || typing(event)) return;
    const arrow = ARROWS[event.key];
    if (arrow && !reading(event)) {
      event.preventDefault();
      if (this.choices.step === 'station') this.moveBorder(arrow);
      else this.moveCell(arrow);
    } else if (event.key === 'Enter' && !onButton(event)) {
      event.preventDefault();
      if (this.choices.step === 'mountain') void this.mountain(true);
      else void this.confirm();
    } else if (event.key === 'Escape') this.clear();
    else if (/^[rк]$/i.test(event.key) && this.ghost) this.turnBy(event.shiftKey ? -1 : 1);
    else if (/^[mь]$/i.test(event.key)) this.mirror();
    else if (/^[sы]$/i.test(event.key) && this.choices.step === 'mountain') void this.mountain(false);
    else if (/^[1-6]$/.test(event.key) && this.draw) this.chooseKind(Number(event.key));
  }
  private moveCell(arrow: Arrow): void {
    const at =
      this.cell === null
        ? this.open[0]
        : nearest(this.open, this.cell, (cell) => [cell % 6, Math.floor(cell / 6)], arrow);
    if (at === undefined) return;
    this.cell = at;
    if (this.draw && !this.buying) this.turn = this.best(at);
    document.getElementById(`cell-${at}`)?.focus();
  }
  private moveBorder(arrow: Arrow): void {
    if (this.choices?.step !== 'station') return;
    const all = this.choices.borders;
    const place = (each: Border): Arrow => {
      const { x, y } = borderAt(each.side, each.place);
      return [x, y];
    };
    this.border = this.border ? (nearest(all, this.border, place, arrow) ?? this.border) : all[0];
  }
}
