"""The expert bot: places and rails compared by what they leave to everybody, in the last rounds by playing on."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.greedy import Greedy
from branchline.games.strings.planner import Rail
from branchline.games.strings.playout import Playout
from branchline.games.strings.polish import polished
from branchline.games.strings.state import LAY, PLACE, RAIL, STATION, Shape, Strings
from branchline.games.strings.table import VISIT, Table, marker
from branchline.games.strings.tiles import Tile

_WORST: Final = -(1 << 50)


class Expert(Greedy):
    """Plays the game on from every promising choice, and takes the one that ends best."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 24
        self.spots = 40
        self.quick = 8
        self.spite = 500
        self.shorts: i64 = 6
        self.longs: i64 = 4
        self.polish: i64 = 1
        self.place_polish: i64 = 0
        self.finalists: i64 = 10
        self.next_own: i64 = 50
        self.decay: i64 = 60
        self.ahead: i64 = 1
        self.next_other: i64 = 25
        self.glance: i64 = 3
        self.late: i64 = 0
        self.samples: i64 = 4
        self.horizon: i64 = 20
        self.best_other: i64 = 50
        self.playout = Playout(3, 2, 300, 2200)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rails = self.rails(state, state.table, self.width, self.shorts, self.longs, self.polish)
            if len(rails) > 0:
                shapes: list[Shape] = []
                for rail in rails:
                    shapes.append(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None))
                if self.plays_on(state):
                    return state.intern(shapes[self.compare(state, shapes, rng)])
                best: i64 = 0
                most: i64 = _WORST
                for k in range(len(rails)):
                    value = rails[k].value + self.outlook(state, state.table, rails[k])
                    if value > most:
                        best, most = k, value
                return state.intern(shapes[best])
        elif state.phase == PLACE:
            kind = self.first_kind(state)
            shapes = self.stations(state, kind, rng)
            if len(shapes) > 0:
                if self.plays_on(state):
                    return state.intern(shapes[self.compare(state, shapes, rng)])
                return state.intern(shapes[self.considered(state, shapes)])
        return super().choose(state, seat, rng)

    def plays_on(self, state: Strings) -> bool:
        return state.rounds() * state.companies - state.turn <= self.late

    def rails(self, state: Strings, table: Table, width: i64, shorts: i64, longs: i64, polish: i64) -> list[Rail]:
        """The best rails of both kinds of string, one for every set of stations."""
        company = state.company()
        planner = self.planner(state, width)
        found: list[Rail] = []
        if state.short[company] > 0:
            for rail in distinct(planner.rails(table, company, False), shorts):
                found.append(polished(planner, table, company, rail) if polish != 0 else rail)
        if state.long[company] > 0:
            price = self.long_price(state)
            for rail in distinct(planner.rails(table, company, True), longs):
                better = polished(planner, table, company, rail) if polish != 0 else rail
                better.value -= price
                found.append(better)
        return found

    def outlook(self, state: Strings, table: Table, rail: Rail) -> i64:
        """What comes after a rail: the own next strings less the opponents', in 1/1000 point."""
        company = state.company()
        after = table.clone()
        lay(after, company, rail)
        planner = self.planner(state, self.glance)
        last = state.rounds() * state.companies
        total: i64 = 0
        for step in range(state.companies - 1):
            other = (company + 1 + step) % state.companies
            if state.turn + 1 + step >= last:
                break
            rails = planner.rails(after, other, state.short[other] == 0)
            if len(rails) > 0:
                total -= self.next_other * rails[0].value // 100
                total += self.next_other * _effect(after, rails[0], company) // 100
        rounds_left = state.rounds() - state.turn // state.companies - 1
        short = state.short[company] - (0 if rail.long else 1)
        weight = self.next_own
        for _ in range(min(rounds_left, self.ahead)):
            rails = planner.rails(after, company, short == 0)
            if len(rails) == 0:
                break
            total += weight * rails[0].value // 100
            weight = weight * self.decay // 100
            lay(after, company, rails[0])
            short -= 1
        return total

    def considered(self, state: Strings, shapes: list[Shape]) -> i64:
        """Which place allows the best rail, with what that leaves."""
        best: i64 = 0
        most: i64 = _WORST
        for k in range(len(shapes)):
            tile = shapes[k].tile
            if tile is None:
                continue
            kind = shapes[k].kind
            table = state.table.clone()
            table.add_station(tile, kind, marker(kind, state.company()), 0)
            for rail in self.rails(state, table, self.quick, 2, 1, self.place_polish):
                value = rail.value + self.outlook(state, table, rail)
                if value > most:
                    best, most = k, value
        return best

    def compare(self, state: Strings, shapes: list[Shape], rng: Generator) -> i64:
        """Which of these shapes leads to the best ends; the worse half is left after every few playouts."""
        count = len(shapes)
        alive = vec[i64]()
        total = vec[i64]()
        for k in range(count):
            alive = append(alive, k)
            total = append(total, 0)
        company = state.company()
        until = min(state.turn + self.horizon, state.rounds() * state.companies)
        seed = rng.below(1 << 30)
        done: i64 = 0
        batch = self.samples
        while True:
            for sample in range(done, done + batch):
                for k in alive:
                    after = state.clone()
                    after.apply(0, after.intern(shapes[k]))
                    self.playout.run(after, until, Generator(seed + sample, 1), Generator(seed + sample, 2))
                    total[k] += self.worth(after, company)
            done += batch
            keep = len(alive) // 2
            sort(alive, total)
            if keep <= 1:
                return alive[0]
            alive = alive[:keep]

    def worth(self, state: Strings, company: i64) -> i64:
        """How well a company stands: its points against the best and the mean of the others."""
        best: i64 = -(1 << 40)
        others: i64 = 0
        for other in range(state.companies):
            if other != company:
                others += state.points[other]
                best = max(best, state.points[other])
        mean = others * 100 // (state.companies - 1)
        return state.points[company] * 100 - (best * 100 * self.best_other + mean * (100 - self.best_other)) // 100

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


def lay(table: Table, company: i64, rail: Rail) -> None:
    """Lay a rail on a table that is only thought of."""
    for s in rail.verdict.stations:
        table.reached[s] |= 1 << company
    table.add_rail(rail.line, company, rail.long)


def _effect(table: Table, rail: Rail, company: i64) -> i64:
    """What a rail of an opponent brings to the owner of stations on its way."""
    total: i64 = 0
    for s in rail.verdict.visits:
        if table.owners[s] == company:
            total += VISIT[table.kinds[s]] * 1000
    return total


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


def sort(items: vec[i64], by: vec[i64]) -> None:
    """Sort numbers by their value, the greatest first; equals stay in order."""
    for i in range(1, len(items)):
        k = i
        while k > 0 and by[items[k]] > by[items[k - 1]]:
            items[k], items[k - 1] = items[k - 1], items[k]
            k -= 1
