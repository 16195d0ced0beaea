/** What a player has chosen and not yet confirmed, what it would be as an action, and what it would bring. */
import type { Action, Game } from '../../generated/tickets';
import type { BoardProps } from '../../lib/board';
import { chorded, onButton, typing } from '../../lib/keys';
import { settings } from '../../lib/settings.svelte';
import type { Cards, Draw } from './cards';

export class Plan {
  route = $state<number | null>(null);
  /** The route that was pressed and cannot be taken, until the next press. */
  refused = $state<number | null>(null);
  payments = $state.raw<Cards[]>([]);
  /** The place of the payment that is chosen. */
  payment = $state(0);
  pick = $state.raw<Draw | null>(null);
  /** The tickets that would be kept. */
  kept = $state<number[]>([]);
  brings = $state.raw<Game['preview']>(null);
  busy = $state(false);

  readonly own = $derived.by(() => this.given().view.own ?? null);
  readonly hand = $derived.by<Cards>(() => this.own?.hand ?? {});
  readonly choices = $derived.by(() => {
    const { active, view, seat } = this.given();
    return active && view.you === seat ? (this.own?.choices ?? null) : null;
  });
  readonly paid = $derived.by<Cards | undefined>(() => this.payments[this.payment]);
  readonly action = $derived.by<Action | null>(() => {
    if (this.choices?.keep) return { type: 'keep', tickets: [...this.kept] };
    if (this.route === null) return this.pick;
    return this.paid ? { type: 'claim', route: this.route, cards: this.paid } : null;
  });
  readonly ready = $derived.by(() =>
    this.choices?.keep ? this.kept.length >= this.choices.keep : this.action !== null,
  );

  constructor(private readonly given: () => BoardProps<Game>) {
    // Others may act meanwhile (all choose their first tickets at once), so only what matters to the choice clears it.
    const moment = $derived.by(() => {
      const { seat, view } = given();
      return `${seat} ${view.turns} ${view.phase} ${view.row.join()} ${view.owners.join()}`;
    });
    $effect(() => {
      void moment;
      this.clear();
    });
    const offer = $derived.by(() => `${given().seat} ${this.own?.offer.map((each) => each.id).join()}`);
    $effect(() => {
      void offer;
      this.kept = [];
    });
  }

  readonly clear = (): void => {
    this.route = null;
    this.refused = null;
    this.payments = [];
    this.payment = 0;
    this.pick = null;
    this.brings = null;
  };

  readonly chooseRoute = async (wanted: number): Promise<void> => {
    const { active, session } = this.given();
    if (!active || this.busy || this.choices?.keep) return;
    this.clear();
    if (!this.choices?.routes?.includes(wanted)) {
      this.refused = wanted;
      await session.explain({ type: 'claim', route: wanted, cards: {} });
      return;
    }
    session.refuse('');
    this.route = wanted;
    const found = await session.suggest({ type: 'claim', route: wanted });
    if (this.route !== wanted) return;
    this.payments = found
      .flatMap((each) => (each.action.type === 'claim' ? [each.action.cards] : []))
      .sort((a, b) => this.rank(a) - this.rank(b));
    const preview = await session.preview({ type: 'claim', route: wanted, cards: this.payments[0] });
    if (this.route === wanted) this.brings = preview ?? null;
  };

  /** The best payment first: few locomotives, then the colour one has most of. */
  private rank(cards: Cards): number {
    const colour = Object.keys(cards).find((kind) => kind !== 'locomotive');
    return (cards.locomotive ?? 0) * 100 - (colour ? (this.hand[colour] ?? 0) : 0);
  }

  readonly choose = (wanted: Draw): void => {
    const choices = this.choices;
    if (!choices || this.busy || choices.keep) return;
    const allowed = {
      blind: () => choices.draw,
      tickets: () => choices.tickets,
      take: () => wanted.type === 'take' && choices.take?.includes(wanted.card),
    }[wanted.type]();
    this.clear();
    if (!allowed) void this.given().session.explain(wanted);
    else if (wanted.type === 'tickets' ? settings.confirm : settings.confirmCards) this.pick = wanted;
    else void this.given().session.play(wanted);
  };

  readonly toggle = (ticket: number): void => {
    this.kept = this.kept.includes(ticket) ? this.kept.filter((each) => each !== ticket) : [...this.kept, ticket];
  };

  readonly confirm = async (): Promise<void> => {
    if (!this.action || this.busy || !this.ready) return;
    this.busy = true;
    await this.given().session.play(this.action);
    this.busy = false;
  };

  readonly keys = (event: KeyboardEvent): void => {
    const choices = this.choices;
    if (!choices || chorded(event) || typing(event)) return;
    if (event.key === 'Enter' && !onButton(event)) {
      event.preventDefault();
      void this.confirm();
    } else if (event.key === 'Escape') this.clear();
    else if (/^[1-5]$/.test(event.key) && !choices.keep && this.route === null) {
      const slot = Number(event.key) - 1;
      const card = this.given().view.row[slot];
      if (card) this.choose({ type: 'take', card, slot });
    } else if (/^[1-9]$/.test(event.key) && this.route !== null && this.payments[Number(event.key) - 1])
      this.payment = Number(event.key) - 1;
    else if (event.key === '0' && !choices.keep) this.choose({ type: 'blind' });
  };
}
