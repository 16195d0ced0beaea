"""L19: buying shares instead of drawing: the higher die for one pair, and a cell crossed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import (
    CELLS,
    CROSSED,
    EMPTY_CELLS,
    FACTS,
    PAIRS,
    READY,
    SHARES,
    STEP,
    pack_shares,
    shares_cell,
    shares_pair,
)

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def offered(state: Rails30) -> i64:
    """How many shares are to be had: the higher of the two dice."""
    return state.white if state.white > state.coloured else state.coloured


def legal(state: Rails30, seat: i64, actions: vec[i64]) -> vec[i64]:
    """The actions, and after them every pair with every empty cell."""
    empty = state.facts[seat * FACTS + EMPTY_CELLS]
    for pair in range(PAIRS):
        for cell in range(CELLS):
            if (empty >> cell) & 1:
                actions = append(actions, pack_shares(pair, cell))
    return actions


def allows(state: Rails30, seat: i64, action: i64) -> bool:
    """Whether shares are sold in this game, it is a turn, and the cell is empty."""
    if not state.with_shares or state.facts[seat * FACTS + STEP] != READY:
        return False
    return (state.facts[seat * FACTS + EMPTY_CELLS] >> shares_cell(action)) & 1 == 1


def apply(state: Rails30, seat: i64, action: i64) -> None:
    """The pair's shares grow, and the cell is crossed out."""
    state.facts[seat * FACTS + SHARES + shares_pair(action)] += offered(state)
    state.fill(seat, shares_cell(action), CROSSED)
    state.acted(seat)
