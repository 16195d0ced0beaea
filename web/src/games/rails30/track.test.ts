import { describe, expect, it } from 'vitest';
import {
  along,
  bestTurn,
  borderAt,
  borderCell,
  COUNT,
  FIRST,
  kindOf,
  LINKS,
  mineLinks,
  mirrored,
  routeLinks,
  sleepers,
  turned,
} from './track';

describe('drawings', () => {
  it('are 21, in the order of the server', () => {
    expect(LINKS.length).toBe(22);
    expect(LINKS[9]).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(LINKS[14]).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect(LINKS[18]).toEqual([
      [0, 2],
      [0, 3],
    ]);
    expect(LINKS[21]).toEqual([
      [3, 1],
      [3, 2],
    ]);
  });
  it('know their kind and turn', () => {
    for (let kind = 1; kind <= 6; kind++) {
      for (let turn = 0; turn < COUNT[kind]; turn++) expect(kindOf(FIRST[kind] + turn)).toEqual({ kind, turn });
    }
  });
  it('turn by quarters and come back', () => {
    for (let kind = 1; kind <= 6; kind++) {
      let turn = COUNT[kind] - 1;
      for (let i = 0; i < 4; i++) turn = turned(kind, turn);
      expect(turn).toBe(COUNT[kind] - 1);
    }
  });
  it('mirror a junction and keep its straight', () => {
    for (let turn = 0; turn < 8; turn++) {
      const [a, b] = [LINKS[14 + turn], LINKS[14 + mirrored(6, turn)]];
      expect(b[0]).toEqual(a[0]);
      expect(b[1][1] ^ 2).toBe(a[1][1]);
    }
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
  it('finds the links of a route, whichever end it begins at', () => {
    const stations = [
      { side: 'north', place: 2 },
      { side: 'east', place: 2 },
    ] as const;
    const route = [1, 7, 8, 9, 10, 11];
    const links = routeLinks(route, stations[0], stations[1]);
    expect(links.get(1)).toEqual([[0, 2]]);
    expect(links.get(7)).toEqual([[0, 1]]);
    expect(links.get(11)).toEqual([[3, 1]]);
    expect(routeLinks([...route].reverse(), stations[0], stations[1]).get(7)).toEqual([[1, 0]]);
  });
  it('offers the turn that joins its neighbours', () => {
    const cells = Array<number>(36).fill(0);
    cells[1] = 5;
    cells[8] = 6;
    expect(bestTurn(1, 7, cells, [])).toBe(0);
  });
});

describe('the way to the mine', () => {
  const cells = (filled: Record<number, number>) => Array.from({ length: 36 }, (_, cell) => filled[cell] ?? 0);
  it('goes by the links that are used, cell by cell', () => {
    // From the west in row 1: straight, then a curve down, the mine below it.
    const found = mineLinks(cells({ 0: 6, 1: 3, 7: 23 }), { side: 'west', place: 1 });
    expect([...found]).toEqual([
      [1, [[3, 2]]],
      [0, [[3, 1]]],
    ]);
  });
  it('takes the shorter of two ways at a fork', () => {
    // The stem of the fork looks west; north is a way round of three more cells, south leads straight to the mine.
    const found = mineLinks(cells({ 6: 6, 7: 13, 1: 2, 2: 3, 8: 5, 13: 23, 14: 4 }), { side: 'west', place: 2 });
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([6, 7]);
  });
  it('uses no side twice: a loop back over its own track is no way', () => {
    // A balloon: out of cell 6 to the east, round by 7, and back; only from the east would 6 lead up to the mine.
    const balloon = { 6: 19, 7: 13, 1: 2, 2: 3, 8: 5, 14: 4, 13: 1, 0: 23 };
    expect(mineLinks(cells(balloon), { side: 'west', place: 2 }).size).toBe(0);
    // Coming from the east it does.
    expect(mineLinks(cells({ 11: 6, 10: 6, 9: 6, 8: 6, 7: 6, 6: 19, 0: 23 }), { side: 'east', place: 2 }).size).toBe(6);
  });
  it('is empty where the mine stands right behind the station', () => {
    expect(mineLinks(cells({ 0: 23 }), { side: 'north', place: 1 }).size).toBe(0);
  });
});
