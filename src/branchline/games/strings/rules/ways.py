"""The shortest way for a rail between stations (S15): a visibility graph round the stations it may not touch.

A taut string bends at corners of such stations and at inward corners of the field, and nowhere else; it leaves a
station at the point nearest to its first bend, or to the other station. Bends lie on the lattice points just
outside a corner, ends on the lattice points of a tile that are nearest. `any_way` says how exact that is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import crosses, distance, orient
from branchline.games.strings.rules.lines import Line, inside, segment_inside
from branchline.games.strings.rules.pieces import TERMINAL
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import Tile

_FAR: Final = 1 << 50
_DIAGONAL: Final = 283 * 1024
"""No point of a tile is farther from its middle, in 1/1024 unit."""


class Ways:
    """The graph for one company on one table. Stations that `ends` holds may be touched even if they are terminals."""

    def __init__(self, table: Table, company: i64, ends: vec[i64]) -> None:
        self.table = table
        self.ring = table.ground().ring
        self.convex: bool = table.ground().convex
        self.shut: list[Tile] = []
        """The tiles that may not be touched."""
        for s in range(len(table.tiles)):
            if table.is_full_for(s, company) or (table.kinds[s] == TERMINAL and s not in ends):
                self.shut.append(table.tiles[s])
        self.xs: vec[i64] = vec[i64]()
        self.ys: vec[i64] = vec[i64]()
        for tile in self.shut:
            self._take_corners(tile)
        inward = table.ground().corners
        for k in range(inward.count):
            self._take(inward.xs[k], inward.ys[k])
        self.count: i64 = len(self.xs)
        self.sights: vec[i64] = vec[i64]([0] * (self.count * self.count))
        """Which bends see each other: 1 if they do, −1 if not, 0 if nobody has asked yet."""

    def _take_corners(self, tile: Tile) -> None:
        """The lattice points next to each corner of a tile that lie outside both of its edges."""
        us, vs = tile.line.xs, tile.line.ys
        for k in range(4):
            before = k - 1 if k > 0 else 3
            for dx in range(-1, 2):
                for dy in range(-1, 2):
                    x, y = us[k] + dx, vs[k] + dy
                    if orient(us[before], vs[before], us[k], vs[k], x, y) < 0:
                        if orient(us[k], vs[k], us[k + 1], vs[k + 1], x, y) < 0:
                            self._take(x, y)

    def _take(self, x: i64, y: i64) -> None:
        if inside(self.ring, x, y) < 0:
            return
        for tile in self.shut:
            if tile.holds(x, y):
                return
        self.xs, self.ys = append(self.xs, x), append(self.ys, y)

    def between(self, starts: vec[i64], goals: vec[i64], limit: i64) -> Line | None:
        """The shortest way from one of some stations to one of others, none of them in both, if it is short enough."""
        search = _Search(self, starts, goals, limit)
        return search.shortest()

    def is_open(self, px: i64, py: i64, qx: i64, qy: i64) -> bool:
        """Whether a string may run straight from p to q, which lie in the field."""
        for tile in self.shut:
            if tile.meets(px, py, qx, qy):
                return False
        return self.convex or (px == qx and py == qy) or segment_inside(self.ring, px, py, qx, qy)

    def sees(self, u: i64, v: i64) -> bool:
        """Whether two bends see each other."""
        known = self.sights[u * self.count + v]
        if known == 0:
            known = 1 if self.is_open(self.xs[u], self.ys[u], self.xs[v], self.ys[v]) else -1
            self.sights[u * self.count + v] = known
            self.sights[v * self.count + u] = known
        return known > 0


class Ends:
    """The stations at one end of a way, as tiles with the points in the field that count as their corners."""

    def __init__(self, ways: Ways, stations: vec[i64]) -> None:
        self.ring = ways.ring
        self.tiles: list[Tile] = []
        self.whole: list[bool] = []
        """Whether a tile lies wholly in the field; a base may stick out."""
        self.xs: list[vec[i64]] = []
        self.ys: list[vec[i64]] = []
        for s in stations:
            self._take(ways.table.tiles[s])

    def _take(self, tile: Tile) -> None:
        us, vs = vec[i64](), vec[i64]()
        for k in range(4):
            if inside(self.ring, tile.line.xs[k], tile.line.ys[k]) >= 0:
                us, vs = append(us, tile.line.xs[k]), append(vs, tile.line.ys[k])
        self.whole.append(len(us) == 4)
        if len(us) < 4:
            ring = self.ring
            for k in range(4):
                ax, ay, bx, by = tile.line.xs[k], tile.line.ys[k], tile.line.xs[k + 1], tile.line.ys[k + 1]
                for i in range(ring.segments):
                    if crosses(ring.xs[i], ring.ys[i], ring.xs[i + 1], ring.ys[i + 1], ax, ay, bx, by):
                        x, y = _crossing(ring.xs[i], ring.ys[i], ring.xs[i + 1], ring.ys[i + 1], ax, ay, bx, by)
                        x, y = _lattice(ring, tile, x, y, x, y)
                        if inside(ring, x, y) >= 0:
                            us, vs = append(us, x), append(vs, y)
        self.tiles.append(tile)
        self.xs.append(us)
        self.ys.append(vs)

    def landing(self, k: i64, x: i64, y: i64) -> tuple[i64, i64]:
        """The lattice point of a tile, in the field, that is nearest to a point."""
        tile = self.tiles[k]
        if tile.holds(x, y):
            return x, y
        us, vs = tile.line.xs, tile.line.ys
        best = _FAR
        bx, by = self.xs[k][0], self.ys[k][0]
        for i in range(len(self.xs[k])):
            u, v = self.xs[k][i], self.ys[k][i]
            away = (u - x) * (u - x) + (v - y) * (v - y)
            if away < best:
                bx, by, best = u, v, away
        for i in range(4):
            dx, dy = us[i + 1] - us[i], vs[i + 1] - vs[i]
            along, square = dx * (x - us[i]) + dy * (y - vs[i]), dx * dx + dy * dy
            if 0 < along < square and orient(us[i], vs[i], us[i + 1], vs[i + 1], x, y) < 0:
                u, v = _lattice(self.ring, tile, us[i] + dx * along // square, vs[i] + dy * along // square, x, y)
                away = (u - x) * (u - x) + (v - y) * (v - y)
                if away < best and tile.holds(u, v) and (self.whole[k] or inside(self.ring, u, v) >= 0):
                    bx, by, best = u, v, away
        return bx, by


def _crossing(px: i64, py: i64, qx: i64, qy: i64, ax: i64, ay: i64, bx: i64, by: i64) -> tuple[i64, i64]:
    """About where p → q crosses a → b."""
    d = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
    n = (px - ax) * (qy - py) - (py - ay) * (qx - px)
    return ax + (bx - ax) * n // d, ay + (by - ay) * n // d


def _lattice(ring: Line, tile: Tile, x: i64, y: i64, px: i64, py: i64) -> tuple[i64, i64]:
    """The lattice point beside (x, y) that is on the tile, in the field and nearest to p; (x, y) if there is none."""
    best = _FAR
    bx, by = x, y
    for u in range(x - 1, x + 3):
        for v in range(y - 1, y + 3):
            away = (u - px) * (u - px) + (v - py) * (v - py)
            if away < best and tile.holds(u, v) and inside(ring, u, v) >= 0:
                bx, by, best = u, v, away
    return bx, by


class _Search:
    """Dijkstra's search over the bends, from all starts at once to the nearest goal."""

    def __init__(self, ways: Ways, starts: vec[i64], goals: vec[i64], limit: i64) -> None:
        self.ways = ways
        self.starts = Ends(ways, starts)
        self.goals = Ends(ways, goals)
        self.best: i64 = limit + 1
        """What a way has to be shorter than."""
        self.xs: vec[i64] = vec[i64]()
        """The best way so far, from its start to its end."""
        self.ys: vec[i64] = vec[i64]()
        self.far: vec[i64] = vec[i64]([_FAR] * ways.count)
        self.rest: vec[i64] = vec[i64]([0] * ways.count)
        """What is left from a bend to the nearest goal at least."""
        self.before: vec[i64] = vec[i64]([-1] * ways.count)
        self.done: vec[i64] = vec[i64]([0] * ways.count)
        self.first_x: vec[i64] = vec[i64]([0] * ways.count)
        """Where the way to a bend leaves its start, if it is the first one."""
        self.first_y: vec[i64] = vec[i64]([0] * ways.count)

    def shortest(self) -> Line | None:
        """The shortest way of all, if there is one."""
        for s in range(len(self.starts.tiles)):
            for g in range(len(self.goals.tiles)):
                self._straight(s, g)
        self._leave()
        ways = self.ways
        while True:
            u: i64 = -1
            for v in range(ways.count):
                if self.done[v] == 0 and self.far[v] < _FAR and (u < 0 or self.far[v] < self.far[u]):
                    u = v
            if u < 0 or self.far[u] >= self.best:
                break
            self.done[u] = 1
            self._arrive(u)
            for v in range(ways.count):
                if self.done[v] == 0:
                    far = self.far[u] + distance(ways.xs[u], ways.ys[u], ways.xs[v], ways.ys[v])
                    if far < self.far[v] and far + self.rest[v] < self.best and ways.sees(u, v):
                        self.far[v], self.before[v] = far, u
        return Line(self.xs, self.ys, False) if len(self.xs) > 1 else None

    def _straight(self, s: i64, g: i64) -> None:
        """The straight way between two tiles: one end of the shortest is a corner."""
        one, other = self.starts, self.goals
        a, b = one.tiles[s], other.tiles[g]
        if distance(a.x, a.y, b.x, b.y) - 2 * _DIAGONAL >= self.best:
            return
        for k in range(len(one.xs[s])):
            px, py = one.xs[s][k], one.ys[s][k]
            qx, qy = other.landing(g, px, py)
            self._offer(px, py, qx, qy)
        for k in range(len(other.xs[g])):
            qx, qy = other.xs[g][k], other.ys[g][k]
            px, py = one.landing(s, qx, qy)
            self._offer(px, py, qx, qy)

    def _offer(self, px: i64, py: i64, qx: i64, qy: i64) -> None:
        size = distance(px, py, qx, qy)
        if size < self.best and self.ways.is_open(px, py, qx, qy):
            self.best = size
            self.xs, self.ys = vec[i64]([px, qx]), vec[i64]([py, qy])

    def _leave(self) -> None:
        """The first legs: from the nearest start to every bend that can be a first one."""
        ways, starts, goals = self.ways, self.starts, self.goals
        for v in range(ways.count):
            x, y = ways.xs[v], ways.ys[v]
            rest = _FAR
            for tile in goals.tiles:
                rest = min(rest, distance(x, y, tile.x, tile.y) - _DIAGONAL)
            self.rest[v] = max(rest, 0)
            for s in range(len(starts.tiles)):
                tile = starts.tiles[s]
                least = distance(x, y, tile.x, tile.y) - _DIAGONAL
                if least >= self.far[v] or least + self.rest[v] >= self.best:
                    continue
                px, py = starts.landing(s, x, y)
                far = distance(px, py, x, y)
                if far < self.far[v] and far + self.rest[v] < self.best and ways.is_open(px, py, x, y):
                    self.far[v], self.first_x[v], self.first_y[v] = far, px, py

    def _arrive(self, u: i64) -> None:
        """The last legs: from a bend to every goal that it sees."""
        ways, goals = self.ways, self.goals
        x, y = ways.xs[u], ways.ys[u]
        for g in range(len(goals.tiles)):
            tile = goals.tiles[g]
            if self.far[u] + distance(x, y, tile.x, tile.y) - _DIAGONAL >= self.best:
                continue
            qx, qy = goals.landing(g, x, y)
            size = self.far[u] + distance(x, y, qx, qy)
            if size < self.best and ways.is_open(x, y, qx, qy):
                self.best = size
                self._note(u, qx, qy)

    def _note(self, u: i64, qx: i64, qy: i64) -> None:
        """Write the way over a bend down."""
        ways = self.ways
        bends = vec[i64]()
        while u >= 0:
            bends = append(bends, u)
            u = self.before[u]
        first = bends[len(bends) - 1]
        xs, ys = vec[i64]([self.first_x[first]]), vec[i64]([self.first_y[first]])
        for k in range(len(bends)):
            v = bends[len(bends) - 1 - k]
            if ways.xs[v] != xs[len(xs) - 1] or ways.ys[v] != ys[len(ys) - 1]:
                xs, ys = append(xs, ways.xs[v]), append(ys, ways.ys[v])
        if qx != xs[len(xs) - 1] or qy != ys[len(ys) - 1]:
            xs, ys = append(xs, qx), append(ys, qy)
        self.xs, self.ys = xs, ys


