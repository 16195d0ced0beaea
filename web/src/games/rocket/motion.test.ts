import { describe, expect, it, vi } from 'vitest';
import type { Entry, RocketView } from '../../generated/rocket';
import { marksOf, motion } from './motion';

vi.mock('../../lib/settings.svelte', () => ({ settings: { shown: 'en' }, say: (code: string) => code }));

const entry = (facts: Partial<Entry> & { kind: Entry['kind'] }) =>
  ({ n: 1, turn_number: 1, seat: 0, points: 0, text: { code: '', facts: {} }, ...facts }) as Entry;
const view = {
  map: 'england',
  lines: [{ line: 'GER', at: 'I9', heading: 3 }],
  chart: [{ town: 'london', industry: 'steel', slots: 2, cubes: [1, 1] }],
} as unknown as RocketView;
const scene = { view, before: view, log: [], own: false, shown: 0 };

describe('motion', () => {
  it('brings a cube to its own slot and a station to its hex', () => {
    const cube = entry({ kind: 'invest', seat: 1, town: 'london', industry: 'steel' } as never);
    const slot = 'cube:london:steel:1';
    expect(motion(cube, scene as never)).toMatchObject([{ do: 'fly', from: 'seat:1', to: slot, brings: slot }]);
    const station = entry({ kind: 'station', hex: 'H5' } as never);
    expect(motion(station, scene as never)).toMatchObject([{ do: 'fly', from: 'seat:0', brings: 'station:H5' }]);
  });

  it('lets a passenger fly from the station to the seat that took it', () => {
    const boarded = entry({ kind: 'passenger', seat: 1, line: 'GER', hex: 'H5', left: 8 } as never);
    expect(motion(boarded, scene as never)).toMatchObject([{ do: 'fly', from: 'hex:H5', to: 'seat:1' }]);
  });

  it('moves nothing while others are asked, and lets points fly from their town', () => {
    expect(motion(entry({ kind: 'extend', line: 'GER', went: null } as never), scene as never)).toEqual([]);
    const scored = entry({ kind: 'scored', points: 2, town: 'york', line: 'GER', into: null } as never);
    expect(motion(scored, scene as never)).toEqual([{ do: 'points', from: 'town:york', seat: 0, points: 2 }]);
  });
});

describe('marks', () => {
  it('outline hexes with their numbers, and several things at one hex once', () => {
    const recent = [
      { entry: entry({ kind: 'extend', went: { line: 'GER', start: 'I10', hex: 'I9' } } as never), number: 1 },
      { entry: entry({ kind: 'invest', town: 'york', industry: 'steel' } as never), number: 2 },
      { entry: entry({ kind: 'invest', town: 'york', industry: 'coal' } as never), number: 3 },
      { entry: entry({ kind: 'pass' } as never), number: 4 },
    ];
    expect(marksOf(recent, () => 'B7')).toEqual([
      { hex: 'I9', numbers: [1], at: 'rail:I9' },
      { hex: 'B7', numbers: [2, 3], at: 'recent:B7' },
    ]);
  });
});
