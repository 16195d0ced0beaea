/** Cards go from the row or the deck to whoever takes them, wagons come onto a route one by one, points fly. */
import type { Entry, Game } from '../../generated/tickets';
import type { Scene } from '../../lib/board';
import { type Anchor, drawn, type Step } from '../../lib/motion/steps';
import Card from './Card.svelte';
import type { Kind } from './cards';
import { mapOf } from './map';

/** Where a card goes: into the hand that is shown, or to the seat. */
const home = (entry: Entry, kind: Kind | null, own: boolean): Anchor =>
  own && kind ? `hand:${kind}` : `seat:${entry.seat}`;

export function motion(entry: Entry, { view, own }: Scene<Game>): Step[] {
  if (entry.kind === 'reset')
    return [
      { do: 'together', gap: 60, steps: entry.row.map((_, i): Step => ({ do: 'appear', at: `row:${i}`, ms: 200 })) },
    ];
  if (entry.seat === null) return [];
  switch (entry.kind) {
    case 'take':
      return [
        {
          do: 'fly',
          from: `row:${entry.slot}`,
          to: home(entry, entry.card, own),
          drawing: drawn(Card, { kind: entry.card }),
        },
      ];
    case 'blind':
      // Who draws it sees which card it is: `got` lets it fly.
      return own ? [] : [{ do: 'fly', from: 'deck', to: `seat:${entry.seat}`, drawing: { copy: 'deck' } }];
    case 'got':
      // The deal; and for others, who see that a card was drawn, `blind` lets it fly.
      if (!own || view.phase === 'first_tickets') return [];
      return [
        { do: 'fly', from: 'deck', to: home(entry, entry.card, own), drawing: drawn(Card, { kind: entry.card }) },
      ];
    case 'refill':
      return [
        {
          do: 'fly',
          from: 'deck',
          to: `row:${entry.slot}`,
          drawing: drawn(Card, { kind: entry.card }),
          brings: `row:${entry.slot}`,
          ms: 200,
        },
      ];
    case 'tickets':
      return [{ do: 'fly', from: 'tickets', to: `seat:${entry.seat}`, drawing: { copy: 'tickets' } }];
    case 'claim': {
      const { length } = mapOf(view.options).routes[entry.route];
      const wagons = Array.from({ length }, (_, i): Step => {
        return { do: 'come', at: `wagon:${entry.route}:${i}`, from: `seat:${entry.seat}`, ms: 220 };
      });
      const seat = entry.seat;
      return [
        { do: 'together', gap: 70, steps: wagons },
        {
          do: 'together',
          steps: [
            { do: 'appear', at: `route:${entry.route}`, ms: 150 },
            { do: 'points', from: `route:${entry.route}`, seat, points: entry.points },
          ],
        },
      ];
    }
    default:
      return [];
  }
}
