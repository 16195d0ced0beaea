import type { Action, Game } from '../../generated/tickets';
import { defineGame } from '../../lib/board';
import { settings } from '../../lib/settings.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import type { Text } from '../../lib/types';
import { SIGNS, type Kind } from './cards';
import { mapOf } from './map';
import Finale from './Finale.svelte';
import { motion } from './motion';
import Moves from './Moves.svelte';
import Result from './Result.svelte';
import { isRetold } from './retold';

const GROUPS: Record<Action['type'], string> = {
  blind: 'tickets.ui_by_cards',
  take: 'tickets.ui_by_cards',
  pass: 'tickets.ui_by_cards',
  tickets: 'tickets.ui_by_tickets',
  keep: 'tickets.ui_by_tickets',
  claim: 'tickets.ui_by_routes',
};

const DRAWS = ['blind', 'take'];

/** Beside the sign of a seat the log needs no verbs. */
function brief(entry: Game['entry']): Text | null {
  const card = (kind: Kind) => ({ card: { code: `tickets.name_${kind}`, facts: {} } });
  if (entry.kind === 'claim') return { code: 'tickets.ui_log_claimed', facts: entry.text.facts };
  if (entry.kind === 'take') return { code: 'tickets.ui_log_took', facts: card(entry.card) };
  return entry.kind === 'blind' ? { code: 'tickets.ui_log_drew', facts: {} } : null;
}

export default defineGame<Game>({
  board: Board,
  aside: Aside,
  result: Result,
  finale: Finale,
  moves: Moves,
  progress(view) {
    // The game ends by the player with the fewest wagons.
    const { wagons, name } = mapOf(view.options);
    const fewest = Math.min(...view.seats.map((seat) => seat.wagons));
    return {
      n: wagons - fewest,
      of: wagons,
      text: { code: 'tickets.ui_progress', facts: { turn: view.over ? view.turns : view.turns + 1 } },
      place: name[settings.shown],
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
  brief,
  places(action) {
    if (action.type === 'claim') return [`way:${action.route}`];
    if (action.type === 'keep') return action.tickets.map((ticket) => `ticket:${ticket}`);
    if (action.type === 'take') return typeof action.slot === 'number' ? [`row:${action.slot}`] : [];
    return { blind: ['deck'], tickets: ['tickets'], pass: [] }[action.type];
  },
  motion,
  tall: true,
  joins: (entry, before) => DRAWS.includes(entry.kind) && DRAWS.includes(before.kind),
  silent: (entry, log) => entry.kind === 'refill' || isRetold(entry, log),
  follows: (entry) => entry.kind === 'got',
  group: (action) => GROUPS[action.type],
});
