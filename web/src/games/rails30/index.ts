import type { Game } from '../../generated/rails30';
import { defineGame } from '../../lib/board';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Finale from './Finale.svelte';
import { anchorOf, placeOf } from './cells';
import { motion } from './motion';
import Moves from './Moves.svelte';
import Result from './Result.svelte';

const text = (code: string, facts: Record<string, unknown> = {}) => ({ code: `rails30.${code}`, facts });

export default defineGame<Game>({
  board: Board,
  aside: Aside,
  result: Result,
  finale: Finale,
  moves: Moves,
  progress({ turn, turns }) {
    const place = { n: turn, of: turns };
    if (turn) return { ...place, text: text('ui_progress', { turn, turns }) };
    return { ...place, text: text('ui_progress_setup'), brief: text('ui_progress_setup_brief') };
  },
  points: (view) => view.sheets.map((sheet) => sheet.total),
  seatNote(view, seat) {
    const { step, acting } = view.sheets[seat];
    return view.turn || !acting || seat === view.you ? null : text(`ui_step_${step}`);
  },
  brief(entry) {
    if (entry.kind !== 'draw') return null;
    const joker = text(`joker_${entry.jokers.join('_') || 'none'}`);
    return text('ui_log_draw', { track: text(`track_${entry.track}`), joker, ...placeOf(entry.cell) });
  },
  places(action, view) {
    const own = view.you ?? 0;
    if (action.type === 'mountain') {
      const { choices } = view;
      if (!action.draw) return ['skip'];
      return choices?.step === 'mountain' ? [anchorOf('cell', own, (choices.row - 1) * 6 + choices.column - 1)] : [];
    }
    if (action.type === 'station') return [`border:${action.side}:${action.place}`];
    return [anchorOf('cell', own, (action.row - 1) * 6 + action.column - 1)];
  },
  motion,
  head(entry) {
    if (entry.kind === 'roll')
      return { no: entry.turn_number, dice: [{ value: entry.white }, { value: entry.coloured, red: true }] };
    return entry.kind === 'mountain_roll' ? { no: `▲${entry.row}`, dice: [{ value: entry.white }] } : null;
  },
  group(action) {
    if (action.type === 'buy') return 'rails30.ui_by_shares';
    return action.type === 'draw' && action.jokers?.length ? 'rails30.ui_by_joker' : 'rails30.ui_by_dice';
  },
});
