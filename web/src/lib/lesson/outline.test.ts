import { expect, test } from 'vitest';
import { askew } from './outline';

test('a long thing that lies askew is outlined along its length', () => {
  const found = askew([
    [0, 0],
    [50, 50],
    [100, 100],
    [52, 48],
    [48, 52],
  ]);
  expect(found?.turn).toBeCloseTo(45);
  expect(found?.w).toBeCloseTo(100 * Math.SQRT2);
  expect(found?.h).toBeLessThan(8);
  expect([found?.x, found?.y].map(Math.round as (each?: number) => number)).toEqual([50, 50]);
});

test('a square has no direction', () => {
  expect(
    askew([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ]),
  ).toBeNull();
});
