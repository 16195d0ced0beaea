/** Payments in words. */
import { say } from '../../lib/settings.svelte';
import type { Cards, Kind } from './cards';

export const kindsOf = (cards: Cards) => Object.entries(cards) as [Kind, number][];

/** «3 red + 1 locomotive». */
export const cardsText = (cards: Cards) =>
  kindsOf(cards)
    .map(([kind, n]) => say(`tickets.cards_${kind}`, { n }))
    .join(' + ');

/** What a payment spares: the locomotives, or what is left of its colour. */
export function spared(cards: Cards, hand: Cards): string {
  const colour = kindsOf(cards).find(([kind]) => kind !== 'locomotive')?.[0];
  if (!colour) return say('tickets.ui_spares_colours');
  if (!cards.locomotive && hand.locomotive) return say('tickets.ui_spares_locomotives', { n: hand.locomotive });
  const n = (hand[colour] ?? 0) - (cards[colour] ?? 0);
  return say('tickets.ui_spares', { cards: say(`tickets.cards_${colour}`, { n }) });
}

/** Two payments have room for what they spare; of more, the bar says it of the chosen one. */
export const FEW = 2;
