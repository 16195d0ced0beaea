/** What is said of a finished game and how its points are drawn, from the result and the summary alone. */
import type { Summary } from '../generated/server';
import { plain } from './text';
import type { Facts, Result, Text } from './types';

type Scored = Pick<Result, 'scores' | 'ranks' | 'winners'>;
export type Moment = Summary['curve'][number];
export type Source = Summary['sources'][number];

/** The seats by their rank, the best first. */
export function order({ ranks }: Scored): number[] {
  return ranks.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b]);
}

/** The sources that brought anything to anybody. */
export const counted = (sources: Source[]) => sources.filter(({ points }) => points.some(Boolean));

/** A second source is worth naming if the lead in it is this part of the greatest. */
const WORTH = 0.25;

/** Why the winner won: what decided a tie, or the one or two sources in which it was furthest ahead of the next seat, and
 * the one thing that decided the game if there was one. Alone it is the best source. Null where there is nothing to say. */
export function verdict(result: Scored, summary: Summary, name: (seat: number) => string): Text | null {
  const { scores, winners } = result;
  const text = (code: string, facts: Facts) => ({ code: `page.${code}`, facts });
  if (scores.length > 1 && summary.tie) return summary.tie;
  const [winner] = winners;
  if (scores.length === 1 || winners.length === 1) {
    const next = order(result)[1];
    const ahead = ({ points }: Source) => points[winner] - (next === undefined ? 0 : points[next]);
    const [best, second] = summary.sources.toSorted((a, b) => ahead(b) - ahead(a));
    if (ahead(best) <= 0) return null;
    if (next === undefined) return text('end_best', { source: best.text, n: best.points[winner] });
    const lead = (source: Source) =>
      text('end_lead', {
        source: source.text,
        n: plain(source.points[winner]),
        other: plain(source.points[next]),
      });
    const two = second && ahead(second) > 0 && ahead(second) >= ahead(best) * WORTH;
    const facts = {
      lead: two ? text('end_leads', { a: lead(best), b: lead(second) }) : lead(best),
      name: name(next),
    };
    const { decided } = summary;
    if (!decided) return text('end_decided', facts);
    return text('end_decided_by', { ...facts, decided: decided.decided, points: decided.points });
  }
  return null;
}

/** Where somebody else was further ahead of the winner than in any other source; null where nobody was. */
export function behind(result: Scored, sources: Source[], name: (seat: number) => string): Text | null {
  const [winner] = result.winners;
  if (result.winners.length !== 1 || result.scores.length === 1) return null;
  const lead = ({ points }: Source) => Math.max(...points) - points[winner];
  const most = sources.reduce((most, each) => (lead(each) > lead(most) ? each : most));
  if (lead(most) <= 0) return null;
  const other = most.points.indexOf(Math.max(...most.points));
  const facts = {
    source: most.text,
    name: name(other),
    n: plain(most.points[other]),
    other: plain(most.points[winner]),
  };
  return { code: 'page.end_behind', facts };
}

/** Round numbers from below the least to above the most, about `count` of them. */
export function ticks(least: number, most: number, count = 4): number[] {
  const rough = Math.max(1, most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 4, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Moves places apart until they are `gap` from each other, within a range, and keeps their order. */
export function apart(places: number[], gap: number, from: number, to: number): number[] {
  const by = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const room = by.length > 1 ? Math.min(gap, (to - from) / (by.length - 1)) : gap;
  const moved = by.map((i) => Math.min(Math.max(places[i], from), to));
  for (let i = 1; i < moved.length; i++) moved[i] = Math.max(moved[i], moved[i - 1] + room);
  for (let i = moved.length - 1; i >= 0; i--)
    moved[i] = Math.min(moved[i], i === moved.length - 1 ? to : moved[i + 1] - room);
  const out: number[] = [];
  by.forEach((seat, i) => (out[seat] = moved[i]));
  return out;
}
