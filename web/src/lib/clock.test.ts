import { beforeEach, expect, test, vi } from 'vitest';
import { face, left, pace, since, ticker, width } from './clock.svelte';
import type { Facts, Seat, Table } from './types';

// The settings ask the browser for the person's taste; here only the words are needed.
vi.mock('./settings.svelte', async () => {
  const { render } = await import('./text');
  const { default: words } = await import('../words/en');
  return { settings: { shown: 'en' }, say: (code: string, facts: Facts = {}) => render({ code, facts }, 'en', words) };
});

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
beforeEach(() => ticker.set(NOW));

const seat = (clock: Partial<NonNullable<Seat['clock']>>) =>
  ({ kind: 'human', clock: { left: 60_000, due: null, flagged: false, absent: null, votes: [], ...clock } }) as Seat;
const table = (clock: Table['clock']) => ({ clock, status: 'running' }) as Table;
const live = table({ kind: 'live', base: 300, increment: 10 });
const days = table({ kind: 'days', hours: 48 });

test('a clock is read as minutes and seconds, hours, or days', () => {
  expect([0, 1, 59_001, 60_000, 3_599_000, 2 * HOUR + 5000].map(face)).toEqual([
    '0:00',
    '0:01',
    '1:00',
    '1:00',
    '59:59',
    '2:00:05',
  ]);
  expect(face(5 * HOUR + 60_000)).toBe('5 h 1 m');
  expect(face(50 * HOUR)).toBe('2 d 2 h');
  expect(face(250 * HOUR)).toBe('10 d');
});

test('in a sitting nothing is lost before the delay is over', () => {
  expect(left(live, seat({ due: NOW + 62_000 }))).toBe(60_000);
  expect(left(live, seat({ due: NOW + 50_000 }))).toBe(50_000);
  expect(left(live, seat({}))).toBe(60_000);
  expect(left(live, seat({ due: NOW - 1 }))).toBe(0);
  expect(left(live, seat({ flagged: true }))).toBe(0);
});

test('over days the deadline counts', () => {
  expect(left(days, seat({ left: 48 * HOUR, due: NOW + 66 * HOUR }))).toBe(66 * HOUR);
});

test('bots, tables without a clock and finished games show none', () => {
  expect(left(live, { ...seat({}), kind: 'bot' })).toBeNull();
  expect(left(table(null), seat({}))).toBeNull();
  expect(left({ ...live, status: 'over' }, seat({}))).toBeNull();
});

test('a pace has a name, and its clocks a width', () => {
  expect(pace(null)).toBe('No clock');
  expect(pace(live.clock)).toBe('5 min + 10 s');
  expect(pace({ kind: 'live', base: 90 })).toBe('90 s');
  expect(pace(days.clock)).toBe('2 days per move');
  expect(pace({ kind: 'days', hours: 1 })).toBe('1 hour per move');
  expect([live.clock!, days.clock!].map(width)).toEqual([5, 7]);
});

test('what was before is told in minutes, hours and days', () => {
  const ago = (seconds: number) => since(Date.now() - seconds * 1000);
  expect([1, 130, 7300, 260_000].map(ago)).toEqual(['this minute', '2 minutes ago', '2 hours ago', '3 days ago']);
});
