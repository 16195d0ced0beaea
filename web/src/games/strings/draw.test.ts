import { describe, expect, it } from 'vitest';
import { upright } from './draw';
import { lengthOf, tightened, type Point } from './rope';

describe('tiles', () => {
  it('keep their words upright, and lie as they are turned', () => {
    for (let turn = 0; turn < 24; turn++) {
      const angle = upright(turn);
      expect(angle).toBeGreaterThan(-46);
      expect(angle).toBeLessThanOrEqual(45);
      expect((turn * 15 - angle) % 90).toBe(0);
    }
  });
});

describe('a string that clicks onto a station', () => {
  it('draws tight instead of growing', () => {
    const slack: Point[] = Array.from({ length: 61 }, (_, i) => [i * 40, Math.sin(i / 4) * 220]);
    const limit = lengthOf(slack) - 150;
    const tight = tightened(slack, limit);
    expect(lengthOf(tight)).toBeLessThanOrEqual(limit);
    expect(tight[0]).toEqual(slack[0]);
    expect(tight[tight.length - 1]).toEqual(slack[60]);
  });
});
