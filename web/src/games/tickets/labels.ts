/** Places for the names of cities: beside them, off every track, off each other. */
import type { Language } from '../../lib/types';
import { type Box, type Drawing, type Point, type Slot, WAGON, WIDTH } from './geometry';
import { type City, type MapFile, nameOfCity } from './map';

export const NAME = 16.5;
export const LINE = 15;
/** Around a name so much stays free of track. */
export const AIR = 2;
/** From the middle of a city to its edge. */
const CITY = 6;
const TURN = 6;
const FAR = 78;

export interface Label extends Point {
  lines: string[];
  anchor: 'start' | 'middle' | 'end';
  box: Box;
}

/** How wide a text of the display face is, in its own size; a little more rather than less. */
export function widthOf(text: string): number {
  let sum = 0;
  for (const letter of text)
    sum += /[MWmwЖжМмШшЩщЫыЮюФф]/.test(letter)
      ? 0.8
      : /[Iijl. ]/.test(letter)
        ? 0.29
        : /[frt-]/.test(letter)
          ? 0.38
          : /\p{Lu}/u.test(letter)
            ? 0.57
            : 0.51;
  return sum;
}

/** A name in one line and, where it has several words, in two. */
function splits(city: City, language: Language): string[][] {
  const name = nameOfCity(city, language);
  const words = name.split(/(?<=-)|\s/);
  if (words.length < 2) return [[name]];
  const join = (part: string[]) => part.join(' ').replace(/-\s/g, '-');
  const halves = words.slice(1).map((_, i) => [join(words.slice(0, i + 1)), join(words.slice(i + 1))]);
  const widest = (lines: string[]) => Math.max(...lines.map(widthOf));
  const two = halves.sort((a, b) => widest(a) - widest(b))[0];
  return name.length < 10 ? [[name], two] : [two, [name]];
}

/** A piece of track as a turned box: its middle, its half sizes, and its direction. */
export interface Track extends Point {
  cos: number;
  sin: number;
  long: number;
  half: number;
  /** Half of what it takes up across and down. */
  w: number;
  h: number;
}
export function trackOf(slot: Slot): Track {
  const turn = (slot.angle * Math.PI) / 180;
  const [cos, sin, long, half] = [Math.cos(turn), Math.sin(turn), slot.length / 2, WAGON / 2];
  const w = Math.abs(long * cos) + Math.abs(half * sin);
  const h = Math.abs(long * sin) + Math.abs(half * cos);
  return { x: slot.x, y: slot.y, cos, sin, long, half, w, h };
}

/** Whether a box, with air around it, meets a piece of track: no side of either lies between them. */
export function covers(box: Box, track: Track, air = 0): boolean {
  const [dx, dy] = [track.x - box.x, track.y - box.y];
  const [w, h] = [box.w + air, box.h + air];
  if (Math.abs(dx) > w + track.w || Math.abs(dy) > h + track.h) return false;
  const [cos, sin] = [Math.abs(track.cos), Math.abs(track.sin)];
  if (Math.abs(dx * track.cos + dy * track.sin) > track.long + w * cos + h * sin) return false;
  return Math.abs(dy * track.cos - dx * track.sin) <= track.half + w * sin + h * cos;
}

const meet = (a: Box, b: Box, air: number) =>
  Math.abs(a.x - b.x) < a.w + b.w + air && Math.abs(a.y - b.y) < a.h + b.h + air;

interface Place {
  box: Box;
  lines: string[];
  /** How far off and how odd it is. */
  cost: number;
  /** What it costs besides for what it covers; found when it is asked for. */
  covered?: number;
}
/** Covering track: never if there is another place, or, while routes can still give way, rather than far off. */
const NEVER = 300;
export const RATHER = 9;
const NEAR_TRACK = 12;
const OFF_THE_MAP = 900;
/** What lying on another name costs, round by round: first names may insist and others give way, then nobody may. */
const OVERLAP = [60, 60, 120, 240, 1000, 1000];

