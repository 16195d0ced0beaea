"""What can be said of two moves in any game: the points that each brings at once."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.state import State
from branchline.core.text import Text


def gained(state: State, seat: int, move: Move) -> int:
    """The points that the move itself brings the seat, before chance or anybody else does anything."""
    after = state.clone()
    after.apply(seat, move.number, move.payload)
    return int(after.scores()[seat]) - int(state.scores()[seat])


def compare_points(state: State, seat: int, played: Move, better: Move) -> list[Text]:
    """The points at once of both moves, where they differ."""
    now, then = gained(state, seat, played), gained(state, seat, better)
    return [] if now == then else [Text("core.explain_points", {"played": now, "better": then})]
