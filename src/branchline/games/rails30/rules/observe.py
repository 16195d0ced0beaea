"""The observation: a position as a vector of fixed length, the observing seat's sheet first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import CELLS, EMPTY_CELLS, FACTS

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30

MOST_SHEETS: Final = 12
"""The vector has space for so many sheets; those that are not in play are zeros."""
TABLE: Final = 5
SHEET: Final = 2 + CELLS + FACTS - 1
"""In play, still to act, the cells, and the facts after the mask of empty cells, which the cells tell."""


def observe(state: Rails30, seat: i64, out: vec[i64], at: i64) -> None:
    """The dice, then every sheet from the seat's own on, round the table."""
    cells, facts = state.cells, state.facts
    out[at] = 1 if state.with_shares else 0
    out[at + 1] = state.rolls
    out[at + 2] = state.turn
    out[at + 3] = state.white
    out[at + 4] = state.coloured
    at += TABLE
    for turn in range(state.players):
        other = (seat + turn) % state.players
        out[at] = 1
        out[at + 1] = (state.waiting >> other) & 1
        at += 2
        first = other * CELLS
        for cell in range(CELLS):
            out[at + cell] = cells[first + cell]
        at += CELLS
        first = other * FACTS
        for fact in range(EMPTY_CELLS + 1, FACTS):
            out[at + fact - 1] = facts[first + fact]
        at += FACTS - 1
