"""Fields: the black string as a regular polygon, a circle, an oval, a drawn shape or a country (S4, S6, S22).

Everything is rounded to whole units once, here. Sines come from integer arithmetic, so that a field is the
same on every machine.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from math import isqrt

from branchline.core.generator import Generator
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import BOUND
from branchline.games.strings.rules.lines import MOST_POINTS, Line, area, inside, line_through
from branchline.games.strings.rules.mountains import find_mountains
from branchline.games.strings.rules.pieces import BLACK
from branchline.games.strings.rules.river import find_river
from branchline.games.strings.rules.tiles import CLEARANCE, TURNS, Tile

Point = tuple[int, int]
Points = list[Point]
LEAST_SIZE, MOST_SIZE = 60, 200
"""S22: the outline of a free field in percent of the black string."""
_ONE = 10**24
_PI = 3_141592653589793238462643
_REACH = 300
"""How far along the string, to both sides of a mark, the direction of its corner is taken."""
_STEP = 20
"""S22: the marks are shifted along the outline by such steps until all bases fit."""


class FieldError(ValueError):
    """A shape that cannot be a field; `why` is the code of the reason, `facts` what it speaks of."""

    def __init__(self, why: str, **facts: int) -> None:
        super().__init__(why)
        self.why = why
        self.facts = facts


def cosine(numerator: int, denominator: int) -> int:
    """cos of that part of a full turn, times 10**24, from its power series."""
    angle = 2 * _PI * (numerator % denominator) // denominator
    term, total, k = _ONE, 0, 0
    while term:
        total += term
        k += 2
        # Divide magnitudes, so that the series ends at 0 from both sides.
        size = abs(term) * angle // _ONE * angle // _ONE // ((k - 1) * k)
        term = -size if term > 0 else size
    return total


def sine(numerator: int, denominator: int) -> int:
    """sin of that part of a full turn, times 10**24."""
    return cosine(4 * numerator - denominator, 4 * denominator)


def regular(corners: int, perimeter: int, turn: int = 0, squeeze: int = 1000) -> Points:
    """A regular polygon, clockwise on the page from the lower left; `squeeze` makes its height smaller (1/1000)."""
    side = perimeter * _ONE // corners
    radius = side * _ONE // (2 * sine(1, 2 * corners))
    points = []
    for k in range(corners):
        # 90° + 180°/n + 360°·k/n + 15°·turn as a part of 24·2n steps a turn.
        part, whole = 12 * corners + 24 + 48 * k + 2 * corners * turn, 48 * corners
        x, y = radius * cosine(part, whole), radius * sine(part, whole)
        points.append((_round(x), _round(y * squeeze // 1000)))
    return points


def _round(value: int) -> int:
    return (value + _ONE * _ONE // 2) // (_ONE * _ONE)


@functools.cache
def standard(companies: int) -> tuple[Field, ...]:
    """S4: triangle, square or pentagon in all its rotations. A triangle has the square's sides."""
    perimeter = 18_000 if companies == 3 else BLACK
    fields = []
    for turn in range(TURNS):
        points = moved(regular(companies, perimeter, turn))
        way = Walk(points)
        tiles = [tile for point in points if (tile := way.base(way.nearest(point)))]
        fields.append(_field(points, tiles, 100, False))
    return tuple(fields)


@functools.cache
def named(shape: str, companies: int, size: int = 100) -> Field:
    """S22: a circle, or an oval one and a half times as wide as high."""
    points = regular(72, BLACK, 0, 1000 if shape == "circle" else 667)
    return drawn(scaled(points, size), companies, size)


