/** The map's drawing: bends that keep routes clear of each other and of cities, slots along them, places for names. */
import type { Language } from '../../lib/types';
import { type City, type MapFile, nameOfCity } from './map';

export const WIDTH = 1000;
const SLOT = 10;
const GAP = 2.5;
const CLEAR = 13;
const SAMPLES = 14;
const BENDS = [0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.29, -0.29];

export interface Point {
  x: number;
  y: number;
}
export interface Slot extends Point {
  angle: number;
  length: number;
}
export interface Way {
  route: number;
  slots: Slot[];
  /** The middle line, for pressing and for lighting up. */
  line: string;
  middle: Slot;
}
export interface Label extends Point {
  lines: string[];
  anchor: 'start' | 'middle' | 'end';
}
export interface Drawing {
  height: number;
  cities: Point[];
  ways: Way[];
  labels: Record<Language, Label[]>;
}
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
const samples = (curve: Curve) => Array.from({ length: SAMPLES }, (_, i) => at(curve, (i + 1) / (SAMPLES + 1)));

function bent(a: Point, b: Point, bend: number, routes: number[]): Curve {
  return {
    a,
    b,
    routes,
    c: { x: (a.x + b.x) / 2 - (b.y - a.y) * bend * 2, y: (a.y + b.y) / 2 + (b.x - a.x) * bend * 2 },
  };
}

/** How badly a curve runs into cities, other curves and the edge. */
function trouble(curve: Curve, points: Point[], cities: Point[], others: Point[][], height: number): number {
  const wide = curve.routes.length > 1 ? 8 : 0;
  let sum = 0;
  for (const p of points) {
    if (p.x < 12 || p.y < 12 || p.x > WIDTH - 12 || p.y > height - 12) sum += 30;
    for (const city of cities) {
      const near = distance(p, city);
      if (near < 26 + wide && city !== curve.a && city !== curve.b) sum += (26 + wide - near) * 2;
    }
    const atEnd = Math.min(distance(p, curve.a), distance(p, curve.b));
    for (const other of others) {
      for (const q of other) {
        const near = distance(p, q);
        if (near < 17 + wide && atEnd > 30) sum += 17 + wide - near;
      }
    }
  }
  return sum;
}

function curvesOf(map: MapFile, cities: Point[], height: number): Curve[] {
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
        const cost = trouble(tried, points, cities, others, height) + Math.abs(bend) * 60;
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

function cut(points: Point[], length: number): { slots: Slot[]; line: string } {
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
    const to = place(clear + part * (i + 1) - GAP / 2);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, angle, length: distance(from, to) };
  });
  const stops = Array.from({ length: 13 }, (_, i) => place(clear + ((total - 2 * clear) * i) / 12));
  return { slots, line: stops.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') };
}

function ways(curves: Curve[], map: MapFile): Way[] {
  const found: Way[] = [];
  for (const curve of curves) {
    curve.routes.forEach((route, i) => {
      const aside = curve.routes.length > 1 ? (i ? 1 : -1) * (SLOT / 2 + 1.2) : 0;
      const { slots, line } = cut(rail(curve, aside), map.routes[route].length);
      const inner = slots[Math.floor((slots.length - 1) / 2)];
      const after = slots[Math.floor(slots.length / 2)];
      const middle = { ...inner, x: (inner.x + after.x) / 2, y: (inner.y + after.y) / 2 };
      found[route] = { route, slots, line, middle };
    });
  }
  return found;
}

// ── names ──
const LINE = 15;
const ANGLES = [0, 180, 45, 135, -45, -135, 90, -90, 20, -20, 160, -160];

function linesOf(city: City, language: Language): string[] {
  const name = nameOfCity(city, language);
  const words = name.split(/(?<=-)|\s/);
  if (name.length < 10 || words.length < 2) return [name];
  const split = words.length === 2 ? 1 : 2;
  const join = (part: string[]) => part.join(' ').replace(/-\s/g, '-');
  return [join(words.slice(0, split)), join(words.slice(split))];
}

function labelsOf(map: MapFile, cities: Point[], all: Way[], height: number, language: Language): Label[] {
  const busy = all.flatMap((way) => way.slots.flatMap((slot) => [-0.4, 0, 0.4].map((share) => along(slot, share))));
  const boxes: { x: number; y: number; w: number; h: number }[] = [];
  const order = cities.map((_, i) => i).sort((i, j) => crowd(cities[j], busy) - crowd(cities[i], busy));
  const labels: Label[] = [];
  for (const i of order) {
    const city = cities[i];
    const lines = linesOf(map.cities[i], language);
    const w = Math.max(...lines.map((line) => line.length)) * 6.7;
    const h = lines.length * LINE;
    let best = Infinity;
    let chosen = { x: 0, y: 0, w, h };
    for (const far of [10, 15, 22]) {
      for (const angle of ANGLES) {
        const dx = Math.cos((angle * Math.PI) / 180);
        const dy = Math.sin((angle * Math.PI) / 180);
        const box = { x: city.x + dx * (far + w / 2), y: city.y + dy * (far + h / 2), w, h };
        let cost = far / 3 + (angle === 0 || angle === 180 ? 0 : 2);
        for (const p of busy) if (Math.abs(p.x - box.x) < w / 2 + 4 && Math.abs(p.y - box.y) < h / 2 + 4) cost += 6;
        for (const p of cities)
          if (p !== city && Math.abs(p.x - box.x) < w / 2 + 9 && Math.abs(p.y - box.y) < h / 2 + 9) cost += 60;
        for (const b of boxes)
          if (Math.abs(b.x - box.x) < (w + b.w) / 2 + 3 && Math.abs(b.y - box.y) < (h + b.h) / 2 + 1) cost += 80;
        if (box.x - w / 2 < 2 || box.x + w / 2 > WIDTH - 2 || box.y - h / 2 < 2 || box.y + h / 2 > height - 2)
          cost += 200;
        if (cost < best) {
          best = cost;
          chosen = box;
        }
      }
    }
    boxes.push(chosen);
    const side = chosen.x - city.x;
    const anchor = side > w / 3 ? 'start' : side < -w / 3 ? 'end' : 'middle';
    const x = anchor === 'start' ? chosen.x - w / 2 : anchor === 'end' ? chosen.x + w / 2 : chosen.x;
    labels[i] = { x, y: chosen.y - h / 2 + 12, lines, anchor };
  }
  return labels;
}
const along = (slot: Slot, share: number): Point => ({
  x: slot.x + Math.cos((slot.angle * Math.PI) / 180) * slot.length * share,
  y: slot.y + Math.sin((slot.angle * Math.PI) / 180) * slot.length * share,
});
const crowd = (city: Point, busy: Point[]) => busy.filter((p) => distance(p, city) < 60).length;

const kept = new Map<MapFile, Drawing>();

/** The drawing of a map; made once. */
export function drawingOf(map: MapFile): Drawing {
  let found = kept.get(map);
  if (!found) {
    const height = WIDTH / map.aspect;
    const inset = { x: 46, y: 30 };
    const cities = map.cities.map(({ x, y }) => ({
      x: inset.x + x * (WIDTH - 2 * inset.x),
      y: inset.y + y * (height - 2 * inset.y),
    }));
    const all = ways(curvesOf(map, cities, height), map);
    const labels = { en: labelsOf(map, cities, all, height, 'en'), ru: labelsOf(map, cities, all, height, 'ru') };
    found = { height, cities, ways: all, labels };
    kept.set(map, found);
  }
  return found;
}
