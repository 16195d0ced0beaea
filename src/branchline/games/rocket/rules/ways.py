"""Where lines may be extended to (R5, R6, R8). The state keeps the answer, since everything asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rocket.rules.board import BENDS, LINES, SIDES, TURNS
from branchline.games.rocket.rules.layout import AT, FREE, HEADING, JOINED, TOWNS, WAYS

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket

HOW_MANY: Final[vec[i64]] = vec[i64]([bin(mask).count("1") for mask in range(64)])
"""The number of directions in a bit mask of them."""


def look_ahead(state: Rocket) -> i64:
    """Find anew where every line may go; due whenever a hex was taken or the tiles ran out.

    The answer is a bit mask of lines that could connect a new town at once, so that nobody need search for one.
    """
    lines = state.lines
    owner = state.owner
    beside = state.board.neighbours
    ahead = state.board.ahead
    touch = state.board.touch
    promising: i64 = 0
    for line in range(LINES):
        at = lines[AT + line]
        heading = lines[HEADING + line]
        unknown = ~lines[TOWNS + line]
        found: i64 = 0
        towns: i64 = 0
        if at >= 0 and heading < 0:
            for way in range(SIDES):
                target = beside[at * 6 + way]
                if target >= 0 and owner[target] == FREE:
                    found |= 1 << way
                    towns |= touch[target]
        elif at >= 0 and (state.tiles > 0 or (state.rails[at] >> JOINED) & 7 != 0):
            place = (at * 6 + heading) * 3
            for turn in range(BENDS):
                target = ahead[place + turn]
                if target >= 0 and owner[target] == FREE:
                    found |= 1 << TURNS[heading * 3 + turn]
                    towns |= touch[target]
        lines[WAYS + line] = found
        if towns & unknown != 0:
            promising |= 1 << line
    return promising
