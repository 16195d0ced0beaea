"""Where locomotives are likely to come: what a hex promises to a station."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rocket.rules.board import BENDS, LINES, SIDES, TURNS
from branchline.games.rocket.rules.layout import AT, FREE, HEADING, TOWNS
from branchline.games.rocket.rules.state import Rocket

_STEPS: Final = 4
"""How many moves ahead of a locomotive a station counts."""


def expected_visits(state: Rocket) -> vec[i64]:
    """For every hex how likely locomotives are to come (81 is sure), each times the towns of its line."""
    chances = vec[i64]([0] * state.board.hexes)
    for line in range(LINES):
        at = state.lines[AT + line]
        if at < 0:
            continue
        towns = count_bits(state.lines[TOWNS + line]) + state.tiles // 16
        heading = state.lines[HEADING + line]
        if heading >= 0:
            _spread(state, chances, at, heading, 81 * towns, _STEPS)
            continue
        for way in range(SIDES):
            near = state.board.neighbours[at * 6 + way]
            if near >= 0 and state.owner[near] == FREE:
                chances[near] += 14 * towns
                _spread(state, chances, near, way, 14 * towns, _STEPS - 2)
    return chances


def _spread(state: Rocket, chances: vec[i64], at: i64, heading: i64, weight: i64, steps: i64) -> None:
    place = (at * 6 + heading) * 3
    ahead = state.board.ahead
    free: i64 = 0
    for turn in range(BENDS):
        near = ahead[place + turn]
        if near >= 0 and state.owner[near] == FREE:
            free += 1
    if free == 0:
        return
    part = weight // free
    for turn in range(BENDS):
        near = ahead[place + turn]
        if near >= 0 and state.owner[near] == FREE:
            chances[near] += part
            if steps > 1:
                _spread(state, chances, near, TURNS[heading * 3 + turn], part, steps - 1)


def add_loose(state: Rocket, twelfths: i64, sums: vec[i64]) -> None:
    """A loose station in the way of a locomotive is worth so many twelfths of its chances at its line's towns."""
    chances = expected_visits(state)
    for here in range(state.board.hexes):
        owner = state.station[here]
        if owner >= 0 and chances[here] > 0 and state.owner[here] == FREE:
            sums[owner] += twelfths * chances[here] // 81
