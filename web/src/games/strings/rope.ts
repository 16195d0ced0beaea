/** A string in the hand: nodes at equal distances that follow the pointer, keep their length and bend softly. Drawing only. */
import type { StationView } from '../../generated/strings';

/** x and y in tenths of a millimetre. */
export type Point = StationView['corners'][number];

export const STEP = 50;

export const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function lengthOf(points: Point[]): number {
  let total = 0;
  for (let i = 1; i < points.length; i++) total += far(points[i - 1], points[i]);
  return total;
}

/** Nodes every STEP along a line. */
export function nodesOf(points: Point[], step = STEP): Point[] {
  if (points.length < 2) return points.map((point) => [...point]);
  const nodes: Point[] = [[...points[0]]];
  let left = step;
  for (let i = 1; i < points.length; i++) {
    let from = points[i - 1];
    const to = points[i];
    let rest = far(from, to);
    while (rest >= left && rest > 0) {
      const t = left / rest;
      from = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
      nodes.push([...from]);
      rest = far(from, to);
      left = step;
    }
    left -= rest;
  }
  const last = points[points.length - 1];
  if (far(nodes[nodes.length - 1], last) > 1) nodes.push([...last]);
  return nodes;
}

/** Pulls every link back to at most `step`; nodes of weight 0 stay. Position-based dynamics: project, again and again. */
export function relax(nodes: Point[], weight: (i: number) => number, rounds: number, step = STEP): void {
  for (let round = 0; round < rounds; round++) {
    for (let i = 1; i < nodes.length; i++) link(nodes, round % 2 ? nodes.length - i : i, weight, step);
  }
}

function link(nodes: Point[], i: number, weight: (i: number) => number, step: number): void {
  const a = nodes[i - 1];
  const b = nodes[i];
  const gap = far(a, b);
  if (gap <= step) return;
  const [wa, wb] = [weight(i - 1), weight(i)];
  if (wa + wb === 0) return;
  const pull = (gap - step) / gap / (wa + wb);
  const [dx, dy] = [(b[0] - a[0]) * pull, (b[1] - a[1]) * pull];
  a[0] += dx * wa;
  a[1] += dy * wa;
  b[0] -= dx * wb;
  b[1] -= dy * wb;
}

/** The end reaches for a place and the string follows, link by link, there and back; no link grows. */
export function taut(nodes: Point[], to: Point, rounds: number, held: (point: Point) => boolean): void {
  const start: Point = [...nodes[0]];
  const last = nodes.length - 1;
  const follow = (i: number, lead: number, grip: number) => {
    const gap = far(nodes[i], nodes[lead]);
    if (gap <= STEP) return;
    const t = ((gap - STEP) / gap) * grip;
    nodes[i] = [nodes[i][0] + (nodes[lead][0] - nodes[i][0]) * t, nodes[i][1] + (nodes[lead][1] - nodes[i][1]) * t];
  };
  for (let round = 0; round < rounds; round++) {
    nodes[last] = [...to];
    // A tile holds the string a little while it is pulled, and lets go under force.
    for (let i = last - 1; i >= 0; i--) follow(i, i + 1, held(nodes[i]) ? 0.5 : 1);
    nodes[0] = [...start];
    for (let i = 1; i <= last; i++) follow(i, i - 1, 1);
  }
}

/** A string does not kink: free nodes drift to the middle of their neighbours. */
export function soften(nodes: Point[], weight: (i: number) => number, by = 0.12): void {
  for (let i = 1; i + 1 < nodes.length; i++) {
    const w = weight(i) * by;
    nodes[i][0] += ((nodes[i - 1][0] + nodes[i + 1][0]) / 2 - nodes[i][0]) * w;
    nodes[i][1] += ((nodes[i - 1][1] + nodes[i + 1][1]) / 2 - nodes[i][1]) * w;
  }
}

/** The line pulled straighter, its ends kept, until it is no longer than it may be or quite straight. */
export function tightened(points: Point[], limit: number): Point[] {
  const nodes = nodesOf(points);
  for (let k = 0; k < 200 && lengthOf(nodes) > limit; k++) soften(nodes, () => 1, 0.6);
  return nodes;
}

export class Rope {
  nodes: Point[];
  constructor(
    start: Point[],
    readonly limit: number,
    private held: (point: Point) => boolean = () => false,
  ) {
    this.nodes = nodesOf(start);
  }

  get length(): number {
    return lengthOf(this.nodes);
  }

  /** The hand pulls the loose end: string is paid out where the hand goes, and when it is all out it draws taut. */
  pull(to: Point): void {
    const nodes = this.nodes;
    // Going back along the way takes string up again.
    for (let i = Math.max(0, nodes.length - 9); i < nodes.length - 2; i++) {
      if (far(nodes[i], to) < STEP * 0.8) {
        nodes.length = i + 1;
        break;
      }
    }
    let tip = nodes[nodes.length - 1];
    while (far(tip, to) > STEP && nodes.length * STEP <= this.limit) {
      const t = STEP / far(tip, to);
      tip = [tip[0] + (to[0] - tip[0]) * t, tip[1] + (to[1] - tip[1]) * t];
      nodes.push(tip);
    }
    if (far(tip, to) > STEP) taut(nodes, to, 8, this.held);
    this.settle(nodes.length - 1);
  }

  /** A bend is moved: the node goes along, its neighbours follow, the ends stay. */
  bend(at: number, to: Point): void {
    const nodes = this.nodes;
    const before = nodes.map((node) => [...node] as Point);
    nodes[at] = [...to];
    const weight = (i: number) => (i === 0 || i === nodes.length - 1 || i === at ? 0 : 1);
    relax(nodes, weight, 30);
    for (let k = 0; k < 3; k++) soften(nodes, weight, 0.3);
    this.nodes = nodesOf(nodes);
    if (this.length > this.limit) this.nodes = before;
  }

  private settle(last: number): void {
    const weight = (i: number) => (i === 0 || i === last ? 0 : this.held(this.nodes[i]) ? 0.2 : 1);
    relax(this.nodes, weight, 4);
    soften(this.nodes, (i) => (i > last - 14 ? weight(i) : 0));
  }
}

/** The fewest points of a line that stay within `by` of it (Douglas and Peucker's way), as whole units. */
export function simple(points: Point[], by: number): Point[] {
  if (points.length < 3) return points.map(whole);
  const keep = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  while (spans.length) {
    const [a, b] = spans.pop()!;
    let worst = by;
    let at = -1;
    for (let i = a + 1; i < b; i++) {
      const off = offLine(points[i], points[a], points[b]);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at > 0) {
      keep.add(at);
      spans.push([a, at], [at, b]);
    }
  }
  return [...keep].sort((a, b) => a - b).map((i) => whole(points[i]));
}

const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

export function offLine(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const t = square ? Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) : 0;
  return Math.hypot(p[0] - a[0] - dx * t, p[1] - a[1] - dy * t);
}
