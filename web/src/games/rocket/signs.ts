/** Where plates and notes stand: each takes the nearest place that covers no track, and least of what is to be read. */
import type { LineView, RocketView } from '../../generated/rocket';
import type { Target } from './words';
import { say } from '../../lib/settings.svelte';
import type { Box } from '../../lib/zoom.svelte';
import type { Board } from './map';
import { town } from './words';

export type Spot = [number, number];
interface Taken extends Box {
  /** How bad it is to cover it. */
  weight: number;
}
export interface Signs {
  plates: Map<string, Spot>;
  marks: Map<string, Mark>;
  taken: Taken[];
}

/** How broad a line is drawn, with its edges. */
const TRACK = 12;
/** A name that is covered is guessed at: a plate goes some way aside before it covers one. */
const NAME = 4;
/** What no tag may cover. */
const HEAVY = 20;
const around = ([x, y]: Spot, w: number, h: number): Box => ({ x: x - w / 2, y: y - h / 2, w, h });
const covers = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** The best place, moved into the frame where it stands out of it; it is taken from now on. */
function settle(places: Spot[], w: number, h: number, frame: Box, taken: Taken[], weight: number): Spot {
  const inside = (at: number, size: number, from: number, length: number) =>
    Math.min(from + length - size / 2 - 3, Math.max(from + size / 2 + 3, at));
  let [found, least] = [places[0], Infinity];
  for (const [order, [x, y]] of places.entries()) {
    if (order * 12 >= least) break; // those after it are farther away still
    const at: Spot = [inside(x, w, frame.x, frame.w), inside(y, h, frame.y, frame.h)];
    const box = around(at, w, h);
    let cost = order * 12;
    for (const each of taken) {
      cost += covers(box, each) * each.weight;
      if (cost >= least) break;
    }
    if (cost < least) [found, least] = [at, cost];
  }
  taken.push({ ...around(found, w, h), weight });
  return found;
}

/** How far apart the numbers of one hex stand, and how high they are. */
export const NUMBER: Spot = [20, 19];

/** Where the first of the numbers at each hex stands, the others to its left: above it, elsewhere if they covered more. */
export function numbersAt(
  board: Board,
  marks: { hex: string; numbers: number[] }[],
  { taken }: Signs,
  frame: Box,
): Map<string, Spot> {
  const covered = [...taken];
  const found = new Map<string, Spot>();
  for (const { hex, numbers } of marks) {
    if (!numbers.length) continue;
    const [x, y] = board.places.get(hex)!;
    const w = numbers.length * NUMBER[0];
    const aside = 22 + NUMBER[0] / 2 - w / 2;
    const places: Spot[] = [
      [x + aside, y - 24],
      [x - aside, y - 24],
      [x, y + 28],
      [x + aside, y + 28],
      [x - aside, y + 28],
      [x, y - 38],
      [x, y + 40],
    ];
    const [middle, top] = settle(places, w, NUMBER[1], frame, covered, HEAVY);
    found.set(hex, [middle + (w - NUMBER[0]) / 2, top]);
  }
  return found;
}

/** Places around a thing, farther and farther away, so that the side of a box of this size is so far from it. */
function rings([x, y]: Spot, w: number, h: number, gaps: number[]): Spot[] {
  return gaps.flatMap((gap) =>
    Array.from({ length: 24 }, (_, i): Spot => {
      const [ux, uy] = [Math.sin((i * Math.PI) / 12), -Math.cos((i * Math.PI) / 12)];
      const reach = Math.min(w / 2 / Math.max(Math.abs(ux), 0.01), h / 2 / Math.max(Math.abs(uy), 0.01)) + gap;
      return [x + ux * reach, y + uy * reach];
    }),
  );
}

const nameWidth = (id: string) => town(id).length * 8.6;

/** How far each town's name stands from its middle: of two in a row that would touch, the right one is raised. */
export function namesOf(board: Board): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id, kind, at } of board.towns.toSorted((a, b) => a.at[0] - b.at[0])) {
    const beside = board.towns.find(
      (each) =>
        each.id !== id &&
        each.kind !== 'start' &&
        Math.abs(each.at[1] - at[1]) < 4 &&
        each.at[0] < at[0] &&
        at[0] - each.at[0] < (nameWidth(id) + nameWidth(each.id)) / 2,
    );
    if (kind === 'start') found.set(id, 27);
    else found.set(id, beside && found.get(beside.id) === -9 ? -26 : -9);
  }
  return found;
}

export const plateWidth = (short: string) => short.length * 11 + 12;
/** The note at an isolated locomotive: that it is, and why; less of it where there is no room. */
export interface Note {
  head: string;
  why: string;
  w: number;
  h: number;
}
export function notesFor(reason: LineView['reason']): Note[] {
  const head = `✕ ${say('rocket.ui_isolated')}`;
  const why = reason ? say(`rocket.ui_why_${reason}`) : '';
  const wide = (text: string, each: number) => text.length * each + 16;
  return [
    { head, why, w: Math.max(wide(head, 9.4), wide(why, 8.2)), h: why ? 44 : 24 },
    { head, why: '', w: wide(head, 9.4), h: 24 },
    { head: '✕', why: '', w: 24, h: 24 },
  ];
}
export type Mark = Note & { at: Spot };

