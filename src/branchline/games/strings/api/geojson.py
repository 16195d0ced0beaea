"""A country as a field: the largest outline of a GeoJSON text, made simple (S22)."""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Iterator
from typing import Any

from branchline.games.strings.rules.lines import MOST_POINTS
from branchline.games.strings.rules.outlines import FieldError, Points, ring_of, scaled

MOST_TEXT = 2_000_000
CORNERS = 60
"""Corners that an outline keeps at most; more would make its string all bends and its land small."""
_FINE = 1_000_000
_FARTHEST = 1e7
"""Degrees and metres of all usual projections are smaller."""
_MOST_CORNERS = 20_000


def outline(text: str) -> Points:
    """The largest outline in a GeoJSON text, scaled to the black string; FieldError says why there is none."""
    if len(text.encode()) > MOST_TEXT:
        raise FieldError("large", most=MOST_TEXT // 1_000_000)
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise FieldError("json") from error
    try:
        polygons = list(_polygons(data, 0))
    except OverflowError as error:
        raise FieldError("numbers") from error
    except (TypeError, KeyError, IndexError, ValueError) as error:
        raise FieldError("geojson") from error
    if not polygons:
        raise FieldError("geojson")
    polygons = [(ring, holes) for ring, holes in polygons if len(ring) >= 3]
    if not polygons:
        raise FieldError("empty")
    for ring, _ in polygons:
        if not all(abs(x) <= _FARTHEST and abs(y) <= _FARTHEST for x, y in ring):
            raise FieldError("numbers")
    flat, holes = max(((_projected(ring), holes) for ring, holes in polygons), key=lambda found: _area(found[0]))
    if holes:
        raise FieldError("hole")
    return scaled(_simplified(flat))


def _polygons(data: Any, depth: int) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """All outer rings in a geometry, a feature or a collection, and whether they have holes."""
    if depth > 8 or not isinstance(data, dict):
        return
    kind = data.get("type")
    if kind == "FeatureCollection":
        for feature in data["features"]:
            yield from _polygons(feature, depth + 1)
    elif kind == "GeometryCollection":
        for geometry in data["geometries"]:
            yield from _polygons(geometry, depth + 1)
    elif kind == "Feature":
        yield from _polygons(data["geometry"], depth + 1)
    elif kind == "Polygon":
        yield _polygon(data["coordinates"])
    elif kind == "MultiPolygon":
        for polygon in data["coordinates"]:
            yield _polygon(polygon)


def _polygon(rings: Any) -> tuple[list[tuple[float, float]], bool]:
    if not rings:
        return [], False
    ring = [(float(point[0]), float(point[1])) for point in rings[0]]
    return ring[:-1] if ring and ring[0] == ring[-1] else ring, len(rings) > 1


def _projected(ring: list[tuple[float, float]]) -> Points:
    """Degrees as a plane map true at the middle latitude, north up, in fine whole steps."""
    middle = sum(y for _, y in ring) / len(ring)
    shrink = math.cos(math.radians(middle)) if abs(middle) <= 85 else 1.0
    return [(round(x * shrink * _FINE), round(-y * _FINE)) for x, y in ring]


def _area(points: Points) -> int:
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)))


def _simplified(points: Points) -> Points:
    """The outline without the corners that matter least, with more of them where it would cross itself."""
    if len(points) > _MOST_CORNERS:
        points = points[:: -(-len(points) // _MOST_CORNERS)]
    order = _by_weight(points)
    for count in (CORNERS, 2 * CORNERS, MOST_POINTS - 1):
        kept = sorted(order[-count:])
        if ring_of(scaled([points[k] for k in kept])).self_contact() < 0:
            break
    return [points[k] for k in kept]


def _by_weight(points: Points) -> list[int]:
    """The corners in the order in which they can be left out: the smallest triangle with its neighbours first."""
    n = len(points)
    before, after = [(k - 1) % n for k in range(n)], [(k + 1) % n for k in range(n)]

    def weight(k: int) -> int:
        (x, y), (u, v), (s, t) = points[before[k]], points[k], points[after[k]]
        return abs((u - x) * (t - y) - (v - y) * (s - x))

    now = [weight(k) for k in range(n)]
    heap = [(size, k) for k, size in enumerate(now)]
    heapq.heapify(heap)
    gone: list[int] = []
    out = [False] * n
    while len(gone) < n - 3:
        size, k = heapq.heappop(heap)
        if out[k] or size != now[k]:
            continue
        out[k] = True
        gone.append(k)
        a, b = before[k], after[k]
        after[a], before[b] = b, a
        for neighbour in (a, b):
            now[neighbour] = weight(neighbour)
            heapq.heappush(heap, (now[neighbour], neighbour))
    return gone + [k for k in range(n) if not out[k]]
