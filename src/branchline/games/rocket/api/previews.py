"""What a legal action would bring."""

from __future__ import annotations

from typing import Any

from branchline.games.rocket.api import views
from branchline.games.rocket.api.maps import map_of
from branchline.games.rocket.rules.codes import INVEST
from branchline.games.rocket.rules.state import Rocket


def preview(state: Rocket, seat: int, action: int) -> dict[str, Any]:
    """For an extension what its hex brings; for everything the projected final score as it would be."""
    table = map_of(state)
    if action < INVEST:
        line, way = divmod(action, 6)
        after = views.driven(state, line, way)
        seen = views.target(state, after, table, line, way)
    else:
        after = state.clone()
        after.apply(seat, action)
        seen = {}
    return {**seen, "projection": views.projection(after, table)["seats"]}
