import { describe, expect, it } from 'vitest';
import { COUNT, FIRST, GRADES, kindOf, LINKS, MINE_POINTS } from './tables';

describe('tables', () => {
  it('have 21 drawings, one kind after the other', () => {
    expect(LINKS.length).toBe(22);
    expect(COUNT).toEqual([0, 4, 2, 2, 1, 4, 8]);
    expect(FIRST).toEqual([0, 1, 5, 7, 9, 10, 14]);
    expect(LINKS[9]).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
  it('tell the kind and turn of a drawing', () => {
    for (let kind = 1; kind <= 6; kind++) {
      for (let turn = 0; turn < COUNT[kind]; turn++) expect(kindOf(FIRST[kind] + turn)).toEqual({ kind, turn });
    }
  });
  it('tell what the mine scores and the words for a result', () => {
    expect(MINE_POINTS).toEqual([0, 2, 6, 12, 20]);
    expect(GRADES.map(({ least }) => least)).toEqual([60, 50, 40]);
  });
});
