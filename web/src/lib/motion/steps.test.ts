import { describe, expect, it } from 'vitest';
import { recent } from './recent';
import { backwards, brought, lasts, type Step } from './steps';

const entry = (n: number, seat: number | null, kind = 'act') => ({
  n,
  seat,
  kind,
  points: 0,
  turn_number: 1,
  text: { code: '', facts: {} },
});

describe('steps', () => {
  const wagons: Step = {
    do: 'together',
    gap: 60,
    steps: [
      { do: 'come', at: 'wagon:1', from: 'seat:2', ms: 200 },
      { do: 'come', at: 'wagon:2', from: 'seat:2', ms: 200 },
    ],
  };
  it('know how long they last and what they bring', () => {
    expect(lasts(wagons)).toBe(260);
    expect(brought(wagons)).toEqual(['wagon:1', 'wagon:2']);
    expect(brought({ do: 'leave', at: 'x' })).toEqual([]);
  });
  it('are seen backwards in the other order and the other way, without points', () => {
    expect(backwards([{ do: 'draw', at: 'a' }, { do: 'points', from: 'a', seat: 0, points: 3 }, wagons])).toEqual([
      {
        do: 'together',
        gap: 60,
        steps: [
          { do: 'leave', at: 'wagon:2', to: 'seat:2', ms: 200 },
          { do: 'leave', at: 'wagon:1', to: 'seat:2', ms: 200 },
        ],
      },
      { do: 'leave', at: 'a', undraw: true, ms: undefined },
    ]);
  });
  it('come back to themselves when reversed twice', () => {
    const steps: Step[] = [
      { do: 'appear', at: 'a', ms: 200 },
      { do: 'draw', at: 'b', ms: 200 },
      { do: 'come', at: 'c', from: 'd', ms: 200 },
      { do: 'travel', at: 'e', path: 'M0 0L1 1', back: false },
    ];
    expect(backwards(backwards(steps))).toEqual(steps);
  });
});

describe('what is recent', () => {
  const log = [entry(0, null), entry(1, 0), entry(2, 1), entry(2, 1), entry(3, null), entry(4, 2), entry(5, 0)];
  const numbers = (n: number, seat: number | null) => recent(log, n, seat).map((each) => [each.entry.n, each.number]);
  it('is what others did since the last action of the seat, by event', () => {
    expect(numbers(5, 0)).toEqual([
      [2, 1],
      [2, 1],
      [4, 2],
    ]);
  });
  it('is gone when the seat has acted', () => expect(numbers(6, 0)).toEqual([]));
  it('is everything for a seat that has not acted yet', () => {
    expect(numbers(2, 1)).toEqual([[1, 0]]);
    expect(numbers(3, 2)).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });
  it('is the last thing that was done where nobody plays', () => {
    expect(numbers(5, null)).toEqual([[4, 0]]);
    expect(numbers(4, null)).toEqual([
      [2, 0],
      [2, 0],
    ]);
    expect(numbers(0, null)).toEqual([]);
  });
});
