/** Where a tag stands: beside what it speaks of, over nothing that is to be read. */
type Point = [x: number, y: number];

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const DIRECTIONS: Point[] = [
  [1, -1],
  [-1, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
];

/** How much of their area two boxes share. */
export const common = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** The box of a circle or a square around a point. */
export const around = ([x, y]: Point, r: number): Box => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

/** The place for a box of this size, `gap` away from the tip: in sight, and clear of `others` as far as it can be. The
 * nearer and the first directions are taken before the others, so that it moves little. */
export function placeCallout(tip: Point, size: { w: number; h: number }, gap: number, sight: Box, others: Box[]): Box {
  let best: Box | null = null;
  let least = Infinity;
  for (const far of [1, 2, 3.5])
    for (const [dx, dy] of DIRECTIONS) {
      const box = {
        x: tip[0] + dx * gap * far + (dx < 0 ? -size.w : dx > 0 ? 0 : -size.w / 2),
        y: tip[1] + dy * gap * far + (dy < 0 ? -size.h : dy > 0 ? 0 : -size.h / 2),
        ...size,
      };
      const hidden = size.w * size.h - common(box, sight);
      const cost = hidden * 4 + others.reduce((sum, other) => sum + common(box, other), 0);
      if (cost < least - 1) [best, least] = [box, cost];
    }
  return best!;
}
