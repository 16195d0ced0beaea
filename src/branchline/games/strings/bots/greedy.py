"""The greedy bot: the station where it helps the next string most, and the string that brings most now."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.strings.rules.codes import LAY, PLACE
from branchline.games.strings.rules.planning.places import (
    QUICK,
    SPOTS,
    best_place,
    best_rail,
    first_kind,
    plain_planner,
)
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings

_WIDTH: Final = 12
"""The beam's width for the rail that is laid."""


class Greedy(Policy):
    """Looks at this turn only."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rail = best_rail(state, state.table, plain_planner(state, _WIDTH))
            if rail is not None:
                return state.draft(RailShape(rail.line, rail.long))
        elif state.phase == PLACE:
            kind = first_kind(state)
            tile = best_place(state, kind, plain_planner(state, QUICK), SPOTS, rng)
            if tile is not None:
                return state.draft(StationShape(tile, kind))
        return state.sample(seat, rng)
