"""Invest (R16): one cube on a free slot of the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rocket.rules.codes import INVEST

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


def legal(state: Rocket, found: vec[i64]) -> vec[i64]:
    """Add every investment to what was found."""
    for cell in range(state.board.cells):
        if (state.free_cells >> cell) & 1 == 1:
            found = append(found, INVEST + cell)
    return found


def allows(state: Rocket, cell: i64) -> bool:
    """Whether that cell of the chart has a free slot."""
    return cell < state.board.cells and (state.free_cells >> cell) & 1 == 1


def apply(state: Rocket, seat: i64, cell: i64) -> None:
    """Put a cube of the seat into the cell."""
    state.idle = 0
    players = state.players
    state.cubes[cell * players + seat] += 1
    total: i64 = 0
    for each in range(players):
        total += state.cubes[cell * players + each]
    if total == state.board.cell_slots[cell]:
        state.free_cells &= ~BIT[cell]
