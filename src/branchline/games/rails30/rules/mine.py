"""L2: the mine goes into an empty cell beside a mountain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.core.generator import Generator
from branchline.games.rails30.rules.codes import (
    CELLS,
    CHOOSE_MINE,
    CHOOSE_STATION,
    EMPTY_CELLS,
    FACTS,
    MINE,
    MINE_AT,
    MOUNTAIN,
    PLACE_MINE,
    STEP,
)
from branchline.games.rails30.rules.field import count_cells, each_cell, neighbours_mask, nth_cell

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def open_cells(state: Rails30, seat: i64) -> i64:
    """The empty cells that share a side with a mountain."""
    mountains: i64 = 0
    for cell in range(CELLS):
        if state.cells[seat * CELLS + cell] == MOUNTAIN:
            mountains |= BIT[cell]
    return neighbours_mask(mountains) & state.facts[seat * FACTS + EMPTY_CELLS]


def legal(state: Rails30, seat: i64) -> vec[i64]:
    """Every open cell."""
    return each_cell(PLACE_MINE, open_cells(state, seat))


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Whether the mine is due and the cell open."""
    if state.facts[seat * FACTS + STEP] != CHOOSE_MINE:
        return False
    return (open_cells(state, seat) >> (action - PLACE_MINE)) & 1 == 1


def sample(state: Rails30, seat: i64, rng: Generator) -> i64:
    """Any open cell."""
    cells = open_cells(state, seat)
    return PLACE_MINE + nth_cell(cells, rng.below(count_cells(cells)))


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """The mine fills its cell; the stations come next."""
    cell = action - PLACE_MINE
    state.facts[seat * FACTS + MINE_AT] = cell
    state.fill(seat, cell, MINE)
    state.facts[seat * FACTS + STEP] = CHOOSE_STATION
