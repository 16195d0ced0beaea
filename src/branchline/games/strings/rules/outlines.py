"""Fields: the black string as a regular polygon, a circle, an oval, a drawn shape or a country (S4, S6, S22).

Everything is rounded to whole units once, here. Sines come from integer arithmetic, so that a field is the
same on every machine.
"""

from __future__ import annotations

import functools
from math import isqrt

from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import BOUND
from branchline.games.strings.rules.lines import MOST_POINTS, Line, area, inside, line_through
from branchline.games.strings.rules.pieces import BLACK
from branchline.games.strings.rules.tiles import CLEARANCE, TURNS, Tile

Points = list[tuple[int, int]]
LEAST_AREA = 6_000_000
"""600 cm², a sixth of the square: less would leave no room for the stations."""
_ONE = 10**24
_PI = 3_141592653589793238462643
_REACH = 300
"""How far along the string, to both sides of a mark, the direction of its corner is taken."""


class FieldError(ValueError):
    """A shape that cannot be a field; `why` is the code of the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


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
        fields.append(_field(points, points))
    return tuple(fields)


@functools.cache
def named(shape: str, companies: int) -> Field:
    """S22: a circle, or an oval one and a half times as wide as high."""
    points = regular(72, BLACK, 0, 1000 if shape == "circle" else 667)
    return drawn(scaled(points), companies)


def drawn(points: Points, companies: int) -> Field:
    """S22: a field of any shape, scaled already; the marks lie evenly along it. FieldError says what is wrong."""
    if not 3 <= len(points) < MOST_POINTS or any(max(abs(x), abs(y)) > BOUND for x, y in points):
        raise FieldError("points")
    ring = ring_of(points)
    if area(ring) < 0:
        points = points[::-1]
        ring = ring_of(points)
    if ring.self_contact() >= 0:
        raise FieldError("crosses")
    if area(ring) < 2 * LEAST_AREA:
        raise FieldError("small")
    whole = perimeter_of(points)
    marks = [walk(points, whole * k // companies) for k in range(companies)]
    field = _field(points, marks)
    for k, mark in enumerate(field.marks):
        if inside(ring, mark.x, mark.y) <= 0 or inside(ring, mark.line.xs[2], mark.line.ys[2]) <= 0:
            raise FieldError("corner")
        if any(not mark.clear_of(other.line, CLEARANCE) for other in field.marks[:k]):
            raise FieldError("corner")
    return field


def _field(points: Points, marks: Points) -> Field:
    whole = perimeter_of(points)
    at, tiles = 0, []
    for mark in marks:
        at = _position(points, mark)
        tiles.append(_base(mark, walk(points, (at - _REACH) % whole), walk(points, (at + _REACH) % whole)))
    return Field(ring_of(points), tiles)


def _base(mark: tuple[int, int], before: tuple[int, int], after: tuple[int, int]) -> Tile:
    """S6: a tile with one corner on the mark, symmetric about the corner's bisector."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = isqrt((dx * dx + dy * dy) << 20)
    nx, ny = -dy, dx

    def along(base: tuple[int, int], ax: int, ay: int, by: int) -> tuple[int, int]:
        return base[0] + _nearest(ax * by * 1024, length), base[1] + _nearest(ay * by * 1024, length)

    centre = along(mark, nx, ny, 283)
    far = along(mark, nx, ny, 566)
    corners = [mark, along(centre, dx, dy, 283), far, along(centre, dx, dy, -283)]
    if area(ring_of(corners)) < 0:
        corners.reverse()
    ring = ring_of(corners)
    return Tile(ring.xs, ring.ys, centre[0], centre[1], -1)


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def ring_of(points: Points) -> Line:
    """The closed line through points."""
    return line_through(points, True)


def perimeter_of(points: Points) -> int:
    """The length round a closed shape, in units."""
    around = zip(points, points[1:] + points[:1], strict=True)
    return sum(isqrt((x - u) ** 2 + (y - v) ** 2) for (x, y), (u, v) in around)


def walk(points: Points, way: int) -> tuple[int, int]:
    """The point so far along a closed shape."""
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        length = isqrt((x - u) ** 2 + (y - v) ** 2)
        if way <= length and length:
            return x + _nearest((u - x) * way, length), y + _nearest((v - y) * way, length)
        way -= length
    return points[0]


def _position(points: Points, mark: tuple[int, int]) -> int:
    """How far along the shape a mark lies (the nearest place on it)."""
    way, best, found = 0, 1 << 60, 0
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        dx, dy = u - x, v - y
        length = isqrt(dx * dx + dy * dy)
        if length:
            along = min(max(((mark[0] - x) * dx + (mark[1] - y) * dy) // length, 0), length)
            px, py = x + dx * along // length, y + dy * along // length
            gap = (px - mark[0]) ** 2 + (py - mark[1]) ** 2
            if gap < best:
                best, found = gap, way + along
        way += length
    return found


def moved(points: Points) -> Points:
    """The shape with its left and upper edge at 0."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return [(x - left, y - top) for x, y in points]


def scaled(points: Points) -> Points:
    """The shape as large as the black string allows, at the origin; a shape that fits already stays as it is."""
    clean = [point for k, point in enumerate(points) if point != points[k - 1]]
    if len(clean) < 3:
        raise FieldError("points")
    fits = BLACK * 96 // 100 <= perimeter_of(clean) <= BLACK
    if fits and min(x for x, _ in clean) == 0 == min(y for _, y in clean):
        return clean
    length = perimeter_of(clean)
    if length < 30:
        raise FieldError("small")
    goal = BLACK * 98 // 100
    return moved([(_nearest(x * goal, length), _nearest(y * goal, length)) for x, y in clean])
