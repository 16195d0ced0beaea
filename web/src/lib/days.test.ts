import { expect, test } from 'vitest';
import { dayNumber, until } from './days';

test('days are counted from the new year, in UTC', () => {
  expect(dayNumber('2026-01-01')).toBe(1);
  expect(dayNumber('2026-11-16')).toBe(320);
  expect(dayNumber('2028-12-31')).toBe(366);
});

test('the time that is left never ends before the day does', () => {
  expect(until(3600, 0)).toEqual({ h: 1, m: 0 });
  expect(until(61, 0)).toEqual({ h: 0, m: 2 });
  expect(until(0, 100)).toEqual({ h: 0, m: 0 });
});
