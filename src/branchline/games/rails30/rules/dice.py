"""L5, L9: the two dice of a turn, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline.games.rails30.rules.codes import EMPTY_CELLS, FACTS, TURNS

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def roll(state: Rails30, k: i64) -> None:
    """The white die opens a turn; after the coloured one every seat with an empty cell has to draw."""
    if state.coloured != 0 or state.turn == 0:
        state.turn += 1
        state.white = k + 1
        state.coloured = 0
    else:
        state.coloured = k + 1
        for seat in range(state.players):
            if state.facts[seat * FACTS + EMPTY_CELLS] != 0:
                state.waiting |= 1 << seat


def ended(state: Rails30) -> bool:
    """L5, L9: after 30 turns, or when no cell is empty on any sheet."""
    if state.turn == TURNS:
        return state.waiting == 0 and state.coloured != 0
    if state.turn == 0 or state.coloured == 0 or state.waiting != 0:
        return False
    for seat in range(state.players):
        if state.facts[seat * FACTS + EMPTY_CELLS] != 0:
            return False
    return True