/** The plates of the locomotives, and the marks of those that are isolated. */
export function signsOf(
  board: Board,
  view: Pick<RocketView, 'lines' | 'stations' | 'rails'>,
  targets: Target[],
  frame: Box,
  /** Where the legend stands. */
  legend: Box | null = null,
  /** How much larger locomotives and plates are drawn. */
  grow = 1,
): Signs {
  const names = namesOf(board);
  const taken: Taken[] = board.towns.flatMap(({ id, kind, at: [x, y] }) => {
    const name = {
      ...around([x, y + names.get(id)! - 6], nameWidth(id) + (kind === 'start' ? 14 : 0), 19),
      weight: NAME,
    };
    return kind === 'start'
      ? [name, { ...around([x, y], 22, 22), weight: HEAVY }]
      : [name, { ...around([x, y + 6], kind === 'regular' ? 56 : 24, 22), weight: 1.5 }];
  });
  if (legend) taken.push({ ...legend, weight: 3 });
  for (const { at } of board.edges) taken.push({ ...around(at, 28, 16), weight: 0.6 });
  for (const rail of view.rails)
    for (const at of board.pointsOf(rail)) taken.push({ ...around(at, TRACK, TRACK), weight: HEAVY * 1.5 });
  for (const { hex } of view.stations) {
    const [x, y] = board.places.get(hex)!;
    const aside = view.lines.some((each) => each.at === hex); // beside the locomotive that stands there
    taken.push({ ...around(aside ? [x + 17, y + 13] : [x, y], 26, 26), weight: HEAVY / 2 });
  }
  for (const { hex } of targets) taken.push({ ...around(board.places.get(hex)!, 52, 52), weight: 2 });
  const engines = view.lines.filter((line) => line.at);
  const bodies = new Map(
    engines.map(({ line, at, heading }) => [
      line,
      heading === null ? ([board.places.get(at!)![0], board.places.get(at!)![1] - 17] as Spot) : board.places.get(at!)!,
    ]),
  );
  for (const at of bodies.values()) taken.push({ ...around(at, 30 * grow, 26 * grow), weight: 2 });
  const plates = new Map<string, Spot>();
  const marks = new Map<string, Mark>();
  for (const { line } of engines) {
    const [x, y] = bodies.get(line)!;
    const w = plateWidth(board.lines.get(line)!.short) * grow;
    const aside = w / 2 + 19 * grow;
    const places: Spot[] = [
      [x, y - 22 * grow],
      [x, y + 23 * grow],
      [x + aside, y],
      [x - aside, y],
      [x + aside - 6, y - 16],
      [x - aside + 6, y - 16],
      [x + aside - 6, y + 16],
      [x - aside + 6, y + 16],
    ];
    places.push(
      ...rings(
        [x, y],
        w,
        20 * grow,
        [16, 24, 36, 52, 72].map((gap) => gap * grow),
      ),
    );
    plates.set(line, settle(places, w, 20 * grow, frame, taken, HEAVY));
  }
  for (const { line, isolated, closed, reason } of engines) {
    if (!isolated || closed) continue;
    const [x, y] = bodies.get(line)!;
    for (const note of notesFor(reason)) {
      const { w, h } = note;
      const aside = w / 2 + 26;
      const places: Spot[] = [44, -50, 66, -72].flatMap((dy): Spot[] => [
        [x, y + dy],
        [x + aside, y + dy],
        [x - aside, y + dy],
      ]);
      places.push([x + aside, y], [x - aside, y], ...rings([x, y], w, h, [16, 28, 44, 64, 90, 120, 160, 200]));
      const at = settle(places, w, h, frame, taken, HEAVY);
      marks.set(line, { ...note, at });
      const box = taken.pop()!;
      const isClear = taken.every((each) => each.weight < HEAVY || !covers(box, each));
      if (isClear || note.w === 24) {
        taken.push(box);
        break;
      }
    }
  }
  return { plates, marks, taken };
}

/** The notes beside the hexes of a choice: what over who, clear of the hexes and of each other. */
export function notesOf(
  board: Board,
  targets: { target: Target; w: number; h: number }[],
  signs: Signs,
  frame: Box,
): Spot[] {
  const taken = [...signs.taken];
  for (const { target } of targets) taken.push({ ...around(board.places.get(target.hex)!, 44, 44), weight: 4 });
  return targets.map(({ target, w, h }) => {
    const at = board.places.get(target.hex)!;
    const places = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 3].flatMap((off) => {
      const [x, y] = board.towards(at, target.way + off, 1);
      const [ux, uy] = [x - at[0], y - at[1]];
      // So far out that the note ends where the hex does.
      return [0, 22, 48, 76].map((more): Spot => [at[0] + ux * (34 + w / 2 + more), at[1] + uy * (34 + h / 2 + more)]);
    });
    return settle(places, w, h, frame, taken, 8);
  });
}

/** A pointer from a note's box to the hex that it speaks of: a triangle whose base is hidden under the box. */
export function pointer([x, y]: Spot, [tx, ty]: Spot, reach: number): string {
  const far = Math.hypot(tx - x, ty - y) || 1;
  const [ux, uy] = [(tx - x) / far, (ty - y) / far];
  const tip: Spot = [tx - ux * reach, ty - uy * reach];
  return `M${x - uy * 8} ${y + ux * 8}L${tip[0]} ${tip[1]}L${x + uy * 8} ${y - ux * 8}z`;
}
