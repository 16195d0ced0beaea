/** A map as it is drawn: routes and names that make room for each other. Found once for each map. */
import type { Language } from '../../lib/types';
import { draw, type Drawing, relax } from './geometry';
import { covers, type Label, labelsOf, RATHER, trackOf } from './labels';
import type { MapFile } from './map';

/** From its corner. */
export interface Extent {
  x: number;
  y: number;
  w: number;
  h: number;
}
const EDGE = 8;
const areas = new Map<MapFile, Extent>();
const drawings = new Map<MapFile, Drawing>();
const names = new Map<MapFile, Record<Language, Label[]>>();

/** The drawing of a map. Routes give way to names that would like to lie on them, in both languages; then names have
 * their places, and routes bow no more than that asks of them. */
export function drawingOf(map: MapFile): Drawing {
  let found = drawings.get(map);
  if (!found) {
    const first = draw(map);
    const wanted = (['en', 'ru'] as const).flatMap((language) => labelsOf(map, first, language, RATHER));
    const second = draw(
      map,
      wanted.map(({ box }) => box),
    );
    const [en, ru] = (['en', 'ru'] as const).map((language) => labelsOf(map, second, language));
    names.set(map, { en, ru });
    const boxes = [...en, ...ru].map(({ box }) => box);
    found = relax(map, second, ({ slots }) => {
      const track = slots.map(trackOf);
      return !boxes.some((box) => track.some((each) => covers(box, each)));
    });
    drawings.set(map, found);
  }
  return found;
}

/** What the drawing takes up: cities, names in both languages, track. */
export function areaOf(map: MapFile): Extent {
  let found = areas.get(map);
  if (!found) {
    const { cities, ways } = drawingOf(map);
    const names = [...labelsIn(map, 'en'), ...labelsIn(map, 'ru')].map(({ box }) => box);
    const points = [...cities, ...ways.flatMap((way) => way.stops)].map((point) => ({ ...point, w: 9, h: 9 }));
    const all = [...names, ...points];
    const x = Math.min(...all.map((each) => each.x - each.w)) - EDGE;
    const y = Math.min(...all.map((each) => each.y - each.h)) - EDGE;
    const w = Math.max(...all.map((each) => each.x + each.w)) + EDGE - x;
    const h = Math.max(...all.map((each) => each.y + each.h)) + EDGE - y;
    areas.set(map, (found = { x, y, w, h }));
  }
  return found;
}

/** The places of all names in a language. */
export function labelsIn(map: MapFile, language: Language): Label[] {
  drawingOf(map);
  return names.get(map)![language];
}
