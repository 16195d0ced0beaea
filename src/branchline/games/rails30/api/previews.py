"""What an action of 30 Rails would bring."""

from __future__ import annotations

from typing import Any

from branchline.games.rails30.api.views import score
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.state import Rails30


def preview(state: Rails30, seat: int, action: int) -> dict[str, Any]:
    """The score sheet as it would be, and the gain."""
    after = state.clone()
    after.apply(seat, action)
    return {"gain": int(points(after, seat) - points(state, seat)), **score(after, seat)}
