/** Strings unroll, stations go to their place, points fly from what brought them. */
import type { Entry, Game } from '../../generated/strings';
import type { Scene } from '../../lib/board';
import type { Step } from '../../lib/motion/steps';

/** The anchors of what lies on the table. */
export const railAt = (n: number): string => `rail:${n}`;
export const stationAt = (n: number): string => `station:${n}`;

export function motion(entry: Entry, { view }: Scene<Game>): Step[] {
  switch (entry.kind) {
    case 'river':
    case 'mountains':
      return [{ do: 'draw', at: entry.kind, ms: 400 }];
    case 'corner': {
      const base = view.stations.find(({ kind, owner }) => kind === 'base' && owner === entry.company);
      return base ? [{ do: 'appear', at: stationAt(base.n) }] : [];
    }
    case 'place':
      return [{ do: 'come', at: stationAt(entry.station), from: `seat:${entry.seat}`, ms: 300 }];
    case 'lay':
      return [{ do: 'draw', at: railAt(entry.rail), ms: 400 }];
    case 'reach':
      return [points(stationAt(entry.reached.station), entry.seat, entry.reached.points)];
    case 'cross':
      return [points(railAt(entry.rail), entry.seat, entry.crossing.points)];
    case 'visit':
      return [points(stationAt(entry.effect.station), entry.seat, entry.effect.points)];
    default:
      return [];
  }
}

function points(from: string, seat: number | null, brought: number): Step {
  return { do: 'points', from, seat: seat ?? 0, points: brought };
}
