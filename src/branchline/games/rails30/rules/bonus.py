"""L4: the bonus cell is any one empty cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.rails30.rules.codes import (
    BONUS_AT,
    CHOOSE_BONUS,
    EMPTY_CELLS,
    FACTS,
    PLACE_BONUS,
    READY,
    STEP,
)
from branchline.games.rails30.rules.field import count_cells, each_cell, nth_cell

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def legal(state: Rails30, seat: i64) -> vec[i64]:
    """Every empty cell."""
    return each_cell(PLACE_BONUS, state.facts[seat * FACTS + EMPTY_CELLS])


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Whether the bonus cell is due and the cell empty."""
    if state.facts[seat * FACTS + STEP] != CHOOSE_BONUS:
        return False
    return (state.facts[seat * FACTS + EMPTY_CELLS] >> (action - PLACE_BONUS)) & 1 == 1


def sample(state: Rails30, seat: i64, rng: Generator) -> i64:
    """Any empty cell."""
    cells = state.facts[seat * FACTS + EMPTY_CELLS]
    return PLACE_BONUS + nth_cell(cells, rng.below(count_cells(cells)))


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """The cell stays empty; the sheet is ready for the first turn."""
    state.facts[seat * FACTS + BONUS_AT] = action - PLACE_BONUS
    state.facts[seat * FACTS + STEP] = READY
    state.acted(seat)
