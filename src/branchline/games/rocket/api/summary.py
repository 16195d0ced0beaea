"""What the points of a finished game of Stephenson's Rocket were for."""

from __future__ import annotations

from branchline.core.summary import Source
from branchline.core.text import Text
from branchline.games.rocket.api.scorings import FINAL, WHATS, result
from branchline.games.rocket.rules.state import Rocket


def sources(state: Rocket) -> list[Source]:
    """Every kind of scoring: towns, railway towns and mergers on the way, and the four of the final count."""
    sums = result(state).breakdown.sums
    return [
        Source(
            name=what,
            text=Text(f"rocket.source_{what}"),
            points=[int(getattr(seat, what)) for seat in sums],
            final=what in FINAL,
        )
        for what in WHATS
    ]
