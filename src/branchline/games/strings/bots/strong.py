"""The strong bot: places and rails compared by how the game goes on after them."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy, Proposal, Taste
from branchline.core.state import State, first_seat
from branchline.games.strings.bots.legs import Legs
from branchline.games.strings.bots.playout import Playout
from branchline.games.strings.bots.rivals import grudging_planner, rivals
from branchline.games.strings.bots.trial import Budget, Trial, best_trial, descending
from branchline.games.strings.rules.codes import DRAW, LAY, PLACE, SHAPE
from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.pieces import VISIT
from branchline.games.strings.rules.place import marker
from branchline.games.strings.rules.planning.places import best_place, best_rail, first_kind, places
from branchline.games.strings.rules.planning.planner import Rail
from branchline.games.strings.rules.planning.polish import polished
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import SIDE, Tile

_WIDTH: Final = 40
"""The beam's width for rails."""
_QUICK: Final = 6
"""The beam's width while places for a station are compared."""
_SPOTS: Final = 200
"""Places that get a first look."""
_FINALISTS: Final = 12
"""Places that are compared by what follows them, after a first look."""
_SHORTS: Final = 8
"""Rails with a short string that are compared; no two of them reach the same stations."""
_LONGS: Final = 6
_GRUDGE: Final = 75
"""What the rivals' best ways count at the first look, in percent."""
_TURNS_LAY: Final = 2500
"""Turns played on for a rail."""
_TURNS_PLACE: Final = 5000
"""Turns played on for all stations of a turn."""
HORIZON: Final = 8
"""Turns that a playout goes on at most: two rounds of four, where the later ones tell nothing but luck."""
_BEAM: Final = 8
"""The beam's width in playouts."""
_FOREVER: Final = 1 << 30


