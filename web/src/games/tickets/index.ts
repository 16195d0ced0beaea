import type { GameModule } from '../../lib/board';
import type { Form, Line } from '../../lib/types';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { mapOf } from './map';
import Result from './Result.svelte';
import type { TicketsView } from './types';

const GROUPS: Record<string, string> = {
  blind: 'tickets.ui_by_cards',
  take: 'tickets.ui_by_cards',
  tickets: 'tickets.ui_by_tickets',
  keep: 'tickets.ui_by_tickets',
  claim: 'tickets.ui_by_routes',
};

export default {
  board: Board,
  hidden: true,
  aside: Aside,
  result: Result,
  progress(view: TicketsView) {
    // The game ends by the player with the fewest wagons.
    const { wagons } = mapOf(view.options);
    const fewest = Math.min(...view.seats.map((seat) => seat.wagons));
    return {
      n: wagons - fewest,
      of: wagons,
      text: { code: 'tickets.ui_progress', facts: { turn: Math.floor(view.turns / view.players) + 1 } },
    };
  },
  points: (view: TicketsView) => view.result?.scores ?? view.seats.map((seat) => seat.points),
  seatNote(view: TicketsView, seat: number) {
    return !view.over && view.seats[seat].choosing ? { code: 'tickets.ui_choosing', facts: {} } : null;
  },
  seatCounts(view: TicketsView, seat: number) {
    const { cards, wagons, tickets, choosing } = view.seats[seat];
    if (view.over || choosing) return null;
    return [
      { icon: 'card', n: cards, text: { code: 'tickets.ui_has_cards', facts: { n: cards } } },
      { icon: 'ticket', n: tickets, text: { code: 'tickets.ui_has_tickets', facts: { n: tickets } }, wide: true },
      { icon: 'wagon', n: wagons, text: { code: 'tickets.ui_has_wagons', facts: { n: wagons } } },
    ];
  },
  brief: (line: Line) => (line.code === 'tickets.claimed' ? { ...line, code: 'tickets.ui_log_claimed' } : null),
  group: (action: Form) => GROUPS[action.type ?? ''] ?? 'tickets.ui_by_cards',
} satisfies GameModule;
