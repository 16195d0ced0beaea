"""A turn: it begins with drawing stations (S8) and ends with a string laid or given up (S21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline.games.strings.rules.codes import DRAW, LAY, OVER, PLACE
from branchline.games.strings.rules.pieces import RURAL

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def begin(state: Strings) -> None:
    """Draw, if there is anything to draw."""
    state.drawn = 0
    state.rural = 0
    state.phase = DRAW if state.stack_size() > 0 else LAY


def draw(state: Strings, k: i64) -> None:
    """S8: take the k-th station of the stack. A rural one brings one more, once a turn; the first turn draws two."""
    kind: i64 = 0
    while k >= state.stack[kind]:
        k -= state.stack[kind]
        kind += 1
    state.stack[kind] -= 1
    state.hand[kind] += 1
    state.drawn += 1
    if kind == RURAL:
        state.rural = 1
    due = 1 + state.rural + (1 if state.turn == 0 else 0)
    if state.drawn >= due or state.stack_size() == 0:
        state.phase = PLACE


def end(state: Strings) -> None:
    """The next company's turn, or the end of the game (S21)."""
    state.turn += 1
    if state.turn == state.rounds() * state.companies:
        state.phase = OVER
    else:
        begin(state)
