import { describe, expect, it } from 'vitest';
import { outline } from './outline';

const square = (size: number, corners = 4) =>
  Array.from({ length: corners }, (_, k) => [
    size * Math.cos((2 * Math.PI * k) / corners),
    size * Math.sin((2 * Math.PI * k) / corners),
  ]);

describe('a country made small enough to send', () => {
  it('keeps the largest outline only', () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[square(1)], [square(5, 6)]] } },
        { type: 'Feature', geometry: { type: 'Polygon', coordinates: [square(2)] } },
      ],
    });
    const found = JSON.parse(outline(text));
    expect(found.type).toBe('Polygon');
    expect(found.coordinates[0]).toHaveLength(6);
  });
  it('thins a coast of many corners', () => {
    const text = JSON.stringify({ type: 'Polygon', coordinates: [square(9, 50_000)] });
    const found = outline(text);
    expect(JSON.parse(found).coordinates[0].length).toBeLessThanOrEqual(900);
    expect(found.length).toBeLessThan(40_000);
  });
  it('reads a file with a byte-order mark', () => {
    const text = JSON.stringify({ type: 'Polygon', coordinates: [square(2)] });
    expect(outline('\uFEFF' + text)).toBe(outline(text));
  });
  it('keeps a hole and numbers that are too large, for the server to refuse', () => {
    const holed = outline(JSON.stringify({ type: 'Polygon', coordinates: [square(5), square(1)] }));
    expect(JSON.parse(holed).coordinates).toHaveLength(2);
    expect(outline('{"type":"Polygon","coordinates":[[[0,0],[1e400,2],[3,4]]]}')).toContain('1e+300');
    expect(outline('{"type":"Polygon","coordinates":[]}')).toBe('{"type":"Polygon","coordinates":[]}');
  });
  it('leaves what it cannot read to the server', () => {
    expect(outline('{broken')).toBe('{broken');
    expect(outline('{"type":"Point","coordinates":[1,2]}')).toBe('{"type":"Point","coordinates":[1,2]}');
  });
});
