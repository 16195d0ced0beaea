"""The integer kernel against rational arithmetic, on small grids where almost every case is degenerate."""

from __future__ import annotations

import itertools
import math
import random
import time

import pytest
import shapely

from branchline.games.strings.rules import geometry as g
from branchline.games.strings.rules import lines
from branchline.games.strings.rules.contact import meetings
from branchline.games.strings.rules.tiles import Tile, tile_at
from tests.rules.strings import oracle
from tests.rules.strings.tables import cases


def line(points, closed=False):
    return lines.line_through(points, closed)


def grid_path(rng, n, size):
    """A polyline on a small grid; neighbours differ."""
    points = [(rng.randrange(size), rng.randrange(size))]
    while len(points) < n:
        point = (rng.randrange(size), rng.randrange(size))
        if point != points[-1]:
            points.append(point)
    return points


def grid_ring(rng, n, size):
    """A simple ring on a small grid."""
    while True:
        points = grid_path(rng, n, size)
        if points[0] != points[-1]:
            ring = line(points, True)
            if ring.self_contact() < 0:
                return points if lines.area(ring) > 0 else points[::-1]


def convex_tile(rng, size):
    """A convex quadrilateral with integer corners, in positive turn."""
    while True:
        points = [(rng.randrange(size), rng.randrange(size)) for _ in range(4)]
        corners = list(zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True))
        if all(oracle.cross(*three) > 0 for three in corners):
            tile = line(points, True)
            middle = sum(x for x, _ in points) // 4, sum(y for _, y in points) // 4
            return points, Tile(tile.xs, tile.ys, *middle, 0)


def count(new, old):
    found = meetings(new, old)
    return len(found.crossings) // 2 + sum(piece.changes_side() for piece in found.contacts)


@cases
def test_S17_segments_cross_where_they_have_a_point_inside_both(cases):
    """Pairs of segments on a small grid."""
    rng = random.Random(1)
    for _ in range(3 * cases):
        p, q = grid_path(rng, 2, 4)
        a, b = grid_path(rng, 2, 4)
        x = oracle.meeting(p, q, a, b)
        parallel = oracle.cross((0, 0), (q[0] - p[0], q[1] - p[1]), (b[0] - a[0], b[1] - a[1])) == 0
        assert g.crosses(*p, *q, *a, *b) == (x is not None and not parallel and x not in (p, q, a, b)), (p, q, a, b)


@cases
def test_S17_a_crossing_is_on_a_tile_by_its_exact_point(cases):
    """Crossings against the rational point; edges and corners of the tile are hit all the time."""
    rng = random.Random(4)
    tiles = [convex_tile(rng, 6) for _ in range(100)]
    tested = held = 0
    while tested < cases:
        p, q = grid_path(rng, 2, 6)
        a, b = grid_path(rng, 2, 6)
        if not g.crosses(*p, *q, *a, *b):
            continue
        corners, tile = tiles[tested % 100]
        x = oracle.meeting(p, q, a, b)
        expected = all(oracle.cross(u, v, x) >= 0 for u, v in zip(corners, corners[1:] + corners[:1], strict=True))
        assert tile.holds_crossing(*p, *q, *a, *b) == expected, (p, q, a, b, corners)
        tested += 1
        held += expected
    assert cases / 10 < held < cases * 0.9


@cases
def test_S11_contact_pieces(cases):
    """Strings on tiles: pieces as exact clipping gives them, merged where they meet."""
    rng = random.Random(5)
    tiles = [convex_tile(rng, 6) for _ in range(100)]
    several = 0
    for n in range(cases):
        corners, tile = tiles[n % 100]
        path = grid_path(rng, rng.randrange(2, 7), 7)
        expected = oracle.pieces(path, corners)
        assert tile.pieces(line(path)) == expected, (path, corners)
        assert tile.pieces(line(path[::-1])) == expected
        several += expected > 1
    assert several > cases / 20


@cases
def test_S10_containment_in_fields_with_inward_corners(cases):
    """Segments in non-convex rings, most of them along edges or through corners."""
    rng = random.Random(6)
    rings = [grid_ring(rng, rng.randrange(4, 9), 5) for _ in range(100)]
    within = 0
    for n in range(cases):
        ring = rings[n % 100]
        closed = line(ring, True)
        p, q = grid_path(rng, 2, 5)
        for x in (p, q):
            assert lines.inside(closed, *x) == oracle.inside(ring, x)
        expected = oracle.segment_inside(ring, p, q)
        assert (lines.line_inside(closed, lines.is_convex(closed), line([p, q])) < 0) == expected, (ring, p, q)
        within += expected
    assert cases / 12 < within < cases * 0.9


@cases
def test_S9_clearance(cases):
    """Segments beside tiles: nearer than the gap or not, by the exact squared distance."""
    rng = random.Random(7)
    tiles = [convex_tile(rng, 8) for _ in range(100)]
    for n in range(cases):
        corners, tile = tiles[n % 100]
        p, q = grid_path(rng, 2, 14)
        gap = rng.randrange(1, 5)
        assert tile.clear_of(line([p, q]), gap) == (oracle.gap_square(p, q, corners) >= gap * gap), (p, q, corners)


