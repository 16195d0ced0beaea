import type { Game } from '../../generated/rails30';
import { defineGame } from '../../lib/board';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { placeOf } from './cells';
import Result from './Result.svelte';

const text = (code: string, facts: Record<string, unknown> = {}) => ({ code: `rails30.${code}`, facts });

export default defineGame<Game>({
  board: Board,
  aside: Aside,
  result: Result,
  progress({ turn, turns }) {
    return { n: turn, of: turns, text: turn ? text('ui_progress', { turn, turns }) : text('ui_progress_setup') };
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
  head(entry) {
    if (entry.kind === 'roll')
      return { no: entry.turn, dice: [{ value: entry.white }, { value: entry.coloured, red: true }] };
    return entry.kind === 'mountain_roll' ? { no: `0.${entry.row}`, dice: [{ value: entry.white }] } : null;
  },
  group(action) {
    if (action.type === 'buy') return 'rails30.ui_by_shares';
    return action.type === 'draw' && action.jokers?.length ? 'rails30.ui_by_joker' : 'rails30.ui_by_dice';
  },
});
