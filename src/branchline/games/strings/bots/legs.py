"""Straight ways between every two stations: how long, what they pay, what lies on them.

Playouts look for rails along these; they are estimates, and the judge has the last word.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.strings.rules.geometry import crosses, distance
from branchline.games.strings.rules.lines import Line, segment_inside
from branchline.games.strings.rules.planning.route import pulled
from branchline.games.strings.rules.table import Table

MOST: Final = 44
"""No table holds more stations: five bases and 38 others."""
NO_WAY: Final = 1 << 30


class Legs:
    """The leg from a to b stands at a · MOST + b; what it says of the way itself is the same in both directions."""

    def __init__(self, table: Table | None) -> None:
        self.count: i64 = 0
        self.xs: vec[i64] = vec[i64]()
        """Where the leg from a to b leaves the tile of a."""
        self.ys: vec[i64] = vec[i64]()
        self.size: vec[i64] = vec[i64]()
        """The length from tile to tile in units."""
        self.cost: vec[i64] = vec[i64]()
        """Crossings off the stations."""
        self.on: vec[i64] = vec[i64]()
        """Stations that lie on the way, as a mask."""
        if table is not None:
            zeros = vec[i64]([0] * (MOST * MOST))
            self.xs, self.ys, self.size, self.cost, self.on = zeros, zeros[:], zeros[:], zeros[:], zeros[:]
            self.count = len(table.tiles)
            for a in range(self.count):
                for b in range(a):
                    self._measure(table, a, b)

    def clone(self) -> Legs:
        """A copy that shares nothing."""
        copy = Legs(None)
        copy.count = self.count
        copy.xs, copy.ys, copy.size = self.xs[:], self.ys[:], self.size[:]
        copy.cost, copy.on = self.cost[:], self.on[:]
        return copy

    def grow(self, table: Table) -> None:
        """Take in the table's next station: the legs to it, and the older legs that it lies on.

        No string touches a new station (S9), so that no crossing becomes free by it.
        """
        s = self.count
        tile = table.tiles[s]
        for a in range(s):
            for b in range(a):
                k = a * MOST + b
                r = b * MOST + a
                if tile.meets(self.xs[k], self.ys[k], self.xs[r], self.ys[r]):
                    self.on[k] |= BIT[s]
                    self.on[r] |= BIT[s]
        self.count += 1
        for a in range(s):
            self._measure(table, s, a)

    def _measure(self, table: Table, a: i64, b: i64) -> None:
        one, other = table.tiles[a], table.tiles[b]
        k, r = a * MOST + b, b * MOST + a
        px, py = pulled(one, other.x, other.y)
        qx, qy = pulled(other, one.x, one.y)
        self.xs[k], self.ys[k], self.xs[r], self.ys[r] = px, py, qx, qy
        field = table.ground()
        size = distance(px, py, qx, qy) >> 10
        if not field.convex and not segment_inside(field.ring, px, py, qx, qy):
            size = NO_WAY
        self.size[k] = self.size[r] = size
        on: i64 = 0
        for s in range(self.count):
            if s != a and s != b and table.tiles[s].meets(px, py, qx, qy):
                on |= BIT[s]
        self.on[k] = self.on[r] = on
        self.cost[k] = 0
        river, loop = table.river, table.mountains
        if river is not None:
            self._cross(table, k, r, river)
        if loop is not None:
            self._cross(table, k, r, loop)
        for rail in table.rails:
            self._cross(table, k, r, rail)
        self.cost[r] = self.cost[k]

    def lay(self, table: Table, rail: Line) -> None:
        """Take in a rail that was laid: every leg that crosses it pays one more."""
        for a in range(self.count):
            for b in range(a):
                k, r = a * MOST + b, b * MOST + a
                self._cross(table, k, r, rail)
                self.cost[r] = self.cost[k]

    def _cross(self, table: Table, k: i64, r: i64, line: Line) -> None:
        """Count a leg's crossings with a string; those on a station of the way are free."""
        px, py, qx, qy = self.xs[k], self.ys[k], self.xs[r], self.ys[r]
        left, right = min(px, qx), max(px, qx)
        top, bottom = min(py, qy), max(py, qy)
        if line.right < left or line.left > right or line.bottom < top or line.top > bottom:
            return
        xs, ys = line.xs, line.ys
        bx, by = xs[0], ys[0]
        for j in range(1, line.segments + 1):
            ax, ay = bx, by
            bx, by = xs[j], ys[j]
            if (ax < left and bx < left) or (ax > right and bx > right):
                continue
            if (ay < top and by < top) or (ay > bottom and by > bottom):
                continue
            if not crosses(px, py, qx, qy, ax, ay, bx, by):
                continue
            free = False
            on = self.on[k]
            s: i64 = 0
            while on != 0 and not free:
                if on & 1 == 1:
                    free = table.tiles[s].holds_crossing(px, py, qx, qy, ax, ay, bx, by)
                on >>= 1
                s += 1
            if not free:
                self.cost[k] += 1
