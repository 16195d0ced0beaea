"""S17: crossings are changes of side. Pieces of contact against rational arithmetic, backwards and in a mirror."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from branchline.games.strings.rules.contact import meetings
from branchline.games.strings.rules.lines import line_through
from tests.rules.strings import oracle
from tests.rules.strings.tables import at_turn, cases, lay, old_rail, put, table
from tests.rules.strings.test_geometry import grid_path, grid_ring

BASE = (200, 5800)


def crossings(new, old, closed=False):
    """How often a new string changes the side of an old one."""
    found = meetings(line_through(new, False), line_through(old, closed))
    return len(found.crossings) // 2 + sum(piece.changes_side() for piece in found.contacts)


def simple(points):
    return line_through(points, False).self_contact() < 0


def mirrored(points):
    return [(-x, y) for x, y in points]


def paid(points, river=None, rails=(), **options):
    """What a rail from company A's base to a central station pays for its crossings."""
    state = at_turn(table(river=river, **options), 0)
    put(state, "central", 2600, 5800)
    for other in rails:
        old_rail(state, 1, other)
    count = lay(state, points, "long")
    return count.points - 3


TIPS = {
    "from the left": [BASE, (1100, 5700), (1400, 5600), (1100, 5500), (1400, 5000), (2600, 5800)],
    "from the right": [BASE, (1300, 5050), (1500, 5050), (1700, 5500), (1400, 5600), (1700, 5700), (2600, 5800)],
}


@pytest.mark.parametrize("tip", TIPS.values(), ids=TIPS.keys())
@pytest.mark.parametrize("river", [[(1400, 5100), (1400, 5990)], [(1400, 5990), (1400, 5600), (1400, 5100)]])
def test_S17_a_tip_that_touches_the_river_costs_nothing_from_either_side(tip, river):
    assert paid(tip, river=river) == 0
    assert paid(tip[::-1], river=river) == 0


def test_S17_along_the_other_string_and_back_costs_nothing():
    along = [(800, 5500), (1000, 5500), (1500, 5500), (1800, 5500)]
    back = [BASE, (900, 5700), (1000, 5500), (1600, 5500), (1700, 5700), (2600, 5800)]
    across = [BASE, (900, 5700), (1000, 5500), (1600, 5500), (1700, 5300), (2600, 5700)]
    assert paid(back, rails=[along]) == 0
    assert paid(across, rails=[along]) == -1, "along it and away on the other side is one crossing"
    assert paid(across, rails=[along[::-1]]) == -1
    assert paid(back, rails=[along[::-1]]) == 0


def test_S17_an_end_of_either_string_on_the_other_is_no_crossing():
    assert paid([BASE, (2600, 5800)], rails=[[(1400, 5800), (1400, 5100)]]) == 0
    assert paid([BASE, (2600, 5800)], rails=[[(1400, 5801), (1400, 5100)]]) == -1
    assert paid([BASE, (1200, 5800), (2600, 5800)], rails=[[(1000, 5500), (1200, 5800), (1500, 5800)]]) == 0, (
        "it lies together with the other string's end"
    )


def test_S17_a_piece_of_contact_that_reaches_a_station_is_free():
    along = [(600, 5700), (700, 5800), (1600, 5800), (1700, 5990)]
    state = at_turn(table(), 0)
    put(state, "central", 2600, 5800)
    put(state, "regional", 1500, 5600)
    old_rail(state, 1, along)
    count = lay(state, [BASE, (700, 5800), (1600, 5800), (2600, 5700)])
    assert [(crossing.points, crossing.rail) for crossing in count.crossings] == [(0, 0)]
    state = at_turn(table(), 0)
    put(state, "central", 2600, 5800)
    put(state, "regional", 1500, 5599)
    old_rail(state, 1, along)
    assert lay(state, [BASE, (700, 5800), (1600, 5800), (2600, 5700)]).crossings[0].points == -1


def ring_sides(ring, old, new):
    """How often a string changes between inside and outside of a ring, by rational arithmetic.

    Every piece of contact with `old`, the ring or a part of it, is taken with a point shortly before and shortly
    after it; pieces with an end of the string are left out, and None stands for a piece that meets the rest of
    the ring.
    """
    edges = list(itertools.pairwise(old))
    intervals = []
    for i, (p, q) in enumerate(itertools.pairwise(new)):
        for a, b in edges:
            found = overlap(p, q, a, b)
            if found is not None:
                intervals.append((i + found[0], i + found[1]))
    intervals.sort()
    pieces = []
    for low, high in intervals:
        if pieces and low <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], max(high, pieces[-1][1]))
        else:
            pieces.append((low, high))
    step = Fraction(1, 10**6)
    changes = []
    for low, high in pieces:
        if low == 0 or high == len(new) - 1:
            continue
        before, after = (oracle.inside(ring, along(new, t)) for t in (low - step, high + step))
        changes.append((low, high, before * after))
    return changes


def along(points, t):
    """The point at a parameter: whole numbers are corners."""
    i = min(int(t), len(points) - 2)
    (x, y), (u, v) = points[i], points[i + 1]
    return x + (t - i) * (u - x), y + (t - i) * (v - y)


