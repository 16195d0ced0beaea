"""The expert bot: places and rails compared by what they leave to everybody, in the last turns by playing on."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.greedy import Greedy
from branchline.games.strings.planner import Planner, Rail
from branchline.games.strings.playout import Playout
from branchline.games.strings.polish import polished
from branchline.games.strings.rivals import effect, rivals, standing
from branchline.games.strings.shapes import RAIL, STATION, Shape
from branchline.games.strings.state import LAY, PLACE, Strings
from branchline.games.strings.table import Table, marker
from branchline.games.strings.tiles import Tile

_WORST: Final = -(1 << 50)


class Expert(Greedy):
    """Thinks of its own next string, of every opponent's, and most of the opponent that is hardest to beat."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 24
        self.spots = 48
        self.quick = 8
        self.shorts: i64 = 6
        """Rails with a short string that are compared; no two of them reach the same stations."""
        self.longs: i64 = 4
        self.finalists: i64 = 12
        """Places that are compared by what follows them, after a first look."""
        self.next_own: i64 = 80
        """What the own next string counts, in percent."""
        self.next_others: i64 = 75
        """What the opponents' next strings count against it, all together."""
        self.visits: i64 = 50
        """What their visits to own stations count."""
        self.glance: i64 = 6
        """The beam's width for those next strings."""
        self.late: i64 = 2
        """With so many turns left the rest of the game is played out instead."""
        self.ends: i64 = 8
        """Choices whose ends are compared so, each by so many samples at first."""
        self.samples: i64 = 3
        self.playout = Playout(3, 2, 300, 2200)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        shapes: list[Shape] = []
        if state.phase == LAY:
            rails = self.rails(state, state.table, self.width, self.shorts, self.longs, True)
            for rail in rails:
                shapes.append(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None))
            if len(shapes) > 0 and not self.plays_on(state):
                return state.intern(shapes[self.best_rail_of(state, rails)])
        elif state.phase == PLACE:
            shapes = self.stations(state, self.first_kind(state), rng)
            if len(shapes) > 0 and not self.plays_on(state):
                return state.intern(shapes[self.best_station_of(state, shapes)])
        if len(shapes) > 0:
            return state.intern(shapes[self.played_on(state, shapes[: self.ends], rng)])
        return super().choose(state, seat, rng)

    def planner(self, state: Strings, width: i64) -> Planner:
        """A planner that grudges each opponent its points by how hard it is to beat."""
        planner = Planner(width, 9, 120, 0, state.expert, state.first_only)
        weights = rivals(state, state.company())
        for company in range(state.companies):
            planner.against[company] = weights[company] * 15
        return planner

    # ── rails ──
    def rails(self, state: Strings, table: Table, width: i64, shorts: i64, longs: i64, polish: bool) -> list[Rail]:
        """The best rails of both kinds of string, one for every set of stations; the long string carries its price."""
        company = state.company()
        planner = self.planner(state, width)
        found: list[Rail] = []
        if state.short[company] > 0:
            for rail in distinct(planner.rails(table, company, False), shorts):
                found.append(polished(planner, table, company, rail) if polish else rail)
        if state.long[company] > 0:
            price = self.long_price(state)
            for rail in distinct(planner.rails(table, company, True), longs):
                better = polished(planner, table, company, rail) if polish else rail
                better.value -= price
                found.append(better)
        return found

    def best_rail_of(self, state: Strings, rails: list[Rail]) -> i64:
        """Which rail is best by its points and by what it leaves."""
        best: i64 = 0
        most: i64 = _WORST
        for k in range(len(rails)):
            value = rails[k].value + self.outlook(state, state.table, rails[k])
            if value > most:
                best, most = k, value
        return best

    def outlook(self, state: Strings, table: Table, rail: Rail) -> i64:
        """What comes after a rail: the opponents' strings one after another, then the own next one, in 1/1000 point."""
        company = state.company()
        after = table.clone()
        _lay(after, company, rail)
        planner = Planner(self.glance, 9, 120, self.spite, state.expert, state.first_only)
        weights = rivals(state, company)
        total: i64 = 0
        for step in range(state.companies - 1):
            other = (company + 1 + step) % state.companies
            if state.turn + 1 + step >= state.rounds() * state.companies:
                break
            rails = planner.rails(after, other, state.short[other] == 0)
            if len(rails) > 0:
                total -= self.next_others * weights[other] * rails[0].verdict.points // 10
                total += self.visits * effect(after, rails[0], company) * 10
                _lay(after, other, rails[0])
        if state.turn + state.companies < state.rounds() * state.companies:
            short = state.short[company] - (0 if rail.long else 1)
            rails = planner.rails(after, company, short == 0)
            if len(rails) > 0:
                total += self.next_own * rails[0].value // 100
        return total

    # ── stations ──
    def stations(self, state: Strings, kind: i64, rng: Generator) -> list[Shape]:
        """The places that look best at a first look."""
        values: list[i64] = []
        kept: list[Tile] = []
        for tile in self.places(state, rng):
            value = self.place_value(state, kind, tile)
            k = len(kept)
            while k > 0 and values[k - 1] < value:
                k -= 1
            kept.insert(k, tile)
            values.insert(k, value)
        shapes: list[Shape] = []
        for tile in kept[: self.finalists]:
            shapes.append(Shape(STATION, None, tile, kind, None))
        return shapes

    def best_station_of(self, state: Strings, shapes: list[Shape]) -> i64:
        """Which place allows the best rail, with what that leaves."""
        best: i64 = 0
        most: i64 = _WORST
        for k in range(len(shapes)):
            tile = shapes[k].tile
            if tile is None:
                continue
            table = state.table.clone()
            table.add_station(tile, shapes[k].kind, marker(shapes[k].kind, state.company()), 0)
            for rail in self.rails(state, table, self.quick, 2, 1, False):
                value = rail.value + self.outlook(state, table, rail)
                if value > most:
                    best, most = k, value
        return best

    # ── the last turns ──
    def plays_on(self, state: Strings) -> bool:
        """Whether so little is left that it can be played out."""
        return state.rounds() * state.companies - state.turn <= self.late

    def played_on(self, state: Strings, shapes: list[Shape], rng: Generator) -> i64:
        """Which of these shapes ends best; the worse half is left after every few playouts."""
        alive, total = vec[i64](), vec[i64]()
        for k in range(len(shapes)):
            alive, total = append(alive, k), append(total, 0)
        company = state.company()
        weights = rivals(state, company)
        seed = rng.below(1 << 30)
        done: i64 = 0
        while True:
            for sample in range(done, done + self.samples):
                for k in alive:
                    after = state.clone()
                    after.apply(0, after.intern(shapes[k]))
                    self.playout.run(after, Generator(seed + sample, 1), Generator(seed + sample, 2))
                    total[k] += standing(after, company, weights)
            done += self.samples
            _sort(alive, total)
            if len(alive) < 4:
                return alive[0]
            alive = alive[: len(alive) // 2]


def _lay(table: Table, company: i64, rail: Rail) -> None:
    """Lay a rail on a table that is only thought of."""
    for s in rail.verdict.stations:
        table.reached[s] |= 1 << company
    table.add_rail(rail.line, company, rail.long)


def distinct(rails: list[Rail], most: i64) -> list[Rail]:
    """The first rails, one for every set of stations."""
    kept: list[Rail] = []
    for rail in rails:
        new = True
        for other in kept:
            if other.mask == rail.mask:
                new = False
        if new:
            kept.append(rail)
            if len(kept) == most:
                break
    return kept


def _sort(items: vec[i64], by: vec[i64]) -> None:
    """Sort numbers by their value, the greatest first; equals stay in order."""
    for i in range(1, len(items)):
        k = i
        while k > 0 and by[items[k]] > by[items[k - 1]]:
            items[k], items[k - 1] = items[k - 1], items[k]
            k -= 1
