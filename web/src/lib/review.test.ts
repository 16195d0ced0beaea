import { describe, expect, it } from 'vitest';
import { bars, beside, costliest, difference, marked, placeOf, points } from './review';
import type { Amount, Decision, Report } from './types';

const amount = (win: number, points = 0): Amount => ({ win, points });
const decision = (n: number, seat: number, mark: Decision['mark'], loss = 0): Decision => ({
  n,
  turn: Math.floor(n / 2),
  seat,
  played: { action: {}, text: { code: 'x', facts: {} } },
  better: null,
  loss: amount(loss),
  error: amount(1),
  worlds: 8,
  mark,
  changes: [amount(-loss), amount(loss)],
  unseen: false,
  hindsight: null,
  explain: [],
});
const decisions = [decision(2, 0, 'mistake', 1100), decision(4, 1, 'inaccuracy', 300), decision(6, 0, 'none')];
const report = {
  unit: 'win',
  decisions,
  costliest: [2, 4],
  sums: [{ seat: 0, costliest: [2] }],
  luck: [{ n: 3, turn: 1, values: [amount(200), amount(-200)] }],
  curve: [0, 2, 3, 6].map((n) => ({ n, turn: Math.floor(n / 2), values: [], errors: [] })),
} as unknown as Report;

describe('a review', () => {
  it('tells shares of the win in percent and points with one decimal', () => {
    expect(difference(report, amount(-1149), 'en')).toBe('−11 %');
    expect(difference({ ...report, unit: 'points' }, amount(0, 240), 'ru')).toBe('+2,4');
    expect(points(amount(0, 4), 'en')).toBe('0');
  });
  it('finds what is worth a look, of one seat or of all', () => {
    expect(marked(report, null).map(({ n }) => n)).toEqual([2, 4]);
    expect(marked(report, 1).map(({ n }) => n)).toEqual([4]);
    expect(costliest(report, 0).map(({ n }) => n)).toEqual([2]);
    expect(costliest(report, null).map(({ n }) => n)).toEqual([2, 4]);
  });
  it('steps from one to the next and stops at the ends', () => {
    const list = marked(report, null);
    expect(beside(list, null, 1)?.n).toBe(2);
    expect(beside(list, 2, 1)?.n).toBe(4);
    expect(beside(list, 4, 1)).toBeNull();
    expect(beside(list, 4, -1)?.n).toBe(2);
  });
  it('adds luck and decisions up by turn', () => {
    expect(bars(report, 0)).toEqual([
      { turn: 1, luck: 2, own: -11 },
      { turn: 3, luck: 0, own: 0 },
    ]);
  });
  it('knows where a position is on the curve', () =>
    expect([0, 2, 5, 9].map((n) => placeOf(report, n))).toEqual([0, 1, 2, 3]));
});
