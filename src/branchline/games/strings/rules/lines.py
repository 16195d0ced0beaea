"""Strings as lines: lengths, contact with themselves, and what a ring holds."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.state import Immutable, Reader, put
from branchline.games.strings.rules.geometry import (
    distance,
    folds,
    meeting,
    on_segment,
    orient,
    touch,
)

MOST_POINTS: Final = 300
CHUNK: Final = 8
"""Segments that share one bounding box."""


class Line(Immutable):
    """A polyline, or a closed ring whose last point repeats the first. It never changes, so copies share it."""

    def __init__(self, xs: vec[i64], ys: vec[i64], closed: bool) -> None:
        self.xs: vec[i64] = xs
        self.ys: vec[i64] = ys
        self.closed: bool = closed
        self.segments: i64 = len(xs) - 1
        self.boxes: vec[i64] = vec[i64]()
        """Least x, least y, greatest x, greatest y of every chunk of segments."""
        self.left: i64 = xs[0]
        self.top: i64 = ys[0]
        self.right: i64 = xs[0]
        self.bottom: i64 = ys[0]
        start: i64 = 0
        while start < self.segments:
            end = min(start + CHUNK, self.segments)
            left, top, right, bottom = xs[start], ys[start], xs[start], ys[start]
            for i in range(start + 1, end + 1):
                left, right = min(left, xs[i]), max(right, xs[i])
                top, bottom = min(top, ys[i]), max(bottom, ys[i])
            self.boxes = append(append(append(append(self.boxes, left), top), right), bottom)
            self.left, self.right = min(self.left, left), max(self.right, right)
            self.top, self.bottom = min(self.top, top), max(self.bottom, bottom)
            start = end

    def write(self, out: vec[i64]) -> vec[i64]:
        return put(put(append(out, 1 if self.closed else 0), self.xs), self.ys)

    def length(self) -> i64:
        """The whole length in 1/1024 unit."""
        xs, ys = self.xs, self.ys
        total: i64 = 0
        for i in range(self.segments):
            total += distance(xs[i], ys[i], xs[i + 1], ys[i + 1])
        return total

    def apart(self, left: i64, top: i64, right: i64, bottom: i64) -> bool:
        """Whether a box is away from the line's whole box."""
        return right < self.left or left > self.right or bottom < self.top or top > self.bottom

    def self_contact(self) -> i64:
        """The first segment that touches an earlier one (neighbours: folds back on it); −1 if none does."""
        xs, ys = self.xs, self.ys
        n = self.segments
        for j in range(1, n):
            ax, ay, bx, by = xs[j], ys[j], xs[j + 1], ys[j + 1]
            left, right = min(ax, bx), max(ax, bx)
            top, bottom = min(ay, by), max(ay, by)
            if folds(xs[j - 1], ys[j - 1], ax, ay, bx, by):
                return j
            for i in range(j - 1):
                cx, cy, dx, dy = xs[i], ys[i], xs[i + 1], ys[i + 1]
                if (cx < left and dx < left) or (cx > right and dx > right):
                    continue
                if (cy < top and dy < top) or (cy > bottom and dy > bottom):
                    continue
                if i == 0 and j == n - 1 and self.closed:
                    if folds(ax, ay, bx, by, dx, dy):
                        return j
                elif touch(ax, ay, bx, by, cx, cy, dx, dy):
                    return j
        return -1

    def contact_point(self, j: i64) -> tuple[i64, i64]:
        """About where segment j touches an earlier one, for showing; within one unit."""
        xs, ys = self.xs, self.ys
        ax, ay, bx, by = xs[j], ys[j], xs[j + 1], ys[j + 1]
        for i in range(j - 1):
            cx, cy, dx, dy = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if touch(ax, ay, bx, by, cx, cy, dx, dy):
                if self.closed and i == 0 and j == self.segments - 1 and not folds(ax, ay, bx, by, dx, dy):
                    continue
                return meeting(ax, ay, bx, by, cx, cy, dx, dy)
        return ax, ay


def read_line(reader: Reader) -> Line:
    """The line that `write` wrote."""
    closed = reader.one() != 0
    xs = reader.many()
    return Line(xs, reader.many(), closed)


def line_through(points: list[tuple[int, int]], closed: bool) -> Line:
    """The line through points from outside; a ring closes by itself."""
    xs, ys = vec[i64](), vec[i64]()
    for x, y in points:
        xs, ys = append(xs, x), append(ys, y)
    if closed:
        xs, ys = append(xs, xs[0]), append(ys, ys[0])
    return Line(xs, ys, closed)


def inside(ring: Line, px: i64, py: i64) -> i64:
    """1 inside the ring, 0 on it, −1 outside."""
    if px < ring.left or px > ring.right or py < ring.top or py > ring.bottom:
        return -1
    xs, ys = ring.xs, ring.ys
    odd = False
    for i in range(ring.segments):
        ax, ay, bx, by = xs[i], ys[i], xs[i + 1], ys[i + 1]
        if (ay < py and by < py) or (ay > py and by > py) or (ax < px and bx < px):
            continue
        area = orient(ax, ay, bx, by, px, py)
        if area == 0:
            if on_segment(ax, ay, bx, by, px, py):
                return 0
        elif (ay > py) != (by > py) and (area > 0) == (by > ay):
            odd = not odd
    return 1 if odd else -1


