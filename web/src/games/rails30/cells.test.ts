import { describe, expect, it } from 'vitest';
import type { Entry, View } from '../../generated/rails30';
import { cellOf, lastOf, linksOf, placeOf } from './cells';

const text = { code: '', facts: {} };

describe('cells', () => {
  it('are numbered row by row', () => {
    expect(placeOf(10)).toEqual({ row: 2, column: 5 });
    for (let cell = 0; cell < 36; cell++) expect(cellOf(placeOf(cell))).toBe(cell);
  });
  it('collect the links of ways, of a cell that is passed twice both', () => {
    const links = linksOf([
      [
        [6, 3, 1],
        [7, 3, 0],
      ],
      [[7, 1, 2]],
    ]);
    expect([...links]).toEqual([
      [6, [[3, 1]]],
      [
        7,
        [
          [3, 0],
          [1, 2],
        ],
      ],
    ]);
  });
  it('know the one that a seat filled last, before the position that is shown', () => {
    const base = { points: 0, text };
    const log: Entry[] = [
      { kind: 'bonus', n: 20, seat: 0, cell: 3, ...base },
      { kind: 'draw', n: 22, seat: 0, cell: 14, drawing: 5, track: 2, jokers: [], ...base },
      { kind: 'route', n: 22, seat: 0, pair: [1, 2], base: 1, length: 1, bonus: 0, sum: 2, ...base },
      { kind: 'draw', n: 25, seat: 1, cell: 9, drawing: 5, track: 2, jokers: [], ...base },
    ];
    const at = (n: number, turn = 1) => ({ n, turn }) as View;
    expect(lastOf(log, 0, at(30))).toBe(14);
    expect(lastOf(log, 0, at(22))).toBe(3);
    expect(lastOf(log, 1, at(25))).toBe(-1);
    expect(lastOf(log, 0, at(30, 0))).toBe(-1);
  });
});
