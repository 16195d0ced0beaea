/** The map's drawing: bends that keep routes clear of each other and of cities, and slots along them. */
import type { MapFile } from './map';

export const WIDTH = 1000;
export const SLOT = 10;
/** Wagons are higher than the slots under them. */
export const WAGON = 12.5;
/** How far from the middle line the dots of a way that is still to be laid run. */
const EDGE = 10;
const GAP = 2.5;
const CLEAR = 13;
const SAMPLES = 14;
const MOST_BENT = 0.25;
/** Running into another route is worse than bowing; while names look for their places, not by much. */
const CROSSING = 1.25;
const CROSSING_AT_LAST = 4;
const BENDS = [0, ...[1, 2, 3, 4, 5, 6].flatMap((i) => [(MOST_BENT * i) / 6, (-MOST_BENT * i) / 6])];

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  /** From the middle to the sides. */
  w: number;
  h: number;
}
export interface Slot extends Point {
  /** From end to end. */
  angle: number;
  length: number;
  /** How much the track turns on a unit of its length. */
  bend: number;
}
export interface Way {
  route: number;
  slots: Slot[];
  /** The middle line, for pressing and for lighting up; as points, for finding the nearest route. */
  line: string;
  /** The same from city to city. */
  thread: string;
  stops: Point[];
  /** Both sides of the track. */
  edges: string;
  middle: Slot;
}
export interface Drawing {
  height: number;
  cities: Point[];
  ways: Way[];
  curves: Curve[];
}
/** One for both halves of a double route. */
interface Curve {
  a: Point;
  b: Point;
  c: Point;
  routes: number[];
}

const at = ({ a, b, c }: Curve, t: number): Point => {
  const u = 1 - t;
  return { x: u * u * a.x + 2 * u * t * c.x + t * t * b.x, y: u * u * a.y + 2 * u * t * c.y + t * t * b.y };
};
const distance = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);
interface Drawn {
  points: Point[];
  around: Box;
}
const samples = (curve: Curve): Drawn => {
  const points = pointsOf(curve);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const half = (values: number[]) => (Math.max(...values) - Math.min(...values)) / 2;
  return { points, around: { x: middle(xs), y: middle(ys), w: half(xs), h: half(ys) } };
};
const pointsOf = (curve: Curve) => Array.from({ length: SAMPLES }, (_, i) => at(curve, (i + 1) / (SAMPLES + 1)));

function bent(a: Point, b: Point, bend: number, routes: number[]): Curve {
  return {
    a,
    b,
    routes,
    c: { x: (a.x + b.x) / 2 - (b.y - a.y) * bend * 2, y: (a.y + b.y) / 2 + (b.x - a.x) * bend * 2 },
  };
}

/** How badly a curve runs into cities, names, other curves and the edge. */
function trouble(
  curve: Curve,
  points: Point[],
  cities: Point[],
  names: Box[],
  others: Drawn[],
  height: number,
  crossing: number,
): number {
  const wide = curve.routes.length > 1 ? 8 : 0;
  let sum = 0;
  for (const p of points) {
    if (p.x < 12 || p.y < 12 || p.x > WIDTH - 12 || p.y > height - 12) sum += 30;
    for (const city of cities) {
      const near = distance(p, city);
      if (near < 26 + wide && city !== curve.a && city !== curve.b) sum += (26 + wide - near) * 2;
    }
    for (const { x, y, w, h } of names) {
      const aside = WAGON / 2 + 2 + wide;
      if (Math.abs(p.x - x) < w + aside && Math.abs(p.y - y) < h + aside) sum += 26;
    }
    const atEnd = Math.min(distance(p, curve.a), distance(p, curve.b));
    if (atEnd <= 30) continue;
    const clear = 17 + wide;
    for (const other of others) {
      const { x, y, w, h } = other.around;
      if (Math.abs(p.x - x) > w + clear || Math.abs(p.y - y) > h + clear) continue;
      for (const q of other.points) {
        if (Math.abs(p.x - q.x) < clear && Math.abs(p.y - q.y) < clear)
          sum += crossing * Math.max(0, clear - distance(p, q));
      }
    }
  }
  return sum;
}

function curvesOf(map: MapFile, cities: Point[], names: Box[], height: number): Curve[] {
  const number = new Map(map.cities.map((city, i) => [city.name, i]));
  const pairs = new Map<string, number[]>();
  map.routes.forEach((route, i) => {
    const key = [number.get(route.a)!, number.get(route.b)!].sort((p, q) => p - q).join();
    pairs.set(key, [...(pairs.get(key) ?? []), i]);
  });
  const all = [...pairs].map(([key, routes]) => {
    const [a, b] = key.split(',').map((n) => cities[Number(n)]);
    return bent(a, b, 0, routes);
  });
  const drawn = all.map(samples);
  for (let round = 0; round < 2; round++) {
    all.forEach((curve, i) => {
      const others = drawn.filter((_, j) => j !== i);
      let best = Infinity;
      for (const bend of BENDS) {
        const tried = bent(curve.a, curve.b, bend, curve.routes);
        const points = samples(tried);
        const cost = trouble(tried, points.points, cities, names, others, height, CROSSING) + Math.abs(bend) * 60;
        if (cost < best - 0.01) {
          best = cost;
          all[i] = tried;
          drawn[i] = points;
        }
      }
    });
  }
  return all;
}

