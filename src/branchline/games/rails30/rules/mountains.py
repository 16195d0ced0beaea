"""L1: the six mountains, one roll for each row, of which one may be skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.rails30.rules.codes import (
    CHOOSE_MINE,
    DRAW_MOUNTAIN,
    FACTS,
    MOUNTAIN,
    MOUNTAINS,
    ROWS,
    SKIP_MOUNTAIN,
    SKIPPED,
    STEP,
)

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def roll(state: Rails30, k: i64) -> None:
    """Who may still skip decides on seeing the roll; for the others the mountain is drawn at once."""
    state.rolls += 1
    state.white = k + 1
    for seat in range(state.players):
        if state.facts[seat * FACTS + SKIPPED] != 0:
            _draw(state, seat)
        else:
            state.waiting |= 1 << seat
    _finish(state)


def rolled_cell(state: Rails30) -> i64:
    """Where the mountain of the last roll goes."""
    return (state.rolls - 1) * 6 + state.white - 1


def legal(state: Rails30, seat: i64) -> vec[i64]:
    """Draw the rolled mountain or skip it."""
    return vec[i64]([DRAW_MOUNTAIN, SKIP_MOUNTAIN])


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Both are open to everybody who has to decide."""
    return state.facts[seat * FACTS + STEP] == MOUNTAINS


def sample(state: Rails30, seat: i64, rng: Generator) -> i64:
    """One of the two."""
    return DRAW_MOUNTAIN + rng.below(2)


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """After the sixth row everybody sets up the rest of the sheet."""
    if action == SKIP_MOUNTAIN:
        state.facts[seat * FACTS + SKIPPED] = state.rolls
    else:
        _draw(state, seat)
    state.acted(seat)
    _finish(state)


def _draw(state: Rails30, seat: i64) -> None:
    state.fill(seat, rolled_cell(state), MOUNTAIN)


def _finish(state: Rails30) -> None:
    if state.waiting == 0 and state.rolls == ROWS:
        for seat in range(state.players):
            state.facts[seat * FACTS + STEP] = CHOOSE_MINE
            state.waiting |= 1 << seat