def overlap(p, q, a, b):
    """The parameters on p → q between which it lies on a → b."""
    d = (b[0] - a[0]) * (q[1] - p[1]) - (b[1] - a[1]) * (q[0] - p[0])
    if d:
        x = oracle.meeting(p, q, a, b)
        return None if x is None else (part(p, q, x), part(p, q, x))
    if oracle.cross(p, q, a):
        return None
    s, t = sorted((part(p, q, a), part(p, q, b)))
    s, t = max(s, Fraction(0)), min(t, Fraction(1))
    return (s, t) if s <= t else None


def part(p, q, x):
    return Fraction(x[0] - p[0]) / (q[0] - p[0]) if q[0] != p[0] else Fraction(x[1] - p[1]) / (q[1] - p[1])


def simple_paths(rng, n, size, count):
    while count:
        path = grid_path(rng, n, size)
        if simple(path):
            yield path
            count -= 1


@cases
def test_S17_crossings_of_a_ring_are_changes_of_inside_and_outside(cases):
    """Strings over rings on a small grid, where most contacts are with corners and along edges."""
    rng = random.Random(21)
    rings = [grid_ring(rng, rng.randrange(3, 8), 5) for _ in range(100)]
    crossed = touched = 0
    for n, path in enumerate(simple_paths(rng, 4, 6, cases)):
        ring = rings[n % 100]
        changes = ring_sides(ring, [*ring, ring[0]], path)
        expected = sum(change < 0 for _, _, change in changes)
        assert crossings(path, ring, True) == expected, (ring, path)
        crossed += expected
        touched += len(changes) - expected
    assert crossed > cases / 6
    assert touched > cases / 12


@cases
def test_S17_crossings_of_an_open_string(cases):
    """Strings over rings with one edge left out: without its ends the rest has the ring's two sides."""
    rng = random.Random(22)
    rings = [grid_ring(rng, rng.randrange(4, 9), 5) for _ in range(100)]
    tested = 0
    for n, path in enumerate(simple_paths(rng, 4, 6, cases)):
        ring = rings[n % 100]
        expected = 0
        missing = ring[-1], ring[0]
        whole = ring_sides(ring, [*ring, ring[0]], path)
        gap = [overlap(p, q, *missing) for p, q in itertools.pairwise(path)]
        cut = [(i + found[0], i + found[1]) for i, found in enumerate(gap) if found is not None]
        for low, high, change in whole:
            if any(start <= high and low <= end for start, end in cut):
                break
            expected += change < 0
        else:
            assert crossings(path, ring) == expected, (ring, path)
            tested += 1
    assert tested > cases / 4


@cases
def test_S17_the_verdict_is_the_same_backwards_moved_and_in_a_mirror(cases):
    """Pairs of strings that do not touch themselves."""
    rng = random.Random(23)
    others = list(simple_paths(rng, 5, 5, 100))
    for n, new in enumerate(simple_paths(rng, 5, 5, cases)):
        old = others[n % 100]
        dx, dy = rng.randrange(-19_000, 19_000), rng.randrange(-19_000, 19_000)
        base = crossings(new, old)
        assert crossings(new[::-1], old) == base
        assert crossings(new, old[::-1]) == base
        assert crossings(old, new) == base, "which of them is new does not matter"
        assert crossings(mirrored(new), mirrored(old)) == base
        moved = [[(x + dx, y + dy) for x, y in points] for points in (new, old)]
        assert crossings(*moved) == base


@cases
def test_S17_parity_with_a_ring_is_the_change_of_inside_and_outside(cases):
    """Strings across rings, wherever no piece of contact holds an end of the string."""
    rng = random.Random(24)
    rings = [grid_ring(rng, rng.randrange(3, 8), 5) for _ in range(100)]
    tested = 0
    for n in range(2 * cases):
        ring, path = rings[n % 100], grid_path(rng, rng.randrange(2, 6), 6)
        ends = [oracle.inside(ring, path[k]) for k in (0, -1)]
        if 0 in ends or not simple(path):
            continue
        tested += 1
        assert crossings(path, ring, True) % 2 == (ends[0] != ends[1]), (ring, path)
    assert tested > cases / 4


@cases
def test_S17_points_are_the_same_for_a_string_reversed_and_for_the_mirrored_table(cases):
    """Rails on a coarse grid of stations and strings, counted in four ways."""
    rng = random.Random(25)
    counted = 0
    while counted < cases / 8:
        old = [grid_path(rng, 4, 7) for _ in range(3)]
        new = grid_path(rng, 3, 7)
        if not all(simple(points) for points in [*old, new]) or new[0] == new[-1]:
            continue
        # Its ends are on stations, so that most of them may lie.
        stations = dict.fromkeys([new[0], new[-1], *((rng.randrange(7), rng.randrange(7)) for _ in range(3))])
        points = set()
        for mirror in (False, True):
            state = at_turn(table(), 0)
            for x, y in stations:
                put(state, "central", *at((x, y), mirror), reached=(0, 1, 2))
            for line in old:
                old_rail(state, 1, [at(point, mirror) for point in line])
            for way in (new, new[::-1]):
                verdict = state.judge(line_through([at(point, mirror) for point in way], False), True)
                points.add((int(verdict.fault) > 0, int(verdict.points)))
        assert len(points) == 1, (old, new, stations)
        counted += (False, 0) in points or next(iter(points))[0] is False


def at(point, mirror):
    """A grid of 8 cm in the middle of the square, and its mirror image."""
    x = 600 + 800 * point[0]
    return (6000 - x if mirror else x), 600 + 800 * point[1]
