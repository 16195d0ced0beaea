"""Choosing a corner for the base (S6, S7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules import setup
from branchline.games.strings.rules.codes import CORNER

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def legal(state: Strings) -> vec[i64]:
    """The corners that are free for the company at turn."""
    found = vec[i64]()
    for corner in range(state.companies):
        if is_free(state, corner):
            found = append(found, CORNER + corner)
    return found


def is_free(state: Strings, corner: i64) -> bool:
    """S6, S7: nobody's corner; with two players a player's second base lies opposite the first."""
    taken = state.corner
    for other in taken:
        if other == corner:
            return False
    return state.players > 2 or state.turn != 1 or corner != (taken[0] + 2) % 4


def apply(state: Strings, corner: i64) -> None:
    """Take a corner; after the last company's the bases are laid."""
    state.corner[state.turn] = corner
    state.turn += 1
    if state.players == 2 and state.turn == 2:
        state.corner[2] = (state.corner[0] + 2) % 4
        state.corner[3] = (state.corner[1] + 2) % 4
        state.turn = 4
    if state.turn == state.companies:
        setup.lay_bases(state)
