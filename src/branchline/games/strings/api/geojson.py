"""A country as a field: the largest outline of a GeoJSON text, made simple (S22)."""

from __future__ import annotations

import json
import math
from typing import Any

from branchline.games.strings.rules.outlines import FieldError, Points, scaled

MOST_TEXT = 2_000_000
CORNERS = 60
"""An outline keeps so many corners; more would make its string all bends and its land small."""
_FINE = 1_000_000


def outline(text: str) -> Points:
    """The largest outline in a GeoJSON text, scaled to the black string; FieldError if there is none."""
    if len(text) > MOST_TEXT:
        raise FieldError("geojson")
    try:
        rings = list(_rings(json.loads(text), 0))
    except (ValueError, RecursionError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise FieldError("geojson") from error
    rings = [ring for ring in rings if len(ring) >= 3]
    if not rings:
        raise FieldError("geojson")
    flat = max((_projected(ring) for ring in rings), key=_area)
    return scaled(_simplified(flat))


def _rings(data: Any, depth: int) -> Any:
    """All outer rings in a geometry, a feature or a collection."""
    if depth > 8 or not isinstance(data, dict):
        return
    kind = data.get("type")
    if kind == "FeatureCollection":
        for feature in data["features"]:
            yield from _rings(feature, depth + 1)
    elif kind == "GeometryCollection":
        for geometry in data["geometries"]:
            yield from _rings(geometry, depth + 1)
    elif kind == "Feature":
        yield from _rings(data["geometry"], depth + 1)
    elif kind == "Polygon":
        yield _ring(data["coordinates"][0])
    elif kind == "MultiPolygon":
        for polygon in data["coordinates"]:
            yield _ring(polygon[0])


def _ring(coordinates: Any) -> list[tuple[float, float]]:
    ring = [(float(point[0]), float(point[1])) for point in coordinates]
    if not all(math.isfinite(x) and math.isfinite(y) and abs(x) <= 1e7 and abs(y) <= 1e7 for x, y in ring):
        raise ValueError("coordinates must be finite numbers")
    return ring[:-1] if ring and ring[0] == ring[-1] else ring


def _projected(ring: list[tuple[float, float]]) -> Points:
    """Degrees as a plane map true at the middle latitude, north up, in fine whole steps."""
    middle = sum(y for _, y in ring) / len(ring)
    shrink = math.cos(math.radians(middle)) if abs(middle) <= 85 else 1.0
    return [(round(x * shrink * _FINE), round(-y * _FINE)) for x, y in ring]


def _area(points: Points) -> int:
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)))


def _simplified(points: Points) -> Points:
    """The outline without the corners that matter least (by the triangle they make), down to CORNERS of them."""
    if len(points) > 4000:
        points = points[:: len(points) // 2000]
    points = list(points)
    while len(points) > CORNERS:
        n = len(points)
        sizes = [_area([points[k - 1], points[k], points[(k + 1) % n]]) for k in range(n)]
        points.pop(sizes.index(min(sizes)))
    return points
