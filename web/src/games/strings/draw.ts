/** How strings and tiles are drawn. */
import type { StationView } from '../../generated/strings';
import { far, lengthOf, nodesOf, type Point } from './rope';

export type Kind = StationView['kind'];

export const path = (points: Point[], closed = false) =>
  points.length ? `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}${closed ? 'z' : ''}` : '';

/** A smooth curve through the points (Catmull and Rom's), close to the straight lines that are judged. */
export function curve(points: Point[], closed = false): string {
  if (points.length < 3) return path(points, closed);
  const n = points.length;
  const at = (i: number) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  let d = `M${fixed(points[0])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p, a, b, q] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const pull = Math.min(0.167, 60 / Math.max(1, far(a, b)));
    d += `C${fixed([a[0] + (b[0] - p[0]) * pull, a[1] + (b[1] - p[1]) * pull])} ${fixed([b[0] - (q[0] - a[0]) * pull, b[1] - (q[1] - a[1]) * pull])} ${fixed(b)}`;
  }
  return closed ? `${d}z` : d;
}
const fixed = ([x, y]: Point) => `${x.toFixed(0)} ${y.toFixed(0)}`;

const WAVE = 260;
const HIGHEST = 62;

/** The way of a rail with its surplus in small waves whose height makes the drawn length true; the rest is a coil. */
export function laid(points: Point[], length: number): { points: Point[]; coil: number } {
  const nodes = nodesOf(points, 20);
  const surplus = length - lengthOf(points);
  if (surplus < 40 || nodes.length < 12) return { points: nodes, coil: Math.max(0, surplus) };
  const highest = waved(nodes, HIGHEST);
  if (lengthOf(highest) <= length) return { points: highest, coil: length - lengthOf(highest) };
  let [low, high] = [0, HIGHEST];
  for (let k = 0; k < 14; k++) {
    const middle = (low + high) / 2;
    if (lengthOf(waved(nodes, middle)) > length) high = middle;
    else low = middle;
  }
  const found = waved(nodes, low);
  return { points: found, coil: Math.max(0, length - lengthOf(found)) };
}

function waved(nodes: Point[], height: number): Point[] {
  const whole = (nodes.length - 1) * 20;
  return nodes.map((node, i) => {
    const s = i * 20;
    const edge = Math.min(1, s / 200, (whole - s) / 200);
    const a = nodes[Math.max(0, i - 1)];
    const b = nodes[Math.min(nodes.length - 1, i + 1)];
    const d = far(a, b) || 1;
    const off = height * Math.max(0, edge) * Math.sin((s / WAVE) * 2 * Math.PI);
    return [node[0] - ((b[1] - a[1]) / d) * off, node[1] + ((b[0] - a[0]) / d) * off] as Point;
  });
}

/** A flat coil of so much string, round its end. */
export function coil([x, y]: Point, length: number): string {
  if (length < 60) return '';
  const turns = Math.min(4, Math.max(1, length / (2 * Math.PI * 55)));
  const outer = Math.min(105, length / (Math.PI * turns));
  let d = `M${x} ${y}`;
  for (let k = 1; k <= turns * 16; k++) {
    const r = (outer * k) / (turns * 16);
    d += `L${(x + r * Math.cos((k * Math.PI) / 8)).toFixed(0)} ${(y + r * Math.sin((k * Math.PI) / 8)).toFixed(0)}`;
  }
  return d;
}

/** The angle of a tile as it is drawn. A square looks the same after a quarter turn, so its words stay upright. */
export const upright = (turn: number) => turn * 15 - 90 * Math.ceil((turn * 15 - 45) / 90);

export function angle(station: Pick<StationView, 'turn' | 'corners'>): number {
  if (station.turn >= 0) return upright(station.turn);
  const [a, b] = station.corners;
  const degrees = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return degrees - Math.round(degrees / 90) * 90;
}

export function holds(corners: Point[], [x, y]: Point, margin = 0): boolean {
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay) >= -margin;
  });
}

/** Signs on the tiles, in a square of 24. */
export const SIGNS: Record<Kind, string> = {
  base: '',
  central: 'M3 21V11a9 9 0 0 1 18 0v10zM7 21v-9M12 21V10M17 21v-9M3 13h18',
  city: 'M2 21h20M4 21V11h5v10M9 21V4h6v17M15 21v-8h5v8',
  transit: 'M3 8h15M14 4l4 4-4 4M21 16H6M10 12l-4 4 4 4',
  regional: 'M3 12l9-8 9 8M6 10v11h12V10M10 21v-6h4v6',
  yard: 'M3 12h6c4 0 4-7 8-7h4M9 12h12M9 12c4 0 4 7 8 7h4',
  suburban: 'M2 13l6-6 6 6M4 12v9h8v-9M18 21v-5M18 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  terminal: 'M3 20h18M6 20l8-13v13M18 20V5M14 9h7',
  rural:
    'M12 22V8M12 12C7 12 6 8 6 6c4 0 6 2 6 6zM12 12c5 0 6-4 6-6-4 0-6 2-6 6zM12 18c-5 0-6-3-6-5 4 0 6 2 6 5zM12 18c5 0 6-3 6-5-4 0-6 2-6 5zM12 8c-2-2-2-4 0-6 2 2 2 4 0 6',
  scenic: 'M2 20l7-12 4 7 3-4 6 9zM18 4.500a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z',
};