@cases
def test_S10_self_contact(cases):
    """A touch of parts that are no neighbours, or a fold, as rational arithmetic and shapely see it."""
    rng = random.Random(8)
    for _ in range(cases):
        path = grid_path(rng, rng.randrange(3, 7), 6)
        pairs = list(itertools.pairwise(path))
        apart = ((i, j) for j in range(len(pairs)) for i in range(j - 1))
        touching = any(oracle.closed_meet(*pairs[i], *pairs[j]) for i, j in apart)
        folded = any(g.folds(*a, *b, *c) for a, b, c in zip(path, path[1:], path[2:], strict=False))
        assert (line(path).self_contact() >= 0) == (touching or folded), path
        if not touching and not folded:
            assert shapely.LineString(path).is_simple


@cases
def test_shapely_agrees_away_from_degenerate_cases(cases):
    """Long random strings: where nothing touches by chance, counts and lengths agree."""
    rng = random.Random(9)
    for _ in range(cases):
        new, old = grid_path(rng, 12, 6001), grid_path(rng, 12, 6001)
        common = shapely.LineString(new).intersection(shapely.LineString(old))
        points = [part for part in getattr(common, "geoms", [common]) if not part.is_empty]
        if all(part.geom_type == "Point" for part in points):
            assert count(line(new), line(old)) == len(points)
        assert abs(line(new).length() / 1024 - shapely.LineString(new).length) < 0.02


def test_S14_length_rounds_each_segment_down():
    rng = random.Random(10)
    for _ in range(2000):
        a, b = (rng.randrange(-20_000, 20_001) for _ in range(2)), (rng.randrange(-20_000, 20_001) for _ in range(2))
        (ax, ay), (bx, by) = tuple(a), tuple(b)
        assert g.distance(ax, ay, bx, by) == math.isqrt(2**20 * ((ax - bx) ** 2 + (ay - by) ** 2))
    assert g.distance(-20_000, -20_000, 20_000, 20_000) == math.isqrt(2**20 * 2 * 40_000**2)


def test_extreme_coordinates_do_not_overflow():
    """The widest products, against unbounded integers."""
    far = 20_000
    rng = random.Random(11)
    ends = [-far, far, -far + 1, far - 1, 0]
    for _ in range(600):
        p, q, a, b = ((rng.choice(ends), rng.choice(ends)) for _ in range(4))
        if p == q or a == b:
            continue
        x = oracle.meeting(p, q, a, b)
        parallel = oracle.cross((0, 0), (q[0] - p[0], q[1] - p[1]), (b[0] - a[0], b[1] - a[1])) == 0
        assert g.crosses(*p, *q, *a, *b) == (x is not None and not parallel and x not in (p, q, a, b))
        tile = tile_at(
            rng.choice([-far + 400, 0, far - 400]), rng.choice([-far + 400, 0, far - 400]), rng.randrange(24)
        )
        corners = [(int(x), int(y)) for x, y in zip(tile.line.xs, tile.line.ys, strict=True)][:4]
        assert tile.meets(*p, *q) == (oracle.clip(p, q, corners) is not None)
        assert tile.clear_of(line([p, q]), 10) == (oracle.gap_square(p, q, corners) >= 100)
        if g.crosses(*p, *q, *a, *b):
            x = oracle.meeting(p, q, a, b)
            held = all(oracle.cross(u, v, x) >= 0 for u, v in zip(corners, corners[1:] + corners[:1], strict=True))
            assert tile.holds_crossing(*p, *q, *a, *b) == held


def test_S17_a_crossing_through_a_corner_counts_once_and_a_touch_not_at_all():
    across = line([(0, 0), (2, 2), (4, 4)])
    assert count(across, line([(0, 4), (2, 2), (4, 0)])) == 1
    assert count(line([(0, 4), (2, 2), (4, 4)]), line([(0, 0), (2, 2), (4, 0)])) == 0
    assert count(line([(0, 1), (1, 0), (3, 0), (4, -1)]), line([(0, 0), (4, 0)])) == 1, "along it, then across"
    assert count(line([(0, 1), (1, 0), (3, 0), (4, 1)]), line([(0, 0), (4, 0)])) == 0


@pytest.mark.slow
def test_a_string_of_120_segments_against_a_full_table_takes_under_5_ms(full_table):
    state, rail = full_table
    verdict = state.judge(rail, True)
    assert verdict.fault == 0
    assert len(verdict.cross_x) > 20
    best = min(_timed(lambda: state.judge(rail, True)) for _ in range(20))
    assert best < 0.005


def _timed(act):
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def test_S10_where_segments_meet_is_shown():
    assert g.meeting(0, 0, 10, 10, 0, 10, 10, 0) == (5, 5)
    assert g.meeting(0, 0, 10, 0, -5, 0, 4, 0) == (0, 0), "along each other: an end of the first"
    assert g.meeting(0, 0, 10, 0, 6, 0, 14, 0) == (10, 0)
    assert g.meeting(0, 0, 10, 0, 4, 0, 6, 0) == (4, 0)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 8, (1 << 60) - 1, 1 << 60, (1 << 61) + 12345, 999_999_999**2 - 1])
def test_S14_square_roots_are_exact(number):
    assert g.root(number) == math.isqrt(number)
