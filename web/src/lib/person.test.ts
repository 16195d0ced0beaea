import { expect, test } from 'vitest';
import { plot, ticks, weeks } from './person';

test('ticks are round and cover all values', () => {
  expect(ticks(49, 112)).toEqual([40, 60, 80, 100, 120]);
  expect(ticks(7, 7)).toEqual([7]);
  expect(ticks(-3, 12).at(0)).toBeLessThanOrEqual(-3);
});

test('a plot has the lowest tick at the bottom and one game in the middle', () => {
  const found = plot([40, 120], 1, { left: 0, right: 10, top: 0, bottom: 80 });
  expect(found.y(found.ticks[0])).toBe(80);
  expect(found.x(0)).toBe(5);
});

test('weeks end with today and begin on a Monday', () => {
  const days = weeks('2026-11-18', 13);
  expect(days.at(-1)).toEqual({ day: '2026-11-18', week: 12, row: 2 });
  expect(new Date(days[0].day).getUTCDay()).toBe(1);
});
