/** A country's file can be large: only its largest outline is sent, with as many corners as the server looks at. */
type Ring = [number, number][];
const MOST = 900;

/** The largest outline of a GeoJSON text as a small GeoJSON; a text without one stays as it is, for the server to refuse.
 * A hole is kept too, for the same reason. */
export function outline(text: string): string {
  let polygons: Ring[][];
  try {
    polygons = [...polygonsOf(JSON.parse(text.replace(/^\uFEFF/, '')), 0)].filter((rings) => rings?.[0]?.length >= 3);
  } catch {
    return text.slice(0, 1000);
  }
  const largest = polygons.sort((a, b) => area(b[0]) - area(a[0]))[0];
  if (!largest) return text.slice(0, 1000);
  return JSON.stringify({ type: 'Polygon', coordinates: [thinned(largest[0]), ...largest.slice(1, 2).map(thinned)] });
}

function thinned(ring: Ring): Ring {
  const every = Math.ceil(ring.length / MOST);
  return ring.filter((_, i) => i % every === 0).map(([x, y]) => [short(x), short(y)]);
}

/** What JSON cannot write stays too large for the server. */
function short(number: number): number {
  return Number.isFinite(number) ? Number(Number(number).toFixed(5)) : 1e300;
}

type GeoJson =
  | { type: 'FeatureCollection'; features: GeoJson[] }
  | { type: 'GeometryCollection'; geometries: GeoJson[] }
  | { type: 'Feature'; geometry: GeoJson | null }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

function* polygonsOf(data: GeoJson | null, depth: number): Generator<Ring[]> {
  if (depth > 8 || !data || typeof data !== 'object') return;
  if (data.type === 'FeatureCollection') for (const each of data.features) yield* polygonsOf(each, depth + 1);
  else if (data.type === 'GeometryCollection') for (const each of data.geometries) yield* polygonsOf(each, depth + 1);
  else if (data.type === 'Feature') yield* polygonsOf(data.geometry, depth + 1);
  else if (data.type === 'Polygon') yield data.coordinates;
  else if (data.type === 'MultiPolygon') yield* data.coordinates;
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
