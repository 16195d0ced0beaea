import { describe, expect, it } from 'vitest';
import { COUNT, FIRST, LINKS } from './tables';
import { along, bestTurn, borderAt, borderCell, mirrored, sleepers, turned } from './track';

describe('drawings in the hand', () => {
  it('turn by quarters and come back', () => {
    for (let kind = 1; kind <= 6; kind++) {
      let turn = COUNT[kind] - 1;
      for (let i = 0; i < 4; i++) turn = turned(kind, turn);
      expect(turn).toBe(COUNT[kind] - 1);
    }
  });
  it('are turned a quarter to the right by one turn', () => {
    const right = (drawing: number) => LINKS[drawing].map(([a, b]) => [(a + 1) % 4, (b + 1) % 4].sort()).sort();
    const same = (drawing: number) => LINKS[drawing].map(([a, b]) => [a, b].sort()).sort();
    for (let kind = 1; kind <= 6; kind++) {
      for (let turn = 0; turn < COUNT[kind]; turn++)
        expect(same(FIRST[kind] + turned(kind, turn))).toEqual(right(FIRST[kind] + turn));
    }
  });
  it('mirror a junction and keep its straight', () => {
    for (let turn = 0; turn < 8; turn++) {
      const [a, b] = [LINKS[14 + turn], LINKS[14 + mirrored(6, turn)]];
      expect(b[0]).toEqual(a[0]);
      expect(b[1][1] ^ 2).toBe(a[1][1]);
    }
  });
  it('are offered with the turn that joins their neighbours', () => {
    const cells = Array<number>(36).fill(0);
    cells[1] = 5;
    cells[8] = 6;
    expect(bestTurn(1, 7, cells, [])).toBe(0);
  });
});

describe('geometry', () => {
  it('draws straights and curves from side to side', () => {
    expect(along([0, 2])).toBe('M55 0V110');
    expect(along([0, 1])).toBe('M55 0A55 55 0 0 0 110 55');
    expect(along([2, 3])).toBe('M55 110A55 55 0 0 0 0 55');
    expect(sleepers([0, 2]).match(/M/g)).toHaveLength(8);
  });
  it('places border squares outside the field', () => {
    expect(borderAt('west', 1)).toEqual({ x: -32.5, y: 55 });
    expect([borderCell('north', 4), borderCell('east', 2), borderCell('south', 1), borderCell('west', 6)]).toEqual([
      3, 11, 30, 30,
    ]);
  });
});
