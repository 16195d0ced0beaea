import { describe, expect, it } from 'vitest';
import {
  bars,
  beside,
  chance,
  costliest,
  difference,
  marked,
  named,
  placeOf,
  points,
  restIsLarge,
  unnumbered,
} from './review';
import type { Amount, Decision, Report, Sum, Table } from './types';

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
  decisive: 2,
  sums: [{ seat: 0, costliest: [2] }],
  headline: { code: 'review.decided', facts: { turn: 1, player: 'seat 1' } },
  luck: [
    { n: 3, turn: 1, chance: true, values: [amount(200), amount(-200)] },
    { n: 4, turn: 2, chance: false, values: [amount(900), amount(-900)] },
  ],
  curve: [0, 2, 3, 6].map((n) => ({ n, turn: Math.floor(n / 2), values: [], errors: [] })),
} as unknown as Report;

describe('a review', () => {
  it('tells shares of the win in percent and points with one decimal', () => {
    expect(difference(report, amount(-1149), 'en')).toBe('−11\u00a0%');
    expect(difference({ ...report, unit: 'points' }, amount(0, 240), 'ru')).toBe('+2,4');
    expect(points(amount(0, 4), 'en')).toBe('0');
  });
  it('takes a number for no name', () => {
    const seats = ['1', 'Vera', '1'].map((name, seat) => ({ seat, name }));
    const names = unnumbered({ seats } as unknown as Table).seats.map(({ name }) => name);
    expect(names).toEqual([null, 'Vera', '1']);
  });
  it('explains the rest only where it is more than the spread of playouts', () => {
    const rest = (win: number, points: number) => ({ sums: [{ rest: amount(win, points) }] as Sum[] });
    expect(restIsLarge({ ...report, ...rest(-499, 900) })).toBe(false);
    expect(restIsLarge({ ...report, ...rest(-500, 0) })).toBe(true);
    expect(restIsLarge({ ...report, ...rest(900, 299), unit: 'points' })).toBe(false);
    expect(restIsLarge({ ...report, ...rest(0, 300), unit: 'points' })).toBe(true);
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
  it('names whom the headline speaks of, or speaks to them', () => {
    const headline = (you: number) =>
      named(
        report,
        (seat) => `player ${seat}`,
        (seat) => seat === you,
      );
    expect(headline(1)).toEqual({ code: 'review.decided', facts: { turn: 1, player: 'player 0' } });
    expect(headline(0).code).toBe('review.decided_you');
    const other = named(
      { ...report, decisive: 4 },
      (seat) => `player ${seat}`,
      () => false,
    );
    expect(other.facts.player).toBe('player 1');
  });
  it('tells what chance brought from what is neither chance nor a loss', () => {
    const sum = { luck: amount(500, 50), rest: amount(800, -10) } as unknown as Sum;
    expect(chance(sum)).toEqual(amount(-300, 60));
  });
  it('adds chance and decisions up by turn', () => {
    expect(bars(report, 0)).toEqual([
      { turn: 1, luck: 2, own: -11 },
      { turn: 3, luck: 0, own: 0 },
    ]);
  });
  it('knows where a position is on the curve', () =>
    expect([0, 2, 5, 9].map((n) => placeOf(report, n))).toEqual([0, 1, 2, 3]));
});
