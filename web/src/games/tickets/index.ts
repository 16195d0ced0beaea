import type { Action, Game } from '../../generated/tickets';
import { defineGame } from '../../lib/board';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { mapOf } from './map';
import Result from './Result.svelte';

const GROUPS: Record<Action['type'], string> = {
  blind: 'tickets.ui_by_cards',
  take: 'tickets.ui_by_cards',
  pass: 'tickets.ui_by_cards',
  tickets: 'tickets.ui_by_tickets',
  keep: 'tickets.ui_by_tickets',
  claim: 'tickets.ui_by_routes',
};
const SIGNS = {
  card: 'M9 4h10v14H9zM5.500 7v14H15',
  ticket: 'M3 7h18v3.500a1.500 1.500 0 0 0 0 3V17H3v-3.500a1.500 1.500 0 0 0 0-3zM15 7v10',
  wagon:
    'M3 6h18v9H3zM7.500 15a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM16.500 15a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400z',
};

export default defineGame<Game>({
  board: Board,
  aside: Aside,
  result: Result,
  progress(view) {
    // The game ends by the player with the fewest wagons.
    const { wagons } = mapOf(view.options);
    const fewest = Math.min(...view.seats.map((seat) => seat.wagons));
    return {
      n: wagons - fewest,
      of: wagons,
      text: { code: 'tickets.ui_progress', facts: { turn: Math.floor(view.turns / view.players) + 1 } },
    };
  },
  points: (view) => view.result?.scores ?? view.seats.map((seat) => seat.points),
  seatNote(view, seat) {
    return !view.over && view.seats[seat].choosing ? { code: 'tickets.ui_choosing', facts: {} } : null;
  },
  seatCounts(view, seat) {
    const { cards, wagons, tickets, choosing } = view.seats[seat];
    if (view.over || choosing) return null;
    return [
      { path: SIGNS.card, n: cards, text: { code: 'tickets.ui_has_cards', facts: { n: cards } } },
      { path: SIGNS.ticket, n: tickets, text: { code: 'tickets.ui_has_tickets', facts: { n: tickets } }, wide: true },
      { path: SIGNS.wagon, n: wagons, text: { code: 'tickets.ui_has_wagons', facts: { n: wagons } } },
    ];
  },
  brief: (entry) => (entry.kind === 'claim' ? { code: 'tickets.ui_log_claimed', facts: entry.text.facts } : null),
  follows: (entry) => entry.kind === 'refill',
  group: (action) => GROUPS[action.type],
});