def drawn(points: Points, companies: int, size: int = 100, marks: Points | None = None) -> Field:
    """S22: a field of any shape, scaled already. FieldError says what is wrong.

    The marks lie where they were chosen (at the nearest places of the outline), or evenly along it, shifted to
    the first place where the bases of all companies fit.
    """
    points = checked(points)
    way, ring = Walk(points), ring_of(points)
    if marks is not None:
        if len(marks) != companies:
            raise FieldError("marks", given=len(marks), companies=companies)
        tiles = _fitting(ring, way, sorted(way.nearest(mark) for mark in marks))
        if tiles is None:
            raise FieldError("corner_by_hand")
        return _field(points, tiles, size, True)
    for shift in range(0, -(-way.whole // companies), _STEP):
        tiles = _fitting(ring, way, [way.whole * k // companies + shift for k in range(companies)])
        if tiles is not None:
            return _field(points, tiles, size, False)
    raise FieldError("corner")


def checked(points: Points) -> Points:
    """An outline that can be a black string, its inside to the left; FieldError if it cannot."""
    if not 3 <= len(points) < MOST_POINTS or any(max(abs(x), abs(y)) > BOUND for x, y in points):
        raise FieldError("points")
    ring = ring_of(points)
    if ring.self_contact() >= 0:
        raise FieldError("crosses")
    return points if area(ring) > 0 else points[::-1]


def _fitting(ring: Line, way: Walk, places: list[int]) -> list[Tile] | None:
    """S6: the bases at these places of the outline, if all fit: inside but for their sides, apart from each other."""
    tiles: list[Tile] = []
    for place in places:
        tile = way.base(place)
        if tile is None or inside(ring, tile.x, tile.y) <= 0 or inside(ring, tile.line.xs[2], tile.line.ys[2]) <= 0:
            return None
        if any(not tile.clear_of(other.line, CLEARANCE) for other in tiles):
            return None
        tiles.append(tile)
    return tiles


def _field(points: Points, tiles: list[Tile], size: int, by_hand: bool) -> Field:
    """S22: the field with a river and mountains that show that they can be laid; FieldError if none are found.

    What is accepted can be played. What is refused is refused by a search, not by a proof: mountains of 540 mm that
    enclose half a square need a free circle of 19 mm radius (A + πr² ≤ r·length), and the search looks for round ones
    and for narrow ones of 22.3 mm to both sides of a way.
    """
    field = Field(ring_of(points), tiles, size, by_hand)
    field.river = find_river(field, Generator(1, 1))
    if field.river is None:
        raise FieldError("river")
    field.mountains = find_mountains(field, Generator(1, 2))
    if field.mountains is None:
        raise FieldError("mountains")
    return field


class Walk:
    """A closed shape by the way along it."""

    def __init__(self, points: Points) -> None:
        self.points = points
        around = zip(points, points[1:] + points[:1], strict=True)
        self.ends = list(itertools.accumulate(isqrt((x - u) ** 2 + (y - v) ** 2) for (x, y), (u, v) in around))
        """The way at the end of every edge."""
        self.whole = self.ends[-1]

    def at(self, way: int) -> Point:
        """The point so far along, rounded."""
        way %= self.whole
        k = bisect.bisect_right(self.ends, way)
        start = self.ends[k - 1] if k else 0
        (x, y), (u, v) = self.points[k], self.points[(k + 1) % len(self.points)]
        length = self.ends[k] - start
        return x + _nearest((u - x) * (way - start), length), y + _nearest((v - y) * (way - start), length)

    def nearest(self, mark: Point) -> int:
        """How far along the nearest place to a mark lies."""
        way, best, found = 0, 1 << 60, 0
        for k, (x, y) in enumerate(self.points):
            u, v = self.points[(k + 1) % len(self.points)]
            dx, dy, length = u - x, v - y, self.ends[k] - way
            if length:
                along = min(max(((mark[0] - x) * dx + (mark[1] - y) * dy) // length, 0), length)
                px, py = x + dx * along // length, y + dy * along // length
                gap = (px - mark[0]) ** 2 + (py - mark[1]) ** 2
                if gap < best:
                    best, found = gap, way + along
            way += length
        return found

    def base(self, way: int) -> Tile | None:
        """The place of a base so far along; None where the outline has no direction (a thin spike)."""
        before, after = self.at(way - _REACH), self.at(way + _REACH)
        return None if before == after else _base(self.at(way), before, after)


def _base(mark: Point, before: Point, after: Point) -> Tile:
    """S6: a tile with one corner on the mark, symmetric about the corner's bisector."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = isqrt((dx * dx + dy * dy) << 20)
    nx, ny = -dy, dx

    def along(base: Point, ax: int, ay: int, by: int) -> Point:
        return base[0] + _nearest(ax * by * 1024, length), base[1] + _nearest(ay * by * 1024, length)

    centre = along(mark, nx, ny, 283)
    far = along(mark, nx, ny, 566)
    corners = [mark, along(centre, dx, dy, 283), far, along(centre, dx, dy, -283)]
    ring = ring_of(corners)
    return Tile(ring.xs, ring.ys, centre[0], centre[1], -1)


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def ring_of(points: Points) -> Line:
    """The closed line through points."""
    return line_through(points, True)


def perimeter_of(points: Points) -> int:
    """The length round a closed shape, in units."""
    return Walk(points).whole


def moved(points: Points) -> Points:
    """The shape with its left and upper edge at 0; with its middle there if it is too large for that."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if max(right - left, bottom - top) > BOUND:
        left, top = (left + right) // 2, (top + bottom) // 2
    return [(x - left, y - top) for x, y in points]


def scaled(points: Points, size: int = 100) -> Points:
    """S22: the shape with an outline of so many percent of the black string; one that has it stays as it is."""
    return scaled_with(points, [], size)[0]


def scaled_with(points: Points, marks: Points, size: int) -> tuple[Points, Points]:
    """The same with its marks, which are scaled and moved alike."""
    clean = [point for k, point in enumerate(points) if point != points[k - 1]]
    if len(clean) < 3:
        raise FieldError("points")
    length = perimeter_of(clean)
    most = BLACK * size // 100
    if most * 99 <= length * 100 <= most * 100 and moved(clean) == clean:
        return clean, marks
    if length < 30:
        raise FieldError("small")
    goal = most * 995 // 1000
    together = moved([(_nearest(x * goal, length), _nearest(y * goal, length)) for x, y in clean + marks])
    return together[: len(clean)], together[len(clean) :]
