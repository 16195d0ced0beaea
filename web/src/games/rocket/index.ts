import type { GameModule } from '../../lib/board';
import type { Form } from '../../lib/types';
import Board from './Board.svelte';
import Result from './Result.svelte';
import type { RocketView } from './types';

export default {
  board: Board,
  result: Result,
  progress(view: RocketView) {
    const { turn, tiles, tiles_of } = view;
    return {
      n: tiles_of - tiles,
      of: tiles_of,
      text: { code: 'rocket.ui_progress', facts: { turn, tiles, of: tiles_of } },
      brief: { code: 'rocket.ui_progress_brief', facts: { tiles } },
    };
  },
  points: (view: RocketView) => view.seats.map((seat) => seat.points),
  seatNote(view: RocketView, seat: number) {
    if (view.over) return null;
    if (view.move && seat === view.move.seat && seat !== view.speaker)
      return { code: 'rocket.ui_note_moves', facts: { line: view.move.line } };
    return { code: 'rocket.ui_note_stations', facts: { n: view.seats[seat].stations_left } };
  },
  group: (action: Form) =>
    `rocket.ui_group_${action.type === 'move' ? 'station' : ['extend', 'invest', 'station'].includes(String(action.type)) ? action.type : 'word'}`,
} satisfies GameModule;
