"""Plane geometry by rational arithmetic, slow and simple: what the integer kernel is held against."""

from __future__ import annotations

import itertools
from fractions import Fraction

Point = tuple[int, int]


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def closed_meet(p, q, a, b):
    """Whether two closed segments have a common point."""
    return meeting(p, q, a, b) is not None


def meeting(p, q, a, b):
    """A common point of two closed segments as fractions; None if there is none."""
    d = (b[0] - a[0]) * (q[1] - p[1]) - (b[1] - a[1]) * (q[0] - p[0])
    if d:
        t = Fraction((p[0] - a[0]) * (q[1] - p[1]) - (p[1] - a[1]) * (q[0] - p[0]), d)
        u = Fraction((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0]), d)
        if 0 <= t <= 1 and 0 <= u <= 1:
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        return None
    for x, (u, v) in ((p, (a, b)), (q, (a, b)), (a, (p, q)), (b, (p, q))):
        if on(x, u, v):
            return x
    return None


def on(x, a, b):
    """Whether a (rational) point lies on a closed segment."""
    return (
        cross(a, b, x) == 0
        and min(a[0], b[0]) <= x[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= x[1] <= max(a[1], b[1])
    )


def inside(ring, x):
    """1 inside, 0 on, −1 outside a closed ring (given without its last point), by a ray to the right."""
    edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    if any(on(x, a, b) for a, b in edges):
        return 0
    odd = False
    for a, b in edges:
        if (a[1] > x[1]) != (b[1] > x[1]):
            at = a[0] + Fraction((x[1] - a[1]) * (b[0] - a[0]), b[1] - a[1])
            odd ^= at > x[0]
    return 1 if odd else -1


def segment_inside(ring, p, q):
    """Whether a closed segment lies in a closed ring: cut at every contact, every piece's middle tested."""
    stops = [Fraction(0), Fraction(1)]
    d = (q[0] - p[0], q[1] - p[1])
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        for x in (a, b, meeting(p, q, a, b)):
            if x is not None and on(x, p, q):
                stops.append(Fraction(x[0] - p[0], d[0]) if d[0] else Fraction(x[1] - p[1], d[1]))
    stops.sort()
    places = stops + [(s + t) / 2 for s, t in itertools.pairwise(stops)]
    return all(inside(ring, (p[0] + t * d[0], p[1] + t * d[1])) >= 0 for t in places)


def clip(p, q, tile):
    """The part of a segment on a convex tile (positive turn), as parameters from 0 to 1; None if there is none."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(tile, tile[1:] + tile[:1], strict=True):
        s, t = cross(a, b, p), cross(a, b, q)
        if s < 0 and t < 0:
            return None
        if s < 0:
            low = max(low, Fraction(s, s - t))
        elif t < 0:
            high = min(high, Fraction(s, s - t))
    return (low, high) if low <= high else None


def pieces(points, tile):
    """In how many pieces a polyline lies on a tile, from the clipped intervals laid end to end."""
    intervals = []
    for i, (p, q) in enumerate(itertools.pairwise(points)):
        part = clip(p, q, tile)
        if part is not None:
            start, end = i + part[0], i + part[1]
            if intervals and intervals[-1][1] == start:
                intervals[-1] = (intervals[-1][0], end)
            else:
                intervals.append((start, end))
    return len(intervals)


def gap_square(p, q, tile):
    """The squared distance of a segment from a tile."""
    if clip(p, q, tile) is not None:
        return Fraction(0)
    edges = list(zip(tile, tile[1:] + tile[:1], strict=True))
    near = [to_segment(x, a, b) for a, b in edges for x in (p, q)]
    return min(near + [to_segment(x, p, q) for x in tile])


def to_segment(x, a, b):
    d = (b[0] - a[0], b[1] - a[1])
    t = Fraction((x[0] - a[0]) * d[0] + (x[1] - a[1]) * d[1], d[0] ** 2 + d[1] ** 2)
    t = min(max(t, Fraction(0)), Fraction(1))
    return (a[0] + t * d[0] - x[0]) ** 2 + (a[1] + t * d[1] - x[1]) ** 2
