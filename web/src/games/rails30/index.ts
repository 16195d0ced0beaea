import type { GameModule } from '../../lib/board';
import type { Form, Line } from '../../lib/types';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Result from './Result.svelte';
import type { Rails30View } from './types';

export default {
  board: Board,
  aside: Aside,
  result: Result,
  progress(view: Rails30View) {
    const { turn, turns } = view;
    return {
      n: turn,
      of: turns,
      text: turn
        ? { code: 'rails30.ui_progress', facts: { turn, turns } }
        : { code: 'rails30.ui_progress_setup', facts: {} },
    };
  },
  points: (view: Rails30View) => view.sheets.map((sheet) => sheet.total),
  seatNote(view: Rails30View, seat: number) {
    const { step, acting } = view.sheets[seat];
    return view.turn || !acting || seat === view.you ? null : { code: `rails30.ui_step_${step}`, facts: {} };
  },
  brief: (line: Line) => (line.code === 'rails30.draw' ? { ...line, code: 'rails30.ui_log_draw' } : null),
  head(line: Line) {
    const { turn, white, coloured, row } = line.facts as Record<string, number>;
    if (line.code === 'rails30.roll') return { no: turn, dice: [{ value: white }, { value: coloured, red: true }] };
    if (line.code === 'rails30.mountain_roll') return { no: `0.${row}`, dice: [{ value: white }] };
    return null;
  },
  group(action: Form) {
    if (action.type === 'buy') return 'rails30.ui_by_shares';
    return (action.jokers as string[] | undefined)?.length ? 'rails30.ui_by_joker' : 'rails30.ui_by_dice';
  },
} satisfies GameModule;
