/** Patterns of free routes and of wagons, drawn along the track: one path for a whole route. */
import type { Slot } from './geometry';

/** Strokes of a pattern: as wide as `width`; dots are strokes without a length. */
export interface Marks {
  d: string;
  width: number;
  cap: 'butt' | 'round';
}
type Stroke = [number, number][];
interface Pattern {
  /** How far apart its signs stand along a slot. */
  step: number;
  width: number;
  cap?: 'butt' | 'round';
  /** One sign, around its place on the middle line of a slot of this height. */
  sign: (half: number) => Stroke[];
  /** One sign for the whole slot, as long as the slot allows. */
  whole?: (half: number, long: number) => Stroke[];
}

const DOT = 0.01;
/** How much of a box's corners is cut off; the round joints of its edge do the rest. */
const CORNER = 1.6;
/** What a box leaves free at either end of its slot. */
const AIR = 0.6;
const PATTERNS: Record<string, Pattern> = {
  red: { step: 5.5, width: 1.4, sign: (half) => [bar(half - 1)] },
  green: { step: 0, width: 1.5, sign: () => [], whole: (_, long) => [level(0, long / 2 - 3)] },
  yellow: { step: 6.5, width: 1.5, sign: (half) => [slash(half - 1, 1)] },
  blue: { step: 7, width: 3, sign: () => [level(0, 1.5)] },
  pink: { step: 8, width: 1.3, sign: () => [slash(2.4, 1), slash(2.4, -1)] },
  orange: { step: 7, width: 3.4, cap: 'round', sign: () => [level(0, DOT)] },
  white: {
    step: 0,
    width: 1,
    sign: () => [],
    whole: (half, long) => [-1, 1].map((end) => shift(bar(half - 1), end * (long / 2 - 3.2), 0)),
  },
  black: { step: 0, width: 5, sign: () => [], whole: (_, long) => [level(0, long / 2 - 2.6)] },
  'seat-0': { step: 6, width: 1.8, sign: (half) => [slash(half - 1, 1)] },
  'seat-1': {
    step: 5,
    width: 2.4,
    cap: 'round',
    sign: () => [shift(level(0, DOT), 0, -2.6), shift(level(0, DOT), 2.5, 2.6)],
  },
  'seat-2': {
    step: 0,
    width: 1.6,
    sign: () => [],
    whole: (_, long) => [level(-2.4, long / 2 - 1), level(2.4, long / 2 - 1)],
  },
  'seat-3': { step: 8, width: 4, sign: () => [shift(level(0, 2), -2, -3), shift(level(0, 2), 2, 1.5)] },
  'seat-4': {
    step: 7,
    width: 1.6,
    sign: () => [
      [
        [-3.5, 2.5],
        [0, -2.5],
        [3.5, 2.5],
      ],
    ],
  },
};

/** Whether a colour has a pattern of its own. */
export const patterned = (name: string): boolean => name in PATTERNS;

/** The pattern of a colour or a seat over all slots of a route; null for what is plain. */
export function marksOf(name: string, slots: Slot[], high: number): Marks | null {
  const pattern = PATTERNS[name];
  if (!pattern) return null;
  const parts = slots.flatMap((slot) => {
    const room = slot.length - 4;
    const n = pattern.step ? Math.max(1, Math.floor(room / pattern.step)) : 1;
    const strokes = pattern.whole
      ? pattern.whole(high / 2, slot.length)
      : Array.from({ length: n }, (_, i) => (i - (n - 1) / 2) * pattern.step).flatMap((x) =>
          pattern.sign(high / 2).map((stroke) => shift(stroke, x, 0)),
        );
    return strokes.map((stroke) => path(stroke, slot));
  });
  return { d: parts.join(''), width: pattern.width, cap: pattern.cap ?? 'butt' };
}

/** The slots of a route, or its wagons, as one path of boxes with soft corners. */
export function boxesOf(slots: Slot[], high: number): string {
  return slots
    .map((slot) => {
      const [x, y] = [slot.length / 2 - AIR, high / 2];
      const corners: Stroke = [
        [-x, CORNER - y],
        [CORNER - x, -y],
        [x - CORNER, -y],
        [x, CORNER - y],
        [x, y - CORNER],
        [x - CORNER, y],
        [CORNER - x, y],
        [-x, y - CORNER],
      ];
      return `${path(corners, slot)}z`;
    })
    .join('');
}

const bar = (half: number): Stroke => [
  [0, -half],
  [0, half],
];
const level = (y: number, half: number): Stroke => [
  [-half, y],
  [half, y],
];
const slash = (half: number, way: 1 | -1): Stroke => [
  [-half * way, half],
  [half * way, -half],
];
const shift = (stroke: Stroke, dx: number, dy: number): Stroke => stroke.map(([x, y]) => [x + dx, y + dy]);

/** What lies straight on a straight slot lies along the track on one that bends: in pieces too short to show a corner. */
const STRAIGHT = 0.1;
function pieces(stroke: Stroke, bend: number): Stroke {
  return stroke.flatMap(([u, v], i) => {
    const [from, level] = stroke[Math.max(0, i - 1)];
    const n = Math.max(1, Math.ceil(Math.abs((u - from) * bend) / STRAIGHT));
    return Array.from({ length: n }, (_, k): [number, number] => {
      const share = (k + 1) / n;
      return [from + (u - from) * share, level + (v - level) * share];
    });
  });
}

/** A stroke of a slot as a part of a path of the map. */
function path(stroke: Stroke, { x, y, angle, length, bend }: Slot): string {
  const along = (angle * Math.PI) / 180;
  // An arc from end to end: its middle lies so far beside the middle of the straight line.
  const rise = (bend * length * length) / 8;
  return pieces(stroke, bend)
    .map(([u, v], i) => {
      // Along the arc, and from there across it.
      const [turn, chord] = [along + u * bend, along + (u * bend) / 2];
      const right = x + rise * Math.sin(along) + u * Math.cos(chord) - v * Math.sin(turn);
      const down = y - rise * Math.cos(along) + u * Math.sin(chord) + v * Math.cos(turn);
      return `${i ? 'L' : 'M'}${right.toFixed(1)} ${down.toFixed(1)}`;
    })
    .join('');
}
