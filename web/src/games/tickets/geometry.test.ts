import { describe, expect, it } from 'vitest';
import usa from '../../../../src/branchline/games/tickets/data/usa.json';
import { drawingOf } from './drawing';
import type { Way } from './geometry';
import { boxesOf } from './marks';

const { ways } = drawingOf(usa);
const named = ({ route }: Way) => `${usa.routes[route].a} – ${usa.routes[route].b}`;
/** The direction of the track at both ends of a slot, in degrees. */
const ends = ({ angle, length, bend }: Way['slots'][number]) =>
  [-1, 1].map((side) => angle + (side * bend * length * 90) / Math.PI);

describe('a route', () => {
  it('has no kink between its slots', () => {
    const kinks = ways.flatMap((way) =>
      way.slots.slice(1).flatMap((slot, i) => {
        const turn = Math.abs(ends(slot)[0] - ends(way.slots[i])[1]) % 360;
        return Math.min(turn, 360 - turn) > 10 ? [`${named(way)}: ${turn}`] : [];
      }),
    );
    expect(kinks).toEqual([]);
  });
  it('bows no more than its names ask of it', () => {
    const turned = (way: Way) => Math.abs(way.slots.reduce((sum, { bend, length }) => sum + bend * length, 0));
    expect(ways.filter((way) => turned(way) > 1.4).map(named)).toEqual([]);
    expect(ways.filter((way) => turned(way) < 0.5).length).toBeGreaterThan(ways.length / 2);
  });
  it('has slots that lie along it', () => {
    const slot = { x: 0, y: 0, angle: 0, length: 40 };
    const corners = (bend: number) => boxesOf([{ ...slot, bend }], 10).match(/[ML][^MLz]+/g)!.length;
    expect(corners(0)).toBe(8);
    expect(corners(0.02)).toBeGreaterThan(12);
  });
});
