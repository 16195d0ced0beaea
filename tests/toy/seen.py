"""What a seat of the toy gets to see of an event."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Chanced, Played
from tests.toy.rules.state import DEAL, WRITE


def seen(before: Any, event: Played | Chanced, after: Any, seat: int | None) -> Any:
    """X1: a card is seen by the seat that is dealt it. X2: a choice is face down until all have chosen (X3)."""
    public = [after.phase, after.round, after.die, list(after.shown), list(after.points), after.actors()]
    if isinstance(event, Chanced):
        to = before.dealt % before.players if before.phase == DEAL else None
        return public, to, list(after.hands[seat * 6 : seat * 6 + 6]) if seat is not None and to == seat else None
    open_to_all = event.seat == seat or before.phase == WRITE
    return public, event.seat, event.action if open_to_all else None
