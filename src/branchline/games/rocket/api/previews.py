"""What a legal action would bring."""

from __future__ import annotations

import msgspec

from branchline.core.action import Move
from branchline.games.rocket.api.maps import map_of
from branchline.games.rocket.api.scorings import ProjectedSeat, projection
from branchline.games.rocket.api.targets import Extension, extension, first_merger
from branchline.games.rocket.rules.codes import INVEST
from branchline.games.rocket.rules.state import Rocket


class Preview(msgspec.Struct, kw_only=True):
    """The final score as it would be then, and for an extension what its hex brings."""

    projection: list[ProjectedSeat]
    extension: Extension | None = None


def preview(state: Rocket, seat: int, move: Move) -> Preview:
    """An extension counts as one that nobody objects to; beside several lines it merges into the first of them."""
    table, after = map_of(state), state.clone()
    if move.number >= INVEST:
        after.apply(seat, move.number)
        return Preview(projection=projection(first_merger(after), table).seats)
    line, way = divmod(move.number, 6)
    after.begin(seat, line, way)
    after.resolve(way, True)
    return Preview(
        projection=projection(first_merger(after), table).seats, extension=extension(state, table, line, way)
    )
