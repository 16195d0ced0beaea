"""Room for one more station (S9): where one fits, found or excluded by branch and bound over the lattice of places.

A station keeps away from every segment and every station. For one turn, the places of its middle that a single
one of them forbids are a convex set; so a square of places is out of the question as soon as its four corners
are forbidden by the same one, or as two of them share it, each with a trapezium. Other squares are cut into four,
down to single points.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import near, orient
from branchline.games.strings.rules.lines import Line, inside
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import CLEARANCE, Tile, tile_at

_REACH: Final = 294
"""A station forbids or is forbidden nothing that is farther from its middle: half a diagonal and the clearance."""
_SMALL: Final = 512
"""Larger squares are only cut: no single thing forbids them all."""
_TURNS: Final = 6
_EVERY: Final = (1 << _TURNS) - 1
_FAR: Final = 1 << 40


def _tiles_in_the_middle() -> list[Tile]:
    tiles: list[Tile] = []
    for turn in range(_TURNS):
        tiles.append(tile_at(0, 0, turn))
    return tiles


_TILES: Final[list[Tile]] = _tiles_in_the_middle()


class Room:
    """All that keeps a station away on a table: things of four numbers each, a station being four edges in a row."""

    def __init__(self, table: Table) -> None:
        self.ring = table.ground().ring
        self.things: vec[i64] = vec[i64]()
        """Segments as ax, ay, bx, by."""
        self.heads: vec[i64] = vec[i64]()
        """Where each thing begins, and where it ends: one segment, or the edges of a station."""
        self.border: i64 = 0
        """The things before this one are the black string."""
        self._take(self.ring, 1)
        self.border = len(self.heads)
        river, loop = table.river, table.mountains
        if river is not None:
            self._take(river, 1)
        if loop is not None:
            self._take(loop, 1)
        for rail in table.rails:
            self._take(rail, 1)
        for tile in table.tiles:
            self._take(tile.line, 4)
        self.x: i64 = 0
        self.y: i64 = 0
        self.best: i64 = 0
        """The squared distance of the nearest place so far."""
        self.any: bool = False
        self.found: Tile | None = None

    def _take(self, line: Line, together: i64) -> None:
        for i in range(line.segments):
            if i % together == 0:
                self.heads = append(self.heads, len(self.things))
            self.things = append(append(self.things, line.xs[i]), line.ys[i])
            self.things = append(append(self.things, line.xs[i + 1]), line.ys[i + 1])

    def somewhere(self) -> Tile | None:
        """Any place where a station fits; None is a proof that there is none."""
        self.any = True
        return self._search(self.ring.left, self.ring.top, _EVERY)

    def nearest(self, x: i64, y: i64, turn: i64) -> Tile | None:
        """The place nearest to a point; with a turn below 0 in any turn."""
        self.any = False
        found = self._search(x, y, _EVERY if turn < 0 else 1 << (turn % _TURNS))
        if found is not None and turn >= 0:
            found = tile_at(found.x, found.y, turn)
        return found

    def _search(self, x: i64, y: i64, turns: i64) -> Tile | None:
        self._begin(x, y)
        ring = self.ring
        size: i64 = 1
        while size <= max(ring.right - ring.left, ring.bottom - ring.top):
            size *= 2
        every = vec[i64]()
        for k in range(len(self.heads)):
            every = append(every, k)
        self._look(ring.left, ring.top, size, every, turns, False)
        return self.found

    def _begin(self, x: i64, y: i64) -> None:
        self.x, self.y = x, y
        self.best, self.found = _FAR, None

    def _away(self, left: i64, top: i64, size: i64) -> i64:
        """The squared distance of a square of places from the point asked for."""
        dx = max(max(left - self.x, self.x - left - size + 1), 0)
        dy = max(max(top - self.y, self.y - top - size + 1), 0)
        return dx * dx + dy * dy

    def _look(self, left: i64, top: i64, size: i64, things: vec[i64], turns: i64, within: bool) -> None:
        """Search a square of places for those turns of a station that may still fit."""
        if self._away(left, top, size) >= self.best:
            return
        x, y = left + size // 2, top + size // 2
        close = self._close(left, top, size, things)
        if not within and not self._holds_border(left, top, size, close):
            # All of the square is inside the black string, or nothing is.
            if inside(self.ring, x, y) <= 0:
                return
            within = True
        if len(close) == 0:
            self._note_nearest(left, top, size, turns)
            return
        if size <= _SMALL:
            for turn in range(_TURNS):
                if (turns >> turn) & 1:
                    verdict = self._judge(left, top, size, close, turn)
                    if verdict < 0:
                        turns -= 1 << turn
                    elif verdict > 0 and (within or inside(self.ring, x, y) > 0):
                        self._note(x, y, turn)
            if turns == 0 or size == 1:
                return
        half = size // 2
        first = (0 if self.x < x else 1) + (0 if self.y < y else 2)
        for flip in range(4):
            part = first ^ flip
            self._look(left + (part & 1) * half, top + (part >> 1) * half, half, close, turns, within)

    def _close(self, left: i64, top: i64, size: i64, things: vec[i64]) -> vec[i64]:
        """The things that may forbid anything in a square of places, in their order."""
        close = vec[i64]()
        right, bottom = left + size - 1 + _REACH, top + size - 1 + _REACH
        left, top = left - _REACH, top - _REACH
        # A circle round the square, as far as `near` can tell.
        reach = size * 724 // 1024 + 2 + _REACH
        x, y = left + _REACH + size // 2, top + _REACH + size // 2
        for k in things:
            h = self.heads[k]
            end = self.heads[k + 1] if k + 1 < len(self.heads) else len(self.things)
            while h < end:
                ax, ay, bx, by = self.things[h], self.things[h + 1], self.things[h + 2], self.things[h + 3]
                h += 4
                if (ax < left and bx < left) or (ax > right and bx > right):
                    continue
                if (ay < top and by < top) or (ay > bottom and by > bottom):
                    continue
                if size <= _SMALL and not near(ax, ay, bx, by, x, y, reach):
                    continue
                close = append(close, k)
                break
        return close

    def _holds_border(self, left: i64, top: i64, size: i64, close: vec[i64]) -> bool:
        """Whether the black string runs through a square."""
        right, bottom = left + size - 1, top + size - 1
        for k in close:
            if k >= self.border:
                break
            h = self.heads[k]
            ax, ay, bx, by = self.things[h], self.things[h + 1], self.things[h + 2], self.things[h + 3]
            if (ax < left and bx < left) or (ax > right and bx > right):
                continue
            if (ay < top and by < top) or (ay > bottom and by > bottom):
                continue
            a, b = orient(ax, ay, bx, by, left, top), orient(ax, ay, bx, by, right, top)
            c, d = orient(ax, ay, bx, by, left, bottom), orient(ax, ay, bx, by, right, bottom)
            if min(min(a, b), min(c, d)) <= 0 <= max(max(a, b), max(c, d)):
                return True
        return False

    def _judge(self, left: i64, top: i64, size: i64, close: vec[i64], turn: i64) -> i64:
        """−1 if one thing forbids the whole square, 1 if a station fits in its middle, 0 if neither is so."""
        x, y = left + size // 2, top + size // 2
        right, bottom = left + size - 1, top + size - 1
        fits: i64 = 1
        for k in close:
            if not self._forbids(k, x, y, turn):
                continue
            fits = 0
            if size == 1:
                return -1
            if not self._forbids(k, left, top, turn) or not self._forbids(k, right, bottom, turn):
                continue
            if self._forbids(k, left, bottom, turn) and self._forbids(k, right, top, turn):
                return -1
        if fits == 0 and (
            self._shared(left, top, size, close, turn, 1, 0) or self._shared(left, top, size, close, turn, 0, 1)
        ):
            return -1
        return fits

    def _shared(self, left: i64, top: i64, size: i64, close: vec[i64], turn: i64, across: i64, down: i64) -> bool:
        """Whether one thing forbids a square from one side, and another the rest: each side's edge, and on the two
        edges between them at least as far as where the other one begins. Both parts are convex, so they cover it all.
        """
        last = size - 1
        right, bottom = left + last * across, top + last * down
        other_x, other_y = left + last * down, top + last * across
        ends, other_ends = vec[i64](), vec[i64]()
        for k in close:
            if self._forbids(k, left, top, turn) and self._forbids(k, other_x, other_y, turn):
                ends = append(ends, self._extent(k, left, top, size, turn, across, down))
                other_ends = append(other_ends, self._extent(k, other_x, other_y, size, turn, across, down))
        if len(ends) == 0:
            return False
        far_x, far_y = other_x + last * across, other_y + last * down
        for k in close:
            if self._forbids(k, right, bottom, turn) and self._forbids(k, far_x, far_y, turn):
                begin = last - self._extent(k, right, bottom, size, turn, -across, -down)
                other_begin = last - self._extent(k, far_x, far_y, size, turn, -across, -down)
                for n in range(len(ends)):
                    if ends[n] >= begin and other_ends[n] >= other_begin:
                        return True
        return False

    def _extent(self, k: i64, x: i64, y: i64, size: i64, turn: i64, across: i64, down: i64) -> i64:
        """How far along an edge of a square a thing forbids the places, from a corner that it does forbid."""
        low: i64 = 0
        high = size
        while high - low > 1:
            middle = (low + high) // 2
            if self._forbids(k, x + middle * across, y + middle * down, turn):
                low = middle
            else:
                high = middle
        return low

    def _forbids(self, k: i64, x: i64, y: i64, turn: i64) -> bool:
        """Whether a thing keeps a station away from a place."""
        tile = _TILES[turn]
        things, heads = self.things, self.heads
        h = heads[k]
        end = heads[k + 1] if k + 1 < len(heads) else len(things)
        while h < end:
            ax, ay, bx, by = things[h] - x, things[h + 1] - y, things[h + 2] - x, things[h + 3] - y
            h += 4
            if (ax < -_REACH and bx < -_REACH) or (ax > _REACH and bx > _REACH):
                continue
            if (ay < -_REACH and by < -_REACH) or (ay > _REACH and by > _REACH):
                continue
            if not tile.clear_of_segment(ax, ay, bx, by, CLEARANCE):
                return True
        return False

    def _note_nearest(self, left: i64, top: i64, size: i64, turns: i64) -> None:
        """Note the nearest place of a square in which a station fits everywhere."""
        turn: i64 = 0
        while (turns >> turn) & 1 == 0:
            turn += 1
        x = min(max(self.x, left), left + size - 1)
        y = min(max(self.y, top), top + size - 1)
        self._note(x, y, turn)

    def _note(self, x: i64, y: i64, turn: i64) -> None:
        away = (x - self.x) * (x - self.x) + (y - self.y) * (y - self.y)
        if away < self.best:
            self.best = 0 if self.any else away
            self.found = tile_at(x, y, turn)
