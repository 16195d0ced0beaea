import type { GameModule } from '../../lib/board';
import type { Line } from '../../lib/types';
import Aside from './Aside.svelte';
import { outline } from './outline';
import Board from './Board.svelte';
import Result from './Result.svelte';
import type { StringsView } from './types';

/** Lines whose points stand beside them already. */
const SHORTER = new Set(['strings.placed', 'strings.laid', 'strings.visited']);

export default {
  board: Board,
  aside: Aside,
  result: Result,
  progress(view: StringsView) {
    const setup = ['field', 'river', 'mountains', 'corner', 'ready'].includes(view.phase);
    const { round, rounds } = view;
    return {
      n: setup ? 0 : view.turn,
      of: rounds * view.companies.length,
      text: setup ? { code: 'strings.ui_setup', facts: {} } : { code: 'strings.ui_round', facts: { round, rounds } },
    };
  },
  points(view: StringsView) {
    return Array.from({ length: view.players }, (_, seat) =>
      Math.max(...view.companies.filter((each) => each.seat === seat).map((each) => each.points)),
    );
  },
  seatNote(view: StringsView, seat: number) {
    if (view.over) return null;
    const [own, second] = view.companies.filter((each) => each.seat === seat);
    return second ? { code: 'strings.ui_two', facts: { a: own.points, b: second.points } } : null;
  },
  seatCounts(view: StringsView, seat: number) {
    const [own, second] = view.companies.filter((each) => each.seat === seat);
    if (view.over || second || !own) return null;
    return [
      { icon: 'short', n: own.short, text: { code: 'strings.ui_shorts', facts: { n: own.short } } },
      { icon: 'long', n: own.long, text: { code: 'strings.ui_longs', facts: { n: own.long } } },
    ];
  },
  file: (option, text) => (option === 'field' ? outline(text) : text),
  brief: (line: Line) => (SHORTER.has(line.code) ? { ...line, code: line.code.replace('.', '.ui_log_') } : null),
  group: () => 'strings.ui_choices',
} satisfies GameModule;
