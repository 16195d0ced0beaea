"""Stations as things on the table: convex quadrilaterals with integer corners."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.state import Immutable, Reader
from branchline.games.strings.rules.geometry import near, orient
from branchline.games.strings.rules.lines import CHUNK, Line, read_line

SIDE: Final = 400
TURNS: Final = 24
"""Rotations in steps of 15°; after six of them a square looks the same again."""
CLEARANCE: Final = 10
"""S9: a station keeps 1 mm away from every string and station."""

# The first corner of a tile round its centre for each of the six different rotations.
_CORNER_X: Final[vec[i64]] = vec[i64]([200, 141, 73, 0, -73, -141])
_CORNER_Y: Final[vec[i64]] = vec[i64]([200, 245, 273, 283, 273, 245])


class Tile(Immutable):
    """A station's tile. It never changes, so copies share it."""

    def __init__(self, xs: vec[i64], ys: vec[i64], x: i64, y: i64, turn: i64) -> None:
        self.x: i64 = x
        self.y: i64 = y
        self.turn: i64 = turn
        self.line = Line(xs, ys, True)
        self.left: i64 = self.line.left
        self.top: i64 = self.line.top
        self.right: i64 = self.line.right
        self.bottom: i64 = self.line.bottom

    def write(self, out: vec[i64]) -> vec[i64]:
        return self.line.write(append(append(append(out, self.x), self.y), self.turn))

    def holds(self, px: i64, py: i64) -> bool:
        """Whether the closed tile holds a point."""
        if px < self.left or px > self.right or py < self.top or py > self.bottom:
            return False
        xs, ys = self.line.xs, self.line.ys
        for i in range(4):
            if orient(xs[i], ys[i], xs[i + 1], ys[i + 1], px, py) < 0:
                return False
        return True

    def meets(self, px: i64, py: i64, qx: i64, qy: i64) -> bool:
        """Whether a closed segment has a point in common with the closed tile (no axis separates them)."""
        if (px < self.left and qx < self.left) or (px > self.right and qx > self.right):
            return False
        if (py < self.top and qy < self.top) or (py > self.bottom and qy > self.bottom):
            return False
        xs, ys = self.line.xs, self.line.ys
        above = False
        below = False
        for i in range(4):
            ax, ay, bx, by = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if orient(ax, ay, bx, by, px, py) < 0 and orient(ax, ay, bx, by, qx, qy) < 0:
                return False
            side = orient(px, py, qx, qy, ax, ay)
            above = above or side >= 0
            below = below or side <= 0
        return above and below

    def pieces(self, line: Line) -> i64:
        """In how many separate pieces a string lies on the tile; pieces that meet are one.

        A segment's part on a convex tile is one piece, and two neighbours' parts meet exactly when their
        common point lies on the tile.
        """
        if line.apart(self.left, self.top, self.right, self.bottom):
            return 0
        xs, ys = line.xs, line.ys
        count: i64 = 0
        for i in range(line.segments):
            if self.meets(xs[i], ys[i], xs[i + 1], ys[i + 1]):
                count += 1
                if i > 0 and self.holds(xs[i], ys[i]):
                    count -= 1
        return count

    def entry(self, line: Line) -> tuple[i64, i64, i64]:
        """Where a string first lies on the tile: the segment, and the exact part n/d of it that is passed."""
        xs, ys = line.xs, line.ys
        us, vs = self.line.xs, self.line.ys
        for i in range(line.segments):
            px, py, qx, qy = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if not self.meets(px, py, qx, qy):
                continue
            n: i64 = 0
            d: i64 = 1
            for k in range(4):
                # An edge's length is 400 about: both areas stay below 2**26, and a product of two below 2**52.
                before = orient(us[k], vs[k], us[k + 1], vs[k + 1], px, py)
                after = orient(us[k], vs[k], us[k + 1], vs[k + 1], qx, qy)
                if before < 0 and -before * d > n * (after - before):
                    n, d = -before, after - before
            return i, n, d
        return -1, 0, 1

    def holds_crossing(self, px: i64, py: i64, qx: i64, qy: i64, ax: i64, ay: i64, bx: i64, by: i64) -> bool:
        """Whether the exact crossing point of p → q and a → b, which are not parallel, is on the closed tile."""
        if max(ax, bx) < self.left or min(ax, bx) > self.right or max(ay, by) < self.top or min(ay, by) > self.bottom:
            return False
        d = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
        n = (px - ax) * (qy - py) - (py - ay) * (qx - px)
        if d < 0:
            d, n = -d, -n
        xs, ys = self.line.xs, self.line.ys
        for i in range(4):
            ux, uy = xs[i], ys[i]
            ex, ey = xs[i + 1] - ux, ys[i + 1] - uy
            # a is within a segment's length of the tile, and 0 ≤ n ≤ d: each product is below 2**57.
            if (ex * (ay - uy) - ey * (ax - ux)) * d + (ex * (by - ay) - ey * (bx - ax)) * n < 0:
                return False
        return True

    def clear_of(self, line: Line, gap: i64) -> bool:
        """Whether the tile keeps at least `gap` from every point of a string or of another tile's edge."""
        if line.apart(self.left - gap, self.top - gap, self.right + gap, self.bottom + gap):
            return True
        boxes = line.boxes
        left, top, right, bottom = self.left - gap, self.top - gap, self.right + gap, self.bottom + gap
        xs, ys = line.xs, line.ys
        for b in range(0, len(boxes), 4):
            if boxes[b] > right or boxes[b + 2] < left or boxes[b + 1] > bottom or boxes[b + 3] < top:
                continue
            start = b // 4 * CHUNK
            for i in range(start, min(start + CHUNK, line.segments)):
                ax, ay, bx, by = xs[i], ys[i], xs[i + 1], ys[i + 1]
                if (ax < left and bx < left) or (ax > right and bx > right):
                    continue
                if (ay < top and by < top) or (ay > bottom and by > bottom):
                    continue
                if not self.clear_of_segment(ax, ay, bx, by, gap):
                    return False
        return True

    def clear_of_segment(self, ax: i64, ay: i64, bx: i64, by: i64, gap: i64) -> bool:
        """The same for one segment."""
        if self.meets(ax, ay, bx, by):
            return False
        xs, ys = self.line.xs, self.line.ys
        for i in range(4):
            if near(ax, ay, bx, by, xs[i], ys[i], gap):
                return False
            if near(xs[i], ys[i], xs[i + 1], ys[i + 1], ax, ay, gap):
                return False
            if near(xs[i], ys[i], xs[i + 1], ys[i + 1], bx, by, gap):
                return False
        return True


def read_tile(reader: Reader) -> Tile:
    """The tile that `write` wrote."""
    x, y, turn = reader.one(), reader.one(), reader.one()
    edge = read_line(reader)
    return Tile(edge.xs, edge.ys, x, y, turn)


def tile_at(x: i64, y: i64, turn: i64) -> Tile:
    """A station's tile with its centre at (x, y), rotated by 15° · turn."""
    cx, cy = _CORNER_X[turn % 6], _CORNER_Y[turn % 6]
    xs = vec[i64]([x + cx, x - cy, x - cx, x + cy, x + cx])
    ys = vec[i64]([y + cy, y + cx, y - cy, y - cx, y + cy])
    return Tile(xs, ys, x, y, turn)