class Strong(Policy):
    """Plays every promising choice on for some turns, against the same draws of stations."""

    def __init__(
        self,
        turns_place: i64 = _TURNS_PLACE,
        turns_lay: i64 = _TURNS_LAY,
        horizon: i64 = HORIZON,
        finalists: i64 = _FINALISTS,
        shorts: i64 = _SHORTS,
        beam: i64 = _BEAM,
    ) -> None:
        self.playout = Playout(beam, 300, 2200)
        self.turns_place: i64 = turns_place
        self.turns_lay: i64 = turns_lay
        self.horizon: i64 = horizon
        self.finalists: i64 = finalists
        self.shorts: i64 = shorts
        self.grudge: i64 = _GRUDGE
        self.until: float = 0.0
        """When the choice has to be made, by `time.perf_counter`; 0: the clock does not count."""
        self.playouts: i64 = 0
        """How many playouts a choice may take; 0: as many as its turns allow."""

    def adopt(self, taste: Taste) -> None:
        self.grudge = _GRUDGE + 10 * taste.rival

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
                return state.draft(RailShape(rail.line, rail.long))
        elif state.phase == PLACE:
            kind = first_kind(state)
            tile = self.place(state, kind, rng)
            if tile is not None:
                return state.draft(StationShape(tile, kind))
        return state.sample(seat, rng)

    def proposals(self, state: State, seat: i64, most: i64, rng: Generator) -> list[Proposal]:
        """The rails that are worth most, or places that look best and do not lie side by side."""
        assert isinstance(state, Strings)
        found: list[Proposal] = []
        if state.phase == LAY:
            for rail in _by_worth(self.rails(state)):
                if len(found) < most:
                    found.append(Proposal(SHAPE, RailShape(rail.line, rail.long)))
        elif state.phase == PLACE:
            kind = first_kind(state)
            kept: list[Tile] = []
            for tile in self.stations(state, Legs(state.table), kind, rng):
                if len(kept) < most and apart(tile, kept):
                    kept.append(tile)
                    found.append(Proposal(SHAPE, StationShape(tile, kind)))
        if len(found) == 0:
            drawn = state.sample(seat, rng)
            found.append(Proposal(drawn, state.payload(drawn)))
        return found

    def play_on(self, state: State, luck: Luck, wits: Generator) -> None:
        """Playouts go by outlines: the bot's own choice would take seconds."""
        assert isinstance(state, Strings)
        while state.phase < DRAW:
            n = state.chance()
            if n > 0:
                state.apply_chance(luck.draw(n))
            else:
                seat = first_seat(state.actors())
                state.apply(seat, state.sample(seat, wits))
        self.playout.run(state, Legs(state.table), luck, wits, _FOREVER)

    def place(self, state: Strings, kind: i64, rng: Generator) -> Tile | None:
        """Where to put a station; None if no place was found."""
        legs = Legs(state.table)
        tiles = self.stations(state, legs, kind, rng)
        if len(tiles) > 0:
            return tiles[self.best_station_of(state, legs, kind, tiles, rng)]
        return best_place(state, kind, grudging_planner(state, _QUICK), _SPOTS, rng)

    # ── rails ──
    def rails(self, state: Strings) -> list[Rail]:
        """The best rails of both kinds of string, one for every set of stations."""
        company = state.company()
        planner = grudging_planner(state, _WIDTH)
        found: list[Rail] = []
        if state.short[company] > 0:
            found = distinct(planner.rails(state.table, company, False), self.shorts)
        if state.long[company] > 0:
            found.extend(distinct(planner.rails(state.table, company, True), _LONGS))
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
        tiles = places(state, grudging_planner(state, _QUICK), _SPOTS, rng)
        for tile in tiles:
            own, others = self.first_look(state, legs, kind, tile, weights)
            values = append(values, own - others)
            if self.late():
                break
        kept: list[Tile] = []
        for k in descending(values):
            kept.append(tiles[k])
            if len(kept) == self.finalists:
                break
        return kept

    def first_look(self, state: Strings, legs: Legs, kind: i64, tile: Tile, weights: vec[i64]) -> tuple[i64, i64]:
        """What a place is worth in outline (1/16000 point): by the best way that it allows, and by the rivals'."""
        company = state.company()
        after = state.clone()
        after.table.add_station(tile, kind, marker(kind, company), 0)
        longer = legs.clone()
        longer.grow(after.table)
        ways = self.playout.ways(after, longer, company)
        if len(ways) == 0:
            return -(1 << 40), 0
        own = ways[0].value * 16 - ways[0].length
        others: i64 = 0
        for other in range(state.companies):
            if weights[other] > 0:
                ways = self.playout.ways(after, longer, other)
                if len(ways) > 0:
                    others += self.grudge * weights[other] * ways[0].value * 16 // 10000
                    for s in ways[0].stops:
                        if after.table.owners[s] == company:
                            others -= self.grudge * VISIT[after.table.kinds[s]] * 160
        return own, others

    def best_station_of(self, state: Strings, legs: Legs, kind: i64, tiles: list[Tile], rng: Generator) -> i64:
        """Which place ends best; the rail that follows at once is looked for with more care."""
        trials: list[Trial] = []
        for k in range(len(tiles)):
            after = state.clone()
            after.apply(0, SHAPE, StationShape(tiles[k], kind))
            longer = legs.clone()
            longer.grow(after.table)
            trial = Trial(k, after, longer)
            if after.phase == LAY:
                rail = best_rail(after, after.table, grudging_planner(after, _QUICK))
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


def _by_worth(rails: list[Rail]) -> list[Rail]:
    """The rails, the most valuable first; equals stay in order."""
    values = vec[i64]()
    for rail in rails:
        values = append(values, rail.value)
    ordered: list[Rail] = []
    for k in descending(values):
        ordered.append(rails[k])
    return ordered


def apart(tile: Tile, others: list[Tile], gap: i64 = SIDE) -> bool:
    """Whether the tile lies at least so far away from all others."""
    for other in others:
        if distance(tile.x, tile.y, other.x, other.y) < gap * 1024:
            return False
    return True
