import { describe, expect, it } from 'vitest';
import { nearest } from './nearest';

type Spot = [number, number];
const [UP, DOWN, LEFT, RIGHT]: Spot[] = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

describe('the nearest place in an arrow’s direction', () => {
  const grid = Array.from({ length: 9 }, (_, i): Spot => [i % 3, Math.floor(i / 3)]);
  const go = (from: Spot, arrow: Spot) =>
    nearest(
      grid,
      grid.find((each) => String(each) === String(from))!,
      (each) => each,
      arrow,
    );

  it('is the neighbour in a grid', () => {
    expect([UP, DOWN, LEFT, RIGHT].map((arrow) => go([1, 1], arrow))).toEqual([
      [1, 0],
      [1, 2],
      [0, 1],
      [2, 1],
    ]);
  });
  it('is none at the edge', () => expect(go([0, 0], LEFT)).toBeUndefined());
  it('may lie aside where nothing lies straight ahead', () =>
    expect(
      nearest<Spot>(
        [
          [0, 0],
          [2, 5],
        ],
        [0, 0],
        (each) => each,
        RIGHT,
      ),
    ).toEqual([2, 5]));

  // Rows of hexes are shifted by half a hex; a step must not skip every other row.
  const hexes = Array.from({ length: 25 }, (_, i): Spot => [
    (i % 5) * 60 + (Math.floor(i / 5) % 2) * 30,
    Math.floor(i / 5) * 52,
  ]);
  it('goes to the next row of hexes', () => {
    expect(nearest(hexes, hexes[12], (each) => each, UP, 1.2)?.[1]).toBe(52);
    expect(nearest(hexes, hexes[12], (each) => each, RIGHT, 1.2)).toEqual(hexes[13]);
  });
});
