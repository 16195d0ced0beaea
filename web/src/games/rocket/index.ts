import type { Action, Game } from '../../generated/rocket';
import { defineGame } from '../../lib/board';
import type { Text } from '../../lib/types';
import Board from './Board.svelte';
import Finale from './Finale.svelte';
import { loadedMap } from './map';
import { motion } from './motion';
import Moves from './Moves.svelte';
import Result from './Result.svelte';

/** The group of an action in the list of legal actions. */
const GROUPS: Partial<Record<Action['type'], string>> = {
  extend: 'rocket.ui_group_extend',
  invest: 'rocket.ui_group_invest',
  station: 'rocket.ui_group_station',
  move: 'rocket.ui_group_station',
};

/** How a prize was divided takes a line of its own in the text; here the counts say it, once: beside who has most. */
const DIVIDED = ['second', 'tied_most', 'tied_second', 'second_half'];
/** Every extension brings a share, and each of these lines would say so. */
const MOVES = ['extend', 'extend_isolated'];
const logged = (code: string) => code.replace('rocket.', 'rocket.ui_log_');

function brief({ text }: Game['entry']): Text | null {
  if (MOVES.includes(text.code.slice('rocket.'.length))) return { ...text, code: logged(text.code) };
  const why = text.facts.why as Text | undefined;
  const counts = why?.facts.counts as Text | undefined;
  if (!why || !counts) return null;
  const code = DIVIDED.includes(why.code.slice('rocket.'.length)) ? logged(why.code) : why.code;
  const facts = { ...why.facts, counts: { ...counts, code: logged(counts.code) } };
  return { ...text, facts: { ...text.facts, why: { code, facts } } };
}

export default defineGame<Game>({
  board: Board,
  result: Result,
  finale: Finale,
  moves: Moves,
  places(action, view) {
    if (action.type === 'extend') return [`engine:${action.line}`, `hex:${action.hex}`];
    if (action.type === 'invest') return [`town:${action.town}`];
    if ('hex' in action && action.hex) return [`hex:${action.hex}`];
    if ('line' in action) return [`engine:${action.line}`];
    // An answer in a veto is about the move that is under way.
    return view.move ? [`engine:${view.move.line}`, `hex:${view.move.hex}`] : [];
  },
  brief,
  follows: (entry) => entry.kind === 'veto' && !entry.call,
  alike: (entry) => entry.kind === 'veto' && !entry.call,
  motion,
  progress(view) {
    const { turn, tiles, tiles_of } = view;
    return {
      n: tiles_of - tiles,
      of: tiles_of,
      text: { code: 'rocket.ui_progress', facts: { turn, tiles, of: tiles_of } },
      brief: { code: 'rocket.ui_progress_brief', facts: { tiles } },
    };
  },
  points: (view) => view.seats.map((seat) => seat.points),
  seatNote(view, seat) {
    if (view.over) return null;
    if (view.move && seat === view.move.seat && seat !== view.speaker)
      return {
        code: 'rocket.ui_note_moves',
        facts: { line: loadedMap(view.map)?.lines.get(view.move.line)?.short ?? view.move.line },
      };
    return { code: 'rocket.ui_note_stations', facts: { n: view.seats[seat].stations_left } };
  },
  group: (action) => GROUPS[action.type] ?? 'rocket.ui_group_answer',
});
