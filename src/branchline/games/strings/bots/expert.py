"""The expert bot: takes all of its time, looks closer at places, and plays its own seat on better."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.bots.legs import Legs
from branchline.games.strings.bots.playout import Style
from branchline.games.strings.bots.rivals import grudging_planner, rivals
from branchline.games.strings.bots.strong import HORIZON, Strong, apart, distinct
from branchline.games.strings.bots.trial import Budget, Trial, best_trial, descending
from branchline.games.strings.rules._fields import clone_table
from branchline.games.strings.rules.codes import LAY, SHAPE
from branchline.games.strings.rules.place import marker
from branchline.games.strings.rules.planning.places import HURRY, best_rail, places
from branchline.games.strings.rules.planning.planner import Rail
from branchline.games.strings.rules.shapes import StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import SIDE, Tile

_QUICK: Final = 6
"""The beam's width while places for a station are compared."""
_SPOTS: Final = 300
"""Places that get a first look."""
_CLOSER: Final = 60
"""Places that get a closer look: the best rail there, exactly."""
_LOOKING: Final = 0.25
"""The part of the time that looking at places may take."""
_NEAR: Final = 2000
"""A rail with the other string is compared too if it is worth at most so much less (1/1000 point)."""
_TURNS: Final = 14000
"""Turns played on for a choice, where the time does not end before."""
_FINALISTS: Final = 16
"""Places that are compared by what follows them."""
_SHORTS: Final = 10
"""Rails with a short string that are compared."""
_BEAM: Final = 12
"""The beam's width in playouts for the others; one's own is in the style."""


def fitted() -> Style:
    """The style that won most of quick games against the usual one, found by the cross-entropy method."""
    return Style(16, 90, 190, vec[i64]([0, 3300, 3600, 3500, 4400]), vec[i64]([0, 800, 330, 100, 0, 0]))


class Expert(Strong):
    """Plays its own company on by a style that was fitted in quick games, the others as the strong bot does."""

    def __init__(
        self,
        turns: i64 = _TURNS,
        horizon: i64 = HORIZON,
        finalists: i64 = _FINALISTS,
        shorts: i64 = _SHORTS,
        beam: i64 = _BEAM,
        gap: i64 = SIDE // 2,
        closer: i64 = _CLOSER,
        spots: i64 = _SPOTS,
    ) -> None:
        super().__init__(turns, turns, horizon, finalists, shorts, beam)
        self.playout.special = fitted()
        self.gap: i64 = gap
        """How far finalists lie from each other at least: places side by side are hardly different choices."""
        self.closer: i64 = closer
        self.spots: i64 = spots
        self.enough: float = 0.0
        """When looking at places has to end."""

    def allow(self, seconds: float, iterations: i64) -> None:
        super().allow(seconds, iterations)
        self.enough = time.perf_counter() + seconds * _LOOKING if seconds > 0.0 and iterations == 0 else 0.0

    def looked_enough(self) -> bool:
        """Whether the time for looking is up."""
        return self.enough > 0.0 and time.perf_counter() > self.enough

    def best_trial(self, trials: list[Trial], company: i64, turns: i64, rng: Generator) -> i64:
        """Which trial ends best, with the company played on by its own style and a part of the time for each round."""
        budget = Budget(turns, self.playouts, self.until, True)
        self.playout.company = company
        found = best_trial(trials, company, self.playout, budget, self.horizon, rng.below(1 << 30))
        self.playout.company = -1
        return found

    # ── stations ──
    def stations(self, state: Strings, legs: Legs, kind: i64, rng: Generator) -> list[Tile]:
        """The places that look best at a closer look, none beside a better one."""
        weights = rivals(state, state.company())
        tiles = places(state, grudging_planner(state, _QUICK), self.spots, rng)
        values, grudges = vec[i64](), vec[i64]()
        for tile in tiles:
            own, others = self.first_look(state, legs, kind, tile, weights)
            values, grudges = append(values, own - others), append(grudges, others)
            if self.looked_enough():
                break
        order = descending(values)
        order = self._closer(state, kind, tiles, grudges, order[: min(self.closer, len(order))])
        kept: list[Tile] = []
        for k in order:
            if apart(tiles[k], kept, self.gap):
                kept.append(tiles[k])
                if len(kept) == self.finalists:
                    break
        return kept

    def _closer(self, state: Strings, kind: i64, tiles: list[Tile], grudges: vec[i64], order: vec[i64]) -> vec[i64]:
        """The places in order of the best rails that they allow, exactly, less what the rivals would make of them."""
        company = state.company()
        planner = grudging_planner(state, _QUICK)
        values = vec[i64]()
        for k in order:
            after = clone_table(state.table)
            after.add_station(tiles[k], kind, marker(kind, company), 0)
            rail = best_rail(state, after, planner)
            value: i64 = -(1 << 40)
            if rail is not None:
                value = rail.value * 16 - (rail.verdict.length >> 10) - grudges[k]
            values = append(values, value)
            if self.looked_enough():
                break
        sorted_places = vec[i64]()
        for j in descending(values):
            sorted_places = append(sorted_places, order[j])
        return sorted_places

    def best_station_of(self, state: Strings, legs: Legs, kind: i64, tiles: list[Tile], rng: Generator) -> i64:
        """Which place ends best, with the short or the long string laid next, whichever is better there."""
        trials: list[Trial] = []
        for k in range(len(tiles)):
            after = state.clone()
            after.apply(0, SHAPE, StationShape(tiles[k], kind))
            longer = legs.clone()
            longer.grow(after.table)
            if after.phase == LAY:
                for rail in self._next_rails(after):
                    trial = Trial(k, after.clone(), longer.clone())
                    trial.lay(rail)
                    trials.append(trial)
            else:
                trials.append(Trial(k, after, longer))
            if self.late():
                break
        if len(trials) == 0:
            return 0
        return self.best_trial(trials, state.company(), self.turns_place, rng)

    def _next_rails(self, state: Strings) -> list[Rail]:
        """The best rail, and the best with the other string if it is nearly as good."""
        company = state.company()
        planner = grudging_planner(state, _QUICK)
        found: list[Rail] = []
        if state.short[company] > 0:
            found = distinct(planner.rails(state.table, company, False), 1)
        if state.long[company] > 0:
            for rail in distinct(planner.rails(state.table, company, True), 1):
                if state.short[company] > 0:
                    rail.value -= HURRY
                found.append(rail)
        if len(found) == 2:
            lead = found[0].value - found[1].value
            if lead > _NEAR:
                found.pop()
            elif lead < -_NEAR:
                found.pop(0)
        return found
