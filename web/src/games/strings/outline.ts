/** A country's file can be large: only its largest outline is sent, with as many corners as the server looks at. */
type Ring = [number, number][];
const MOST = 900;

/** The largest outline of a GeoJSON text as a small GeoJSON; a text without one stays as it is, for the server to refuse. */
export function outline(text: string): string {
  let rings: Ring[];
  try {
    rings = [...ringsOf(JSON.parse(text), 0)];
  } catch {
    return text.slice(0, 1000);
  }
  const largest = rings.sort((a, b) => area(b) - area(a))[0];
  if (!largest) return text.slice(0, 1000);
  const every = Math.ceil(largest.length / MOST);
  const kept = largest.filter((_, i) => i % every === 0).map(([x, y]) => [Number(x.toFixed(5)), Number(y.toFixed(5))]);
  return JSON.stringify({ type: 'Polygon', coordinates: [kept] });
}

type GeoJson =
  | { type: 'FeatureCollection'; features: GeoJson[] }
  | { type: 'GeometryCollection'; geometries: GeoJson[] }
  | { type: 'Feature'; geometry: GeoJson | null }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

function* ringsOf(data: GeoJson | null, depth: number): Generator<Ring> {
  if (depth > 8 || !data || typeof data !== 'object') return;
  if (data.type === 'FeatureCollection') for (const each of data.features) yield* ringsOf(each, depth + 1);
  else if (data.type === 'GeometryCollection') for (const each of data.geometries) yield* ringsOf(each, depth + 1);
  else if (data.type === 'Feature') yield* ringsOf(data.geometry, depth + 1);
  else if (data.type === 'Polygon') yield data.coordinates[0];
  else if (data.type === 'MultiPolygon') for (const polygon of data.coordinates) yield polygon[0];
}

/** Twice the area, with degrees of longitude shortened as in the ring's middle. */
function area(ring: Ring): number {
  const middle = ring.reduce((sum, [, y]) => sum + y, 0) / ring.length;
  const shrink = Math.abs(middle) <= 85 ? Math.cos((middle * Math.PI) / 180) : 1;
  return (
    Math.abs(
      ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0),
    ) * shrink
  );
}
