import type { Entry, Game } from '../../generated/strings';
import { defineGame } from '../../lib/board';
import type { Text } from '../../lib/types';
import Aside from './Aside.svelte';
import { outline } from './outline';
import Board from './Board.svelte';
import Finale from './Finale.svelte';
import { motion } from './motion';
import Moves from './Moves.svelte';
import { LENGTH } from './pieces';
import Result from './Result.svelte';

/** A seat's own letter stands beside the entry; only a second company's has to be named. */
const named = ({ company, seat }: { company: number; seat: number | null }, code: string) =>
  company === seat ? code : `${code}_of`;
const to = (kind: string): Text => ({ code: `strings.to_${kind}`, facts: {} });

/** The points of these entries stand beside them, so their texts need not name them. */
function brief(entry: Entry): Text | null {
  const { facts } = entry.text;
  if (entry.kind === 'place') return { code: 'strings.ui_log_placed', facts };
  if (entry.kind === 'lay') {
    const last = entry.stations.findLast((each) => each.new);
    return { code: named(entry, 'strings.ui_log_laid'), facts: { ...facts, to: last ? to(last.kind) : '' } };
  }
  if (entry.kind === 'visit')
    return { code: named(entry, 'strings.ui_log_visited'), facts: { ...facts, to: to(entry.station_kind) } };
  return null;
}

/** What stations and crossings add to a string's sum. */
function part(entry: Entry): { text: Text; points: number } | null {
  const text = (code: string, facts = {}) => ({ code: `strings.${code}`, facts });
  if (entry.kind === 'reach') return { text: text(`kind_${entry.reached.kind}`), points: entry.reached.points };
  if (entry.kind !== 'cross') return null;
  const { string, company, points } = entry.crossing;
  return company === null
    ? { text: text(`ui_sum_${string}`), points }
    : { text: text('ui_sum_rail', { company: text(`company_${company}`) }), points };
}

type Point = [number, number];

/** The station whose middle is nearest to a point; null on an empty table. */
function nearest(stations: Game['view']['stations'], x: number, y: number): number | null {
  const far = (each: { x: number; y: number }) => (each.x - x) ** 2 + (each.y - y) ** 2;
  return [...stations].sort((a, b) => far(a) - far(b))[0]?.n ?? null;
}

export default defineGame<Game>({
  board: Board,
  paged: true,
  title: { en: 'String Railway', ru: 'Верёвочки' },
  aside: Aside,
  result: Result,
  finale: Finale,
  moves: Moves,
  places(action, view) {
    if (action.type === 'place') return [`spot:${action.x}:${action.y}`];
    const ends: Point[] = action.type === 'lay' ? action.points : [];
    const near = ends.map(([x, y]) => nearest(view.stations, x, y)).filter((n) => n !== null);
    return [...new Set(near)].map((n) => `station:${n}`);
  },
  progress(view) {
    const setup = ['field', 'river', 'mountains', 'corner', 'ready'].includes(view.phase);
    const { round, rounds } = view;
    return {
      n: setup ? 0 : view.turn,
      of: rounds * view.companies.length,
      text: setup ? { code: 'strings.ui_setup', facts: {} } : { code: 'strings.ui_round', facts: { round, rounds } },
    };
  },
  points: (view) => view.scores,
  seatNote(view, seat) {
    if (view.over) return null;
    const [own, second] = view.companies.filter((each) => each.seat === seat);
    return second ? { code: 'strings.ui_two', facts: { a: own.points, b: second.points } } : null;
  },
  seatCounts(view, seat) {
    const [own, second] = view.companies.filter((each) => each.seat === seat);
    if (view.over || second || !own) return null;
    return [
      { piece: LENGTH.short, n: own.short, text: { code: 'strings.ui_shorts', facts: { n: own.short } } },
      { piece: LENGTH.long, n: own.long, text: { code: 'strings.ui_longs', facts: { n: own.long } } },
    ];
  },
  file: (option, text) => (option === 'field' ? outline(text) : text),
  brief,
  silent: (entry) => entry.kind === 'draw',
  joins: (entry, before) => entry.kind === 'place' && before.kind === 'place',
  part,
  motion,
  group: () => 'strings.ui_choices',
});