def is_convex(ring: Line) -> bool:
    """Whether no corner of the ring (of positive area) turns inwards."""
    xs, ys = ring.xs, ring.ys
    n = ring.segments
    for i in range(n):
        k = i + 2 if i + 2 <= n else i + 2 - n
        if orient(xs[i], ys[i], xs[i + 1], ys[i + 1], xs[k], ys[k]) < 0:
            return False
    return True


def area(ring: Line) -> i64:
    """Twice the signed area of a ring."""
    total: i64 = 0
    xs, ys = ring.xs, ring.ys
    for i in range(ring.segments):
        total += xs[i] * ys[i + 1] - xs[i + 1] * ys[i]
    return total


def segment_inside(ring: Line, px: i64, py: i64, qx: i64, qy: i64) -> bool:
    """Whether the closed segment lies in the closed ring, for ends that do.

    Without a proper crossing the segment can leave only at a corner of the ring that lies on it or at one
    of its own ends; so the middle of every piece between two such points decides.
    """
    xs, ys = ring.xs, ring.ys
    stops = vec[i64]([0, (qx - px) * (qx - px) + (qy - py) * (qy - py)])
    left, right = min(px, qx), max(px, qx)
    top, bottom = min(py, qy), max(py, qy)
    for i in range(ring.segments):
        ax, ay, bx, by = xs[i], ys[i], xs[i + 1], ys[i + 1]
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        a = orient(px, py, qx, qy, ax, ay)
        b = orient(px, py, qx, qy, bx, by)
        p = orient(ax, ay, bx, by, px, py)
        q = orient(ax, ay, bx, by, qx, qy)
        if ((a > 0 and b < 0) or (a < 0 and b > 0)) and ((p > 0 and q < 0) or (p < 0 and q > 0)):
            return False
        if a == 0 and on_segment(px, py, qx, qy, ax, ay):
            stops = _insert(stops, (ax - px) * (qx - px) + (ay - py) * (qy - py))
    whole = stops[len(stops) - 1]
    for k in range(len(stops) - 1):
        if not _middle_inside(ring, px, py, qx, qy, stops[k] + stops[k + 1], 2 * whole):
            return False
    return True


def _insert(stops: vec[i64], stop: i64) -> vec[i64]:
    """The sorted stops with one more."""
    stops = append(stops, stop)
    k = len(stops) - 1
    while k > 0 and stops[k - 1] > stops[k]:
        stops[k - 1], stops[k] = stops[k], stops[k - 1]
        k -= 1
    return stops


def _middle_inside(ring: Line, px: i64, py: i64, qx: i64, qy: i64, n: i64, d: i64) -> bool:
    """Whether p + (q − p)·n/d, halfway between two grid points of the segment, lies in the closed ring."""
    # Twice the point is a whole number: the stops are grid points. 2·n/d of a difference is exact.
    mx = 2 * px + whole_part(qx - px, n, d)
    my = 2 * py + whole_part(qy - py, n, d)
    xs, ys = ring.xs, ring.ys
    odd = False
    for i in range(ring.segments):
        ax, ay, bx, by = 2 * xs[i], 2 * ys[i], 2 * xs[i + 1], 2 * ys[i + 1]
        side = orient(ax, ay, bx, by, mx, my)
        if side == 0 and on_segment(ax, ay, bx, by, mx, my):
            return True
        if (ay > my) != (by > my) and (side > 0) == (by > ay):
            odd = not odd
    return odd


def whole_part(difference: i64, n: i64, d: i64) -> i64:
    """2·difference·n/d where that is a whole number."""
    return 2 * difference * n // d


def line_inside(ring: Line, convex: bool, line: Line) -> i64:
    """The first point or segment of the line that leaves the closed ring; −1 if the line lies in it."""
    xs, ys = line.xs, line.ys
    for i in range(len(xs)):
        if inside(ring, xs[i], ys[i]) < 0:
            return i
        if i > 0 and not convex and not segment_inside(ring, xs[i - 1], ys[i - 1], xs[i], ys[i]):
            return i - 1
    return -1


def touches(one: Line, other: Line) -> i64:
    """The first segment of `one` that touches `other`; −1 if the lines have no point in common."""
    if other.apart(one.left, one.top, one.right, one.bottom):
        return -1
    xs, ys, us, vs = one.xs, one.ys, other.xs, other.ys
    for i in range(one.segments):
        for j in range(other.segments):
            if touch(xs[i], ys[i], xs[i + 1], ys[i + 1], us[j], vs[j], us[j + 1], vs[j + 1]):
                return i
    return -1
