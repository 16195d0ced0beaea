"""The expert bot: places and rails compared by how the game goes on after them."""

from __future__ import annotations

import time

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.strings.greedy import Greedy
from branchline.games.strings.legs import Legs
from branchline.games.strings.planner import Planner, Rail
from branchline.games.strings.playout import Playout
from branchline.games.strings.polish import polished
from branchline.games.strings.rivals import rivals
from branchline.games.strings.shapes import RAIL, STATION, Shape
from branchline.games.strings.state import LAY, PLACE, Strings
from branchline.games.strings.table import VISIT, marker
from branchline.games.strings.tiles import Tile
from branchline.games.strings.trial import Budget, Trial, best_trial, descending


class Expert(Greedy):
    """Plays every promising choice on for some turns, against the same draws of stations."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 40
        self.spots = 200
        self.quick = 6
        self.shorts: i64 = 8
        """Rails with a short string that are compared; no two of them reach the same stations."""
        self.longs: i64 = 6
        self.finalists: i64 = 12
        """Places that are compared by what follows them, after a first look."""
        self.grudge: i64 = 75
        """What the rivals' best ways count at that first look, in percent."""
        self.turns_lay: i64 = 2500
        """Turns played on for a rail, and for all stations of a turn."""
        self.turns_place: i64 = 5000
        self.horizon: i64 = 8
        """Turns that a playout goes on at most: two rounds of four, where the later ones tell nothing but luck."""
        self.playout = Playout(8, 300, 2200)
        self.until: float = 0.0
        """When the choice has to be made, by `time.perf_counter`; 0: the clock does not count."""
        self.playouts: i64 = 0
        """How many playouts a choice may take; 0: as many as its turns allow."""

    def allow(self, seconds: float, iterations: i64) -> None:
        self.until = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.playouts = iterations

    def late(self) -> bool:
        """Whether the time is up, and what was found so far has to do."""
        return self.until > 0.0 and time.perf_counter() > self.until

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rails = self.rails(state)
            if len(rails) > 0:
                rail = rails[self.best_rail_of(state, rails, rng)]
                return state.intern(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None))
        elif state.phase == PLACE:
            kind = self.first_kind(state)
            legs = Legs(state.table)
            tiles = self.stations(state, legs, kind, rng)
            if len(tiles) > 0:
                tile = tiles[self.best_station_of(state, legs, kind, tiles, rng)]
                return state.intern(Shape(STATION, None, tile, kind, None))
        return super().choose(state, seat, rng)

    def planner(self, state: Strings, width: i64) -> Planner:
        """A planner that grudges each opponent its points by how hard it is to beat."""
        planner = Planner(width, 9, 120, 0, state.expert, state.first_only)
        weights = rivals(state, state.company())
        for company in range(state.companies):
            planner.against[company] = weights[company] * 15
        return planner

    # ── rails ──
    def rails(self, state: Strings) -> list[Rail]:
        """The best rails of both kinds of string, one for every set of stations."""
        company = state.company()
        planner = self.planner(state, self.width)
        found: list[Rail] = []
        if state.short[company] > 0:
            found = distinct(planner.rails(state.table, company, False), self.shorts)
        if state.long[company] > 0:
            found.extend(distinct(planner.rails(state.table, company, True), self.longs))
        for k in range(len(found)):
            if self.late():
                break
            found[k] = polished(planner, state.table, company, found[k])
        return found

    def best_rail_of(self, state: Strings, rails: list[Rail], rng: Generator) -> i64:
        """Which rail ends best."""
        legs = Legs(state.table)
        trials: list[Trial] = []
        for k in range(len(rails)):
            trial = Trial(k, state.clone(), legs.clone())
            trial.lay(rails[k])
            trials.append(trial)
        return self.best_trial(trials, state.company(), self.turns_lay, rng)

    def best_trial(self, trials: list[Trial], company: i64, turns: i64, rng: Generator) -> i64:
        """The choice that the playouts like best."""
        budget = Budget(turns, self.playouts, self.until)
        return best_trial(trials, company, self.playout, budget, self.horizon, rng.below(1 << 30))

    # ── stations ──
    def stations(self, state: Strings, legs: Legs, kind: i64, rng: Generator) -> list[Tile]:
        """The places that look best at a first look."""
        weights = rivals(state, state.company())
        values = vec[i64]()
        tiles = self.places(state, rng)
        for tile in tiles:
            values = append(values, self.first_look(state, legs, kind, tile, weights))
            if self.late():
                break
        kept: list[Tile] = []
        for k in descending(values):
            kept.append(tiles[k])
            if len(kept) == self.finalists:
                break
        return kept

    def first_look(self, state: Strings, legs: Legs, kind: i64, tile: Tile, weights: vec[i64]) -> i64:
        """What a place is worth in outline: the best way that it allows, less the rivals' best ways."""
        company = state.company()
        after = state.clone()
        after.table.add_station(tile, kind, marker(kind, company), 0)
        longer = legs.clone()
        longer.grow(after.table)
        ways = self.playout.ways(after, longer, company)
        if len(ways) == 0:
            return -(1 << 40)
        value = ways[0].value * 16 - ways[0].length
        for other in range(state.companies):
            if weights[other] > 0:
                ways = self.playout.ways(after, longer, other)
                if len(ways) > 0:
                    value -= self.grudge * weights[other] * ways[0].value * 16 // 10000
                    for s in ways[0].stops:
                        if after.table.owners[s] == company:
                            value += self.grudge * VISIT[after.table.kinds[s]] * 160
        return value

    def best_station_of(self, state: Strings, legs: Legs, kind: i64, tiles: list[Tile], rng: Generator) -> i64:
        """Which place ends best; the rail that follows at once is looked for with more care."""
        trials: list[Trial] = []
        for k in range(len(tiles)):
            after = state.clone()
            after.apply(0, after.intern(Shape(STATION, None, tiles[k], kind, None)))
            longer = legs.clone()
            longer.grow(after.table)
            trial = Trial(k, after, longer)
            if after.phase == LAY:
                rail = self.best_rail(after, after.table, self.quick)
                if rail is not None:
                    trial.lay(rail)
            trials.append(trial)
            if self.late():
                break
        turns = self.turns_place // max(state.drawn, 1)
        return self.best_trial(trials, state.company(), turns, rng)


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