/** Every place that may do for a name: the near ones first, to the right or left, in its usual lines. */
function places(at: Point, splitted: string[][]): Place[] {
  const found: Place[] = [];
  splitted.forEach((lines, k) => {
    const w = (Math.max(...lines.map(widthOf)) * NAME) / 2;
    const h = (lines.length * LINE) / 2;
    for (let gap = 7; gap <= FAR; gap += gap < 20 ? 2 : 5)
      for (let turn = 0; turn < 360; turn += TURN) {
        const [dx, dy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
        const reach = Math.min(w / Math.abs(dx || 1e-9), h / Math.abs(dy || 1e-9));
        const box = { x: at.x + dx * (gap + reach), y: at.y + dy * (gap + reach), w, h };
        if (!meet(box, { ...at, w: CITY, h: CITY }, 0))
          found.push({ box, lines, cost: gap + 4 * k + (turn % 180 ? 3 : 0) });
      }
  });
  return found.sort((a, b) => a.cost - b.cost);
}

/** The place of a name that is best beside the others where they lie now. */
function bestOf(tried: Place[], others: Box[], overlap: number, covered: (box: Box) => number): Place {
  let best = tried[0];
  let least = Infinity;
  for (const place of tried) {
    if (place.cost >= least) break;
    let cost = place.cost;
    cost += place.covered ??= covered(place.box);
    if (cost < least) for (const other of others) if (meet(place.box, other, 2)) cost += overlap;
    if (cost < least) [least, best] = [cost, place];
  }
  return best;
}

/** The places of all names in a language. */
export function labelsOf(
  map: MapFile,
  { cities, ways, height }: Drawing,
  language: Language,
  covering = NEVER,
): Label[] {
  const track = ways.flatMap((way) => way.slots.map(trackOf));
  const dots = cities.map((city) => ({ ...city, w: CITY, h: CITY }));
  const covered = cities.map((at, i) => {
    const near = track.filter((each) => Math.abs(each.x - at.x) < FAR + 150 && Math.abs(each.y - at.y) < FAR + 90);
    return (box: Box) => {
      const { x, y, w, h } = box;
      let cost = x - w < 3 || x + w > WIDTH - 3 || y - h < 3 || y + h > height - 3 ? OFF_THE_MAP : 0;
      dots.forEach((dot, j) => (cost += i !== j && meet(box, dot, 1) ? NEVER : 0));
      for (const each of near)
        if (covers(box, each, AIR)) cost += covers(box, each) ? covering : Math.min(covering, NEAR_TRACK);
      return cost;
    };
  });
  const tried = cities.map((at, i) => places(at, splits(map.cities[i], language)));
  const laid = tried.map((each) => each[0]);
  const beside = cities.map((at, i) =>
    cities.flatMap((city, j) => (i !== j && Math.hypot(city.x - at.x, city.y - at.y) < 2 * FAR + 120 ? [j] : [])),
  );
  for (const overlap of OVERLAP)
    laid.forEach((_, i) => {
      const others = beside[i].map((j) => laid[j].box);
      laid[i] = bestOf(tried[i], others, overlap, covered[i]);
    });
  return laid.map(({ box, lines }, i) => {
    const side = box.x - cities[i].x;
    const anchor = side > box.w * 0.6 ? 'start' : side < -box.w * 0.6 ? 'end' : 'middle';
    const x = anchor === 'start' ? box.x - box.w : anchor === 'end' ? box.x + box.w : box.x;
    return { x, y: box.y - box.h + LINE * 0.78, lines, anchor, box };
  });
}

export interface Plate extends Box {
  lines: string[];
}

/** Plates with the names of lit cities, in a size that can be read: off each other and within the window. */
export function platesOf(names: { at: Point; text: string }[], size: number, window: Box): Plate[] {
  const laid: Plate[] = [];
  for (const { at, text } of names) {
    const [w, h] = [(widthOf(text) * size) / 2 + size * 0.45, size * 0.75];
    const gap = size * 0.55;
    const tried: Box[] = [
      [gap + w, 0],
      [-gap - w, 0],
      [0, -gap - h],
      [0, gap + h],
      [gap + w, -h * 1.6],
      [-gap - w, -h * 1.6],
      [gap + w, h * 1.6],
      [-gap - w, h * 1.6],
    ].map(([dx, dy]) => ({ x: at.x + dx, y: at.y + dy, w, h }));
    const trouble = (box: Box) => {
      const out = Math.abs(box.x - window.x) > window.w - w || Math.abs(box.y - window.y) > window.h - h;
      const hits = laid.filter((other) => meet(box, other, 1)).length;
      const hides = names.filter((other) => other.at !== at && meet(box, { ...other.at, w: 5, h: 5 }, 0)).length;
      return (out ? 4 : 0) + hits * 3 + hides * 2;
    };
    const box = tried.reduce((best, each) => (trouble(each) < trouble(best) ? each : best));
    laid.push({ ...box, lines: [text] });
  }
  return laid;
}
