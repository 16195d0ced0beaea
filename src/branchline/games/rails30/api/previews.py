"""What an action of 30 Rails would bring."""

from __future__ import annotations

import msgspec

from branchline.games.rails30.api.views import Score, score
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.state import Rails30


class Rails30Preview(Score, kw_only=True, frozen=True):
    """The score sheet as it would be, and the gain."""

    gain: int


def preview(state: Rails30, seat: int, action: int) -> Rails30Preview:
    """Try the action on a copy."""
    after = state.clone()
    after.apply(seat, action)
    scored = score(after, seat)
    return Rails30Preview(gain=scored.total - int(points(state, seat)), **msgspec.structs.asdict(scored))
