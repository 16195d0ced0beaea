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
_BLANK: Final[vec[i64]] = vec[i64]([0] * (TABLE + MOST_SHEETS * SHEET))


def observe(state: Rails30, seat: i64) -> vec[i64]:
    """The dice, then every sheet from the seat's own on, round the table."""
    seen = _BLANK[:]
    seen[0] = 1 if state.with_shares else 0
    seen[1] = state.rolls
    seen[2] = state.turn
    seen[3] = state.white
    seen[4] = state.coloured
    at: i64 = TABLE
    for turn in range(state.players):
        other = (seat + turn) % state.players
        seen[at] = 1
        seen[at + 1] = (state.waiting >> other) & 1
        at += 2
        for cell in range(CELLS):
            seen[at + cell] = state.cells[other * CELLS + cell]
        at += CELLS
        for fact in range(EMPTY_CELLS + 1, FACTS):
            seen[at + fact - 1] = state.facts[other * FACTS + fact]
        at += FACTS - 1
    return seen
