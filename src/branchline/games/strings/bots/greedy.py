"""The greedy bot: the station where it helps the next string most, and the string that brings most now."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste
from branchline.core.state import State
from branchline.games.strings.rules.codes import LAY, PLACE
from branchline.games.strings.rules.planning.places import (
    DEPTH,
    PRICE,
    QUICK,
    SPITE,
    SPOTS,
    best_place,
    best_rail,
    first_kind,
    plain_planner,
)
from branchline.games.strings.rules.planning.planner import Planner
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings

_WIDTH: Final = 12
"""The beam's width for the rail that is laid."""


class Greedy(Policy):
    """Looks at this turn only; with a narrower look and a shorter sight it is a beginner."""

    def __init__(self, width: i64 = _WIDTH, quick: i64 = QUICK, spots: i64 = SPOTS, depth: i64 = DEPTH) -> None:
        self.width: i64 = width
        """The beam's width for the rail that is laid,"""
        self.quick: i64 = quick
        """and while places are compared."""
        self.spots: i64 = spots
        """Places that are compared for a station."""
        self.depth: i64 = depth
        """Stops of a rail that are looked for at most, after the first."""
        self.price: i64 = PRICE
        self.spite: i64 = SPITE

    def adopt(self, taste: Taste) -> None:
        """Bold players spend string more freely; rivals grudge others their points."""
        self.price = PRICE - 15 * taste.bold
        self.spite = SPITE + 75 * taste.rival

    def planner(self, state: Strings, width: i64) -> Planner:
        """How it looks for rails."""
        return plain_planner(state, width, self.depth, self.price, self.spite)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rail = best_rail(state, state.table, self.planner(state, self.width))
            if rail is not None:
                return state.draft(RailShape(rail.line, rail.long))
        elif state.phase == PLACE:
            kind = first_kind(state)
            tile = best_place(state, kind, self.planner(state, self.quick), self.spots, rng)
            if tile is not None:
                return state.draft(StationShape(tile, kind))
        return state.sample(seat, rng)
