import { describe, expect, it } from 'vitest';
import usa from '../../../../src/branchline/games/tickets/data/usa.json';
import { drawingOf, labelsIn } from './drawing';
import { WIDTH } from './geometry';
import { covers, trackOf } from './labels';
import { type MapFile } from './map';

/** As a map of one's own may be: another shape. */
const steep: MapFile = { ...usa, aspect: 1.1 };
const MAPS: [string, MapFile][] = [
  ['North America', usa],
  ['North America on a square', steep],
];

describe.each(MAPS)('names on %s', (_, map) => {
  const drawing = drawingOf(map);
  describe.each(['en', 'ru'] as const)('in %s', (language) => {
    const labels = labelsIn(map, language);
    it('cover no track', () => {
      const covered = labels.flatMap(({ box, lines }) =>
        drawing.ways.flatMap((way) =>
          way.slots.some((slot) => covers(box, trackOf(slot))) ? [`${lines.join(' ')} on ${way.route}`] : [],
        ),
      );
      expect(covered).toEqual([]);
    });
    it('cover neither each other nor a city, and stay on the map', () => {
      const bad: string[] = [];
      labels.forEach(({ box, lines }, i) => {
        const name = lines.join(' ');
        drawing.cities.forEach((city, j) => {
          if (
            Math.abs(city.x - box.x) < box.w + (i === j ? 4 : 6) &&
            Math.abs(city.y - box.y) < box.h + (i === j ? 4 : 6)
          )
            bad.push(`${name} on city ${j}`);
        });
        labels.slice(0, i).forEach((other) => {
          const apart =
            Math.abs(other.box.x - box.x) >= box.w + other.box.w ||
            Math.abs(other.box.y - box.y) >= box.h + other.box.h;
          if (!apart) bad.push(`${name} on ${other.lines.join(' ')}`);
        });
        if (box.x - box.w < 0 || box.x + box.w > WIDTH || box.y - box.h < 0 || box.y + box.h > drawing.height)
          bad.push(`${name} beyond the edge`);
      });
      expect(bad).toEqual([]);
    });
  });
});
