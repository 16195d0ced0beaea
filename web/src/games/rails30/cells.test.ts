import { describe, expect, it } from 'vitest';
import type { Entry } from '../../generated/rails30';
import { cellOf, linksOf, marksOf, placeOf } from './cells';

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
  it('know what others put on a sheet, and where', () => {
    const base = { points: 0, turn_number: 1, text };
    const news: Entry[] = [
      { kind: 'mountain', n: 20, seat: 1, cell: 3, drawn: false, ...base },
      { kind: 'station', n: 21, seat: 1, number: 2, side: 'north', place: 1, ...base },
      { kind: 'draw', n: 22, seat: 1, cell: 14, drawing: 5, track: 2, jokers: [], ...base },
      { kind: 'route', n: 22, seat: 1, pair: [1, 2], base: 1, length: 1, bonus: 0, sum: 2, scores: 2, ...base },
      { kind: 'draw', n: 25, seat: 2, cell: 9, drawing: 5, track: 2, jokers: [], ...base },
    ];
    const recent = news.map((entry) => ({ entry, number: entry.n - 19 }));
    expect(marksOf(recent, 1)).toEqual([
      { anchor: 'station:1:2', x: 0, y: -87.5, number: 2 },
      { anchor: 'cell:1:14', x: 220, y: 220, number: 3 },
    ]);
    expect(marksOf(recent, 0)).toEqual([]);
  });
});
