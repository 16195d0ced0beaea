import { describe, expect, it } from 'vitest';
import { around, placeCallout } from './callout';

const SIGHT = { x: 0, y: 0, w: 6000, h: 6000 };
const SIZE = { w: 900, h: 400 };
const apart = (a: typeof SIGHT, b: typeof SIGHT) =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

describe('the tag at the pointer', () => {
  it('stands to the upper right where nothing is in its way', () => {
    expect(placeCallout([3000, 3000], SIZE, 200, SIGHT, [])).toEqual({ x: 3200, y: 2400, ...SIZE });
  });
  it('stays in sight at every edge', () => {
    for (const tip of [
      [10, 10],
      [5990, 10],
      [10, 5990],
      [5990, 5990],
    ] as [number, number][]) {
      const { x, y, w, h } = placeCallout(tip, SIZE, 200, SIGHT, []);
      expect(x >= 0 && y >= 0 && x + w <= 6000 && y + h <= 6000).toBe(true);
    }
  });
  it('keeps clear of what is to be read', () => {
    const others = [around([3400, 2500], 240), around([2600, 2500], 240), around([3600, 3000], 240)];
    const box = placeCallout([3000, 3000], SIZE, 200, SIGHT, others);
    for (const other of others) expect(apart(box, other)).toBe(true);
  });
});
