"""The locomotive moves, once the veto is settled: tile, passenger, towns, merger (R14, R15, R20–R26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline.core.bits import nth_bit
from branchline.games.rocket.rules import merge, scoring, station, ways
from branchline.games.rocket.rules.codes import ACT, MERGE
from branchline.games.rocket.rules.layout import (
    AT,
    CAME,
    FACTS,
    HEADING,
    JOINED,
    JUNCTION,
    LAID_BY,
    LEFT,
    ON_LINE,
    PASSENGER,
    TILE,
    TOWNS,
    TRACK,
    TRIPLE,
)

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


def target(state: Rocket, way: i64) -> i64:
    """The hex that the line being extended would enter."""
    return state.board.neighbours[state.lines[AT + state.line] * 6 + way]


def drive(state: Rocket, way: i64, passenger: bool) -> None:
    """The line being extended goes that way for good; `passenger` says whether the active seat may take one.

    Afterwards the action is complete (phase ACT), or the active seat has to choose between mergers (phase MERGE).
    """
    line = state.line
    here = state.lines[AT + line]
    there = target(state, way)
    state.phase = ACT
    state.speaker = state.active
    if state.lines[HEADING + line] >= 0:
        _lay_tile(state, here, way)
    station.shade(state, here, -1)
    state.owner[there] = line
    station.forbid(state, there)
    station.shade(state, there, 1)
    state.rails[there] = ((way + 1) << CAME) | ((line + 1) << LAID_BY)
    state.lines[AT + line] = there
    state.lines[HEADING + line] = way
    _meet_station(state, line, there, passenger)
    fresh = state.board.touch[there] & ~state.lines[TOWNS + line]
    if fresh != 0:
        scoring.connect(state, line, fresh)
    state.options = merge.neighbour_lines(state, line, there)
    if state.options & (state.options - 1) != 0:
        state.phase = MERGE
        ways.look_ahead(state)
    elif state.options != 0:
        merge.apply(state, nth_bit(state.options, 0))


def _lay_tile(state: Rocket, at: i64, way: i64) -> None:
    """R14: a tile under the leaving locomotive; R30: a junction if a line joined there meanwhile."""
    joined = (state.rails[at] >> JOINED) & 7
    tile: i64 = TRACK
    if joined > 0:
        tile = JUNCTION if joined == 1 else TRIPLE
    else:
        state.tiles -= 1
    state.rails[at] |= ((way + 1) << LEFT) | (tile << TILE)


def _meet_station(state: Rocket, line: i64, there: i64, passenger: bool) -> None:
    """R15, R19: a station on the final hex is on the line now, and may bring a passenger."""
    owner = state.station[there]
    if owner >= 0:
        state.seats[owner * FACTS + ON_LINE + line] += 1
        if passenger and owner != state.active and state.passengers > 0:
            state.passengers -= 1
            state.seats[state.active * FACTS + PASSENGER] += 1
