"""L3: stations 1–4 in order, exactly one on each side of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.rails30.rules.codes import (
    BORDERS,
    CHOOSE_BONUS,
    CHOOSE_STATION,
    FACTS,
    PLACE_STATION,
    STATIONS,
    STEP,
)
from branchline.games.rails30.rules.field import nth_cell

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def free_sides(state: Rails30, seat: i64) -> i64:
    """The sides of the field without a station, as a bit mask."""
    sides: i64 = 15
    at = seat * FACTS + STATIONS
    for station in range(4):
        if state.facts[at + station] >= 0:
            sides &= ~(1 << (state.facts[at + station] // 6))
    return sides


def legal(state: Rails30, seat: i64) -> vec[i64]:
    """Every square of a free side."""
    actions = vec[i64]()
    sides = free_sides(state, seat)
    for border in range(BORDERS):
        if (sides >> (border // 6)) & 1:
            actions = append(actions, PLACE_STATION + border)
    return actions


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Whether a station is due and the side free."""
    step = state.facts[seat * FACTS + STEP]
    if step < CHOOSE_STATION or step >= CHOOSE_BONUS:
        return False
    return (free_sides(state, seat) >> ((action - PLACE_STATION) // 6)) & 1 == 1


def sample(state: Rails30, seat: i64, rng: Generator) -> i64:
    """Any square of any free side."""
    free = CHOOSE_BONUS - state.facts[seat * FACTS + STEP]
    return PLACE_STATION + nth_cell(free_sides(state, seat), rng.below(free)) * 6 + rng.below(6)


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """The station whose step it is stands there."""
    at = seat * FACTS
    state.facts[at + STATIONS + state.facts[at + STEP] - CHOOSE_STATION] = action - PLACE_STATION
    state.facts[at + STEP] += 1
