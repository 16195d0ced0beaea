"""Rails in outline: a narrow beam over legs between stations, fast enough for playouts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.strings.bots.legs import MOST, Legs
from branchline.games.strings.rules.geometry import distance, touch
from branchline.games.strings.rules.pieces import LIMIT, LONG, NOBODY, SHORT, TERMINAL, VISIT, YARD
from branchline.games.strings.rules.planning.route import nearest, pulled
from branchline.games.strings.rules.table import Table

_DEEP: Final = 10
"""Stops of an outline at most."""
_ROUND: Final = 120
"""About what it costs to lead a way round a station, in units."""
_SLACK: Final = 100
"""By so much an outline may be too long: the real way bends less."""
_KEPT: Final = 8
_SEATS: Final = 5
"""Companies that a station takes at most."""


class Outline:
    """A way through stations, with what it is about worth and how long it is."""

    def __init__(self, stops: vec[i64], value: i64, length: i64, long: bool) -> None:
        self.stops: vec[i64] = stops
        self.value: i64 = value
        self.length: i64 = length
        self.long: bool = long


class Beam:
    """The ways of one number of stops, best promise first."""

    def __init__(self, width: i64) -> None:
        self.count: i64 = 0
        zeros = vec[i64]([0] * width)
        self.promise: vec[i64] = zeros
        self.value: vec[i64] = zeros[:]
        self.mask: vec[i64] = zeros[:]
        self.fixed: vec[i64] = zeros[:]
        """The length up to the point of the last stop but one."""
        self.length: vec[i64] = zeros[:]
        self.stops: vec[i64] = vec[i64]([0] * (width * _DEEP))
        self.xs: vec[i64] = vec[i64]([0] * (width * _DEEP))
        self.ys: vec[i64] = vec[i64]([0] * (width * _DEEP))


class Sketcher:
    """Looks for ways of one company on a table whose legs are known."""

    def __init__(self, width: i64, price: i64, spite: i64) -> None:
        self.width: i64 = width
        self.price: i64 = price
        self.spite: i64 = spite
        self.one = Beam(width + 1)
        self.two = Beam(width + 1)
        self.gain: vec[i64] = vec[i64]([0] * MOST)
        self.open: i64 = 0
        """Stations that a way may run through."""
        self.crossing: i64 = 1000
        self.scarce: vec[i64] = vec[i64]([0] * (_SEATS + 1))
        """What a new station is worth beside its points, by how many more companies it takes."""
        self.beside: vec[i64] = vec[i64]([0] * MOST)
        """That worth of every station, after `look`."""

    def look(self, table: Table, company: i64, expert: bool, first_only: bool) -> None:
        """Note what every station is worth to the company."""
        self.open = 0
        self.crossing = 1500 if expert else 1000
        for s in range(len(table.tiles)):
            new = (table.reached[s] >> company) & 1 == 0
            kind = table.kinds[s]
            gain: i64 = 0
            if kind == YARD:
                gain = 1000
            elif new:
                gain = table.worth(s, company) * 1000
            owner = table.owners[s]
            if owner != NOBODY and owner != company and (new or not first_only):
                gain -= VISIT[kind] * self.spite
            self.beside[s] = self.scarce[room(table, s)] if new and kind != YARD else 0
            self.gain[s] = gain + self.beside[s]
            if not table.is_full_for(s, company):
                self.open |= BIT[s]

    def besides(self, mask: i64) -> i64:
        """What the stations of a rail are worth beside their points, after `look` at the table before it."""
        total: i64 = 0
        s: i64 = 0
        while mask != 0:
            if mask & 1 == 1:
                total += self.beside[s]
            mask >>= 1
            s += 1
        return total

    def ways(self, table: Table, legs: Legs, company: i64, long: bool) -> list[Outline]:
        """The best ways, after `look` at the same table."""
        limit: i64 = (LONG if long else SHORT) + _SLACK
        best: list[Outline] = []
        beam, following = self.one, self.two
        beam.count = 0
        for s in range(legs.count):
            if (table.reached[s] >> company) & 1 == 0:
                continue
            for t in range(legs.count):
                if t == s or (self.open >> t) & 1 == 0:
                    continue
                k, r = s * MOST + t, t * MOST + s
                length = legs.size[k]
                if length > limit:
                    continue
                self._start(table, legs, beam, s, t, k, r, limit)
        depth: i64 = 2
        while beam.count > 0:
            for i in range(beam.count):
                _rank(best, beam, i, depth, long)
            if depth == _DEEP:
                break
            following.count = 0
            for i in range(beam.count):
                last = beam.stops[i * _DEEP + depth - 1]
                if table.kinds[last] == TERMINAL:
                    continue
                spare = limit - beam.length[i] + 500
                mask = beam.mask[i]
                base = last * MOST
                for t in range(legs.count):
                    if legs.size[base + t] < spare and (self.open & ~mask) >> t & 1 == 1:
                        self._extend(table, legs, beam, following, i, depth, last, t, limit)
            beam, following = following, beam
            depth += 1
        return best

    def _passed(self, table: Table, on: i64, mask: i64) -> tuple[i64, i64, i64]:
        """What a leg gains on its way, which stations, and by how much it is led round others."""
        gain: i64 = 0
        reached: i64 = 0
        detour: i64 = 0
        s: i64 = 0
        while on != 0:
            if on & 1 == 1:
                if ((self.open & ~mask) >> s) & 1 == 0 or table.kinds[s] == TERMINAL:
                    detour += _ROUND
                else:
                    gain += self.gain[s]
                    reached |= BIT[s]
            on >>= 1
            s += 1
        return gain, reached, detour

    def _start(self, table: Table, legs: Legs, beam: Beam, s: i64, t: i64, k: i64, r: i64, limit: i64) -> None:
        mask = BIT[s] | BIT[t]
        gain, reached, detour = self._passed(table, legs.on[k], mask)
        length = legs.size[k] + detour
        if length > limit:
            return
        value = self.gain[s] + self.gain[t] + gain - self.crossing * legs.cost[k]
        at = self._room(beam, value - length * self.price // 100, mask | reached, t, 1)
        if at < 0:
            return
        beam.value[at], beam.mask[at] = value, mask | reached
        beam.fixed[at], beam.length[at] = detour, length
        d = at * _DEEP
        beam.stops[d], beam.stops[d + 1] = s, t
        beam.xs[d], beam.ys[d] = legs.xs[k], legs.ys[k]
        beam.xs[d + 1], beam.ys[d + 1] = legs.xs[r], legs.ys[r]

    def _extend(
        self, table: Table, legs: Legs, beam: Beam, following: Beam, i: i64, depth: i64, last: i64, t: i64, limit: i64
    ) -> None:
        d = i * _DEEP
        px, py = beam.xs[d + depth - 2], beam.ys[d + depth - 2]
        target, tile = table.tiles[t], table.tiles[last]
        nx, ny = nearest(px, py, target.x, target.y, tile.x, tile.y)
        bx, by = pulled(tile, nx, ny)
        qx, qy = pulled(target, bx, by)
        mask = beam.mask[i] | BIT[t]
        k = last * MOST + t
        gain, reached, detour = self._passed(table, legs.on[k], mask)
        fixed = beam.fixed[i] + (distance(px, py, bx, by) >> 10) + detour
        length = fixed + (distance(bx, by, qx, qy) >> 10)
        if length > limit:
            return
        more = self.gain[t] + gain - self.crossing * legs.cost[k]
        if more <= -2000:
            return
        value = beam.value[i] + more
        promise = value - length * self.price // 100
        if following.count == self.width and promise <= following.promise[self.width - 1]:
            return
        for j in range(depth - 2):
            if touch(bx, by, qx, qy, beam.xs[d + j], beam.ys[d + j], beam.xs[d + j + 1], beam.ys[d + j + 1]):
                return
        at = self._room(following, promise, mask | reached, t, depth)
        if at < 0:
            return
        following.value[at], following.mask[at] = value, mask | reached
        following.fixed[at], following.length[at] = fixed, length
        e = at * _DEEP
        for j in range(depth):
            following.stops[e + j] = beam.stops[d + j]
            following.xs[e + j], following.ys[e + j] = beam.xs[d + j], beam.ys[d + j]
        following.xs[e + depth - 1], following.ys[e + depth - 1] = bx, by
        following.stops[e + depth] = t
        following.xs[e + depth], following.ys[e + depth] = qx, qy

    def _room(self, beam: Beam, promise: i64, mask: i64, last: i64, at: i64) -> i64:
        """The row for a way in the beam, made free; −1 if there is none. `at` is the place of its last stop."""
        count = beam.count
        if count == self.width and promise <= beam.promise[count - 1]:
            return -1
        gap = count
        for i in range(count):
            if beam.mask[i] == mask and beam.stops[i * _DEEP + at] == last:
                if beam.promise[i] >= promise:
                    return -1
                gap = i
                break
        if gap == count:
            if count < self.width:
                beam.count += 1
            else:
                gap = count - 1
        while gap > 0 and beam.promise[gap - 1] < promise:
            _move(beam, gap - 1, gap, at)
            gap -= 1
        beam.promise[gap] = promise
        return gap


def room(table: Table, station: i64) -> i64:
    """How many more companies a station takes (S12)."""
    left = LIMIT[table.kinds[station]]
    mask = table.reached[station]
    while mask != 0:
        left -= mask & 1
        mask >>= 1
    return left


def _move(beam: Beam, i: i64, k: i64, at: i64) -> None:
    """Move a row of the beam."""
    beam.promise[k], beam.value[k], beam.mask[k] = beam.promise[i], beam.value[i], beam.mask[i]
    beam.fixed[k], beam.length[k] = beam.fixed[i], beam.length[i]
    d, e = i * _DEEP, k * _DEEP
    for j in range(at + 1):
        beam.stops[e + j] = beam.stops[d + j]
        beam.xs[e + j], beam.ys[e + j] = beam.xs[d + j], beam.ys[d + j]


def _rank(best: list[Outline], beam: Beam, i: i64, depth: i64, long: bool) -> None:
    """Put a way into its place among the best; with equal worth the shorter one is first."""
    value, length = beam.value[i], beam.length[i]
    k = len(best)
    while k > 0 and (best[k - 1].value < value or (best[k - 1].value == value and best[k - 1].length > length)):
        k -= 1
    if k < _KEPT:
        best.insert(k, Outline(beam.stops[i * _DEEP : i * _DEEP + depth], value, length, long))
        if len(best) > _KEPT:
            best.pop()