/** A curve moved sideways, as points of equal steps; doubles lie on both sides of their middle line. */
function rail(curve: Curve, aside: number): Point[] {
  return Array.from({ length: 61 }, (_, i) => {
    const t = i / 60;
    const here = at(curve, t);
    const next = at(curve, Math.min(1, t + 0.01));
    const last = at(curve, Math.max(0, t - 0.01));
    const long = distance(next, last) || 1;
    return { x: here.x - ((next.y - last.y) / long) * aside, y: here.y + ((next.x - last.x) / long) * aside };
  });
}

function cut(points: Point[], length: number): { slots: Slot[]; stops: Point[] } {
  const reach = [0];
  for (let i = 1; i < points.length; i++) reach.push(reach[i - 1] + distance(points[i - 1], points[i]));
  const total = reach[reach.length - 1];
  const clear = Math.min(CLEAR, total / 4);
  const part = (total - 2 * clear) / length;
  const place = (far: number): Point => {
    let i = reach.findIndex((each) => each >= far);
    if (i < 1) i = i < 0 ? points.length - 1 : 1;
    const share = (far - reach[i - 1]) / (reach[i] - reach[i - 1] || 1);
    return {
      x: points[i - 1].x + (points[i].x - points[i - 1].x) * share,
      y: points[i - 1].y + (points[i].y - points[i - 1].y) * share,
    };
  };
  const slots = Array.from({ length }, (_, i) => {
    const from = place(clear + part * i + GAP / 2);
    const middle = place(clear + part * (i + 0.5));
    const to = place(clear + part * (i + 1) - GAP / 2);
    const heading = (p: Point, q: Point) => Math.atan2(q.y - p.y, q.x - p.x);
    const length = distance(from, to);
    // Between the directions of both halves the track has turned by half of what it turns in all.
    const turned = Math.sin(heading(middle, to) - heading(from, middle)) * 2;
    return {
      x: (from.x + to.x) / 2,
      y: (from.y + to.y) / 2,
      angle: (heading(from, to) * 180) / Math.PI,
      length,
      bend: turned / length,
    };
  });
  const stops = Array.from({ length: 13 }, (_, i) => place(clear + ((total - 2 * clear) * i) / 12));
  return { slots, stops };
}

const lineOf = (points: Point[]) =>
  points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A line beside another one. */
function beside(points: Point[], aside: number): Point[] {
  return points.map(({ x, y }, i) => {
    const [from, to] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const long = distance(from, to) || 1;
    return { x: x - ((to.y - from.y) / long) * aside, y: y + ((to.x - from.x) / long) * aside };
  });
}

function ways(curves: Curve[], map: MapFile): Way[] {
  const found: Way[] = [];
  for (const curve of curves) {
    curve.routes.forEach((route, i) => {
      const aside = curve.routes.length > 1 ? (i ? 1 : -1) * (SLOT / 2 + 1.2) : 0;
      const { slots, stops } = cut(rail(curve, aside), map.routes[route].length);
      const inner = slots[Math.floor((slots.length - 1) / 2)];
      const after = slots[Math.floor(slots.length / 2)];
      const middle = { ...inner, x: (inner.x + after.x) / 2, y: (inner.y + after.y) / 2 };
      const edges = lineOf(beside(stops, EDGE)) + lineOf(beside(stops, -EDGE));
      found[route] = {
        route,
        slots,
        line: lineOf(stops),
        thread: lineOf([curve.a, ...stops, curve.b]),
        stops,
        edges,
        middle,
      };
    });
  }
  return found;
}

/** The route whose track is nearest to a point, if it is within reach. */
export function nearestRoute(all: Way[], at: Point, reach: number): number | null {
  let best = reach;
  let found: number | null = null;
  for (const way of all) {
    for (let i = 1; i < way.stops.length; i++) {
      const far = fromSegment(at, way.stops[i - 1], way.stops[i]);
      if (far < best) {
        best = far;
        found = way.route;
      }
    }
  }
  return found;
}

function fromSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** A map's drawing with routes that keep clear of these names where they can. */
export function draw(map: MapFile, names: Box[] = []): Drawing {
  const height = WIDTH / map.aspect;
  const inset = { x: 46, y: 30 };
  const cities = map.cities.map(({ x, y }) => ({
    x: inset.x + x * (WIDTH - 2 * inset.x),
    y: inset.y + y * (height - 2 * inset.y),
  }));
  const curves = curvesOf(map, cities, names, height);
  return { height, cities, curves, ways: ways(curves, map) };
}

/** The same drawing when all names have their places: every route as straight and as clear of the others as it may be
 * drawn; `isFree` says whether it may. */
export function relax(map: MapFile, drawing: Drawing, isFree: (way: Way) => boolean): Drawing {
  const { height, cities } = drawing;
  const curves = [...drawing.curves];
  for (let round = 0; round < 2; round++)
    curves.forEach((curve, i) => {
      const others = curves.filter((_, j) => j !== i).map(samples);
      let best = Infinity;
      for (const bend of BENDS) {
        const tried = bent(curve.a, curve.b, bend, curve.routes);
        const { points } = samples(tried);
        const cost =
          trouble(tried, points, cities, [], others, height, CROSSING_AT_LAST) +
          Math.abs(bend) * 40 +
          bend * bend * 800;
        if (cost >= best - 0.01 || !Object.values(ways([tried], map)).every(isFree)) continue;
        [best, curves[i]] = [cost, tried];
      }
    });
  return { height, cities, curves, ways: ways(curves, map) };
}