def own_stations(table: Table, company: i64) -> vec[i64]:
    """The stations that a company has reached, its base included."""
    found = vec[i64]()
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            found = append(found, s)
    return found


def way_to(table: Table, company: i64, station: i64, limit: i64) -> Line | None:
    """The shortest way for a rail that reaches a station; from an own station, the way to the nearest other."""
    if table.is_full_for(station, company):
        return None
    own = own_stations(table, company)
    if (table.reached[station] >> company) & 1 == 0:
        return Ways(table, company, append(own[:], station)).between(own, vec[i64]([station]), limit)
    others = _others(table, company, station)
    return Ways(table, company, append(others[:], station)).between(vec[i64]([station]), others, limit)


def way_between(table: Table, company: i64, start: i64, goal: i64, limit: i64) -> Line | None:
    """The shortest way for a rail between two stations."""
    ends = vec[i64]([start, goal])
    return Ways(table, company, ends).between(vec[i64]([start]), vec[i64]([goal]), limit)


def way_through(table: Table, company: i64, stations: list[int], limit: i64) -> Line | None:
    """Short ways from station to station, joined on them; the judge has the last word."""
    xs, ys = vec[i64](), vec[i64]()
    for k in range(len(stations) - 1):
        line = way_between(table, company, stations[k], stations[k + 1], limit)
        if line is None:
            return None
        for i in range(len(line.xs)):
            last = len(xs) - 1
            if last < 0 or line.xs[i] != xs[last] or line.ys[i] != ys[last]:
                xs, ys = append(xs, line.xs[i]), append(ys, line.ys[i])
    return Line(xs, ys, False) if len(xs) > 1 else None


def any_way(table: Table, company: i64, limit: i64) -> Line | None:
    """S15: a way for a rail between any two stations that it may join; None where there is none that short.

    No terminal is shut here: a way that touches one could end there. Bends lie on lattice points at most √2 units from
    a corner, so a way is longer than the shortest of the plane by less than 0.3 mm per bend; only a string that would
    be stretched to its last tenths of a millimetre can be missed.
    """
    every = vec[i64]()
    for s in range(len(table.tiles)):
        every = append(every, s)
    ways = Ways(table, company, every)
    for s in own_stations(table, company):
        line = ways.between(vec[i64]([s]), _others(table, company, s), limit)
        if line is not None:
            return line
    return None


def _others(table: Table, company: i64, station: i64) -> vec[i64]:
    """All other stations that have room for a company."""
    found = vec[i64]()
    for s in range(len(table.tiles)):
        if s != station and not table.is_full_for(s, company):
            found = append(found, s)
    return found
