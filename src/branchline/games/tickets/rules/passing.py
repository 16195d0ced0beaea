"""Passing, when nothing else is possible (T35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.rules.codes import PASS
from branchline.games.tickets.rules.turns import end_turn

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def legal(found: vec[i64]) -> vec[i64]:
    """Add the pass if there is no other action."""
    return append(found, PASS) if len(found) == 0 else found


def allows(state: Tickets, seat: i64) -> bool:
    """Whether there is no other action."""
    return state.legal(seat)[0] == PASS


def apply(state: Tickets) -> None:
    """The turn ends; after a round of passes the game does."""
    state.passes += 1
    end_turn(state)
