"""Where stations are likely to be met by a locomotive: for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rocket.board import BENDS, LINES, SIDES, TURNS
from branchline.games.rocket.position import AT, FREE, HEADING, TOWNS, Position

_STEPS: Final = 4
"""How many moves ahead of a locomotive a station is thought of."""


def meetings(position: Position) -> vec[i64]:
    """For every hex how likely locomotives are to come (81 is sure), each times the towns of its line."""
    chances = vec[i64]([0] * position.board.hexes)
    for line in range(LINES):
        at = position.lines[AT + line]
        if at < 0:
            continue
        towns = count_bits(position.lines[TOWNS + line]) + position.tiles // 16
        heading = position.lines[HEADING + line]
        if heading >= 0:
            _spread(position, chances, at, heading, 81 * towns, _STEPS)
            continue
        for way in range(SIDES):
            near = position.board.neighbours[at * 6 + way]
            if near >= 0 and position.owner[near] == FREE:
                chances[near] += 14 * towns
                _spread(position, chances, near, way, 14 * towns, _STEPS - 2)
    return chances


def _spread(position: Position, chances: vec[i64], at: i64, heading: i64, weight: i64, steps: i64) -> None:
    place = (at * 6 + heading) * 3
    ahead = position.board.ahead
    free: i64 = 0
    for turn in range(BENDS):
        near = ahead[place + turn]
        if near >= 0 and position.owner[near] == FREE:
            free += 1
    if free == 0:
        return
    part = weight // free
    for turn in range(BENDS):
        near = ahead[place + turn]
        if near >= 0 and position.owner[near] == FREE:
            chances[near] += part
            if steps > 1:
                _spread(position, chances, near, TURNS[heading * 3 + turn], part, steps - 1)


def add_loose(position: Position, twelfths: i64, sums: vec[i64]) -> None:
    """A loose station in the way of a locomotive is worth so many twelfths of its chances at its line's towns."""
    chances = meetings(position)
    for here in range(position.board.hexes):
        owner = position.station[here]
        if owner >= 0 and chances[here] > 0 and position.owner[here] == FREE:
            sums[owner] += twelfths * chances[here] // 81
