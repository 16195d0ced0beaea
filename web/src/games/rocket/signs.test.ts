import { describe, expect, it, vi } from 'vitest';
import type { LineView, Rail } from '../../generated/rocket';
import china from '../../../../src/branchline/games/rocket/data/china.json';
import england from '../../../../src/branchline/games/rocket/data/england.json';
import usa from '../../../../src/branchline/games/rocket/data/usa.json';
import { Board, type MapData, UNIT } from './map';
import { namesOf, plateWidth, signsOf, type Spot } from './signs';

// Names are as long as they are in the game: the last part of the code.
vi.mock('../../lib/settings.svelte', () => ({
  settings: {},
  say: (code: string) => code.replace(/^.*(town_|ui_)/, ''),
}));

/** Half the breadth of a line with its edges. */
const HALF_TRACK = 5;

function randomly(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A late position: sixty tiles, seven lines that went at random, some of them isolated. */
function late(board: Board, seed: number) {
  const below = randomly(seed);
  const towns = new Set(board.towns.map((each) => board.hexOf(each.id)!));
  const rails = new Map<string, Rail>();
  const key = ([x, y]: Spot) => `${Math.round(x / 4)} ${Math.round(y / 4)}`;
  const named = new Map([...board.places].map(([name, at]) => [key(at), name]));
  const beside = (hex: string, way: number) => {
    const [x, y] = board.towards(board.places.get(hex)!, way, UNIT);
    const near = [-2, 0, 2].flatMap((dx) => [-2, 0, 2].map((dy): Spot => [x + dx, y + dy]));
    return near.map((at) => named.get(key(at))).find(Boolean);
  };
  const lines = [...board.lines.values()].map(({ id, start }) => ({
    line: id,
    at: board.hexOf(start)!,
    heading: null as number | null,
    closed: false,
    isolated: below(3) === 0,
    reason: below(2) ? 'stuck' : 'nothing_new',
  }));
  for (let tries = 0; tries < 400 && rails.size < 60; tries++) {
    const one = lines[below(7)];
    const way = one.heading === null ? below(6) : (one.heading + below(3) + 5) % 6;
    const hex = beside(one.at, way);
    if (!hex || towns.has(hex) || rails.has(hex)) continue;
    const left = rails.get(one.at);
    if (left) left.left = way;
    rails.set(hex, { hex, line: one.line, laid_by: one.line, came: way, left: null, joined: 0, tile: null });
    [one.at, one.heading] = [hex, way];
  }
  return { lines: lines as unknown as LineView[], rails: [...rails.values()], stations: [] };
}

describe('tags', () => {
  it('leave the name of a town to be read where there is room', () => {
    const board = new Board(england as unknown as MapData);
    const lines = [...board.lines.values()].map(({ id, start, short }) => {
      const at = short === 'LNWR' ? 'I2' : board.hexOf(start)!;
      return { line: id, at, heading: short === 'LNWR' ? 0 : null, closed: false, isolated: false, reason: null };
    });
    const { plates } = signsOf(board, { lines, rails: [], stations: [] } as never, [], board.box);
    const { id, short } = [...board.lines.values()].find((each) => each.short === 'LNWR')!;
    const [x, y] = plates.get(id)!;
    const names = namesOf(board);
    const covered = board.towns.filter(
      (each) =>
        Math.abs(each.at[0] - x) < (plateWidth(short) + each.id.length * 8.6) / 2 &&
        Math.abs(each.at[1] + names.get(each.id)! - 6 - y) < 18,
    );
    expect(covered.map((each) => each.id)).toEqual([]);
  });
  it.each([england, usa, china] as unknown as MapData[])(
    'of $id cover no track and no other tag in late positions',
    (data) => {
      const board = new Board(data);
      for (let seed = 1; seed <= 12; seed++) {
        const view = late(board, seed);
        const { plates, marks } = signsOf(board, view as never, [], board.box);
        const boxes = [
          ...[...plates].map(([line, at]) => ({
            what: `plate of ${line}`,
            at,
            w: plateWidth(board.lines.get(line)!.short),
            h: 20,
          })),
          ...[...marks].map(([line, { at, w, h }]) => ({ what: `mark of ${line}`, at, w, h })),
        ];
        const covered = (point: Spot, { at, w, h }: (typeof boxes)[0], more: number) =>
          Math.abs(point[0] - at[0]) < w / 2 + more && Math.abs(point[1] - at[1]) < h / 2 + more;
        const track = view.rails.flatMap((rail) => board.pointsOf(rail));
        const starts = board.towns.filter((each) => each.kind === 'start').map((each) => each.at);
        const touches = (one: (typeof boxes)[0], other: (typeof boxes)[0]) =>
          one !== other && covered(one.at, { ...other, w: other.w + one.w, h: other.h + one.h }, 0);
        const faults = boxes
          .filter(
            (box) =>
              track.some((point) => covered(point, box, HALF_TRACK)) ||
              starts.some((at) => covered(at, box, 8)) ||
              boxes.some((other) => touches(box, other)),
          )
          .map(({ what }) => `${what} in position ${seed}`);
        expect(faults).toEqual([]);
      }
    },
  );
});
