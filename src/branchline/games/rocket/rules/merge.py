"""Merge into another line (R24–R30): which lines may be chosen, and what a merger does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import count_bits, nth_bit
from branchline.core.generator import Generator
from branchline.games.rocket.rules import scoring, station
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import ACT, JOIN
from branchline.games.rocket.rules.layout import (
    AT,
    FACTS,
    HEADING,
    JOINED,
    JUNCTION,
    LEFT,
    ON_LINE,
    SHARE,
    TILE,
    TOWNS,
    TRACK,
    TRIPLE,
)

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket

_LEAST_TURN: Final[vec[i64]] = vec[i64]([0, 1, 5, 2, 4])
"""Turns from the heading, the least first."""


def neighbour_lines(state: Rocket, line: i64, at: i64) -> i64:
    """R24: the other lines with a hex on any of the six sides, as a bit mask."""
    beside = state.board.neighbours
    owner = state.owner
    found: i64 = 0
    for place in range(at * 6, at * 6 + 6):
        near = beside[place]
        if near >= 0 and owner[near] >= 0 and owner[near] != line:
            found |= 1 << owner[near]
    return found


def legal(state: Rocket) -> vec[i64]:
    """R25: a choice for every line beside the moved locomotive."""
    found = vec[i64]()
    for line in range(LINES):
        if (state.options >> line) & 1 == 1:
            found = append(found, JOIN + line)
    return found


def allows(state: Rocket, survivor: i64) -> bool:
    """Whether the moved line may merge into that one."""
    return (state.options >> survivor) & 1 == 1


def sample(state: Rocket, rng: Generator) -> i64:
    """A random choice."""
    return JOIN + nth_bit(state.options, rng.below(count_bits(state.options)))


def apply(state: Rocket, survivor: i64) -> None:
    """The moved line closes; shares, stations, hexes and towns go to the survivor (R25–R29)."""
    line = state.line
    here = state.lines[AT + line]
    seats = state.seats
    scoring.pay_merger(state, line, survivor)
    for seat in range(state.players):
        at = seat * FACTS
        seats[at + SHARE + survivor] += seats[at + SHARE + line] // 2
        seats[at + SHARE + line] = 0
        seats[at + ON_LINE + survivor] += seats[at + ON_LINE + line]
        seats[at + ON_LINE + line] = 0
    _join_tracks(state, here, survivor)
    owner = state.owner
    for each in range(state.board.hexes):
        if owner[each] == line:
            owner[each] = survivor
    state.lines[TOWNS + survivor] |= state.lines[TOWNS + line]
    state.lines[AT + line] = -1
    station.shade(state, here, -1)
    state.closed |= 1 << line
    state.phase = ACT
    state.options = 0


def _join_tracks(state: Rocket, here: i64, survivor: i64) -> None:
    """R30: a tile where the locomotive stood (if there is one left), a junction where the lines meet."""
    way = _meeting_way(state, here, survivor)
    state.rails[here] |= (way + 1) << LEFT
    if state.tiles > 0:
        state.tiles -= 1
        state.rails[here] |= TRACK << TILE
    meeting = state.board.neighbours[here * 6 + way]
    rails = state.rails[meeting]
    joined = (rails >> JOINED) & 7
    tile = (rails >> TILE) & 7
    rails += 1 << JOINED
    if tile != 0 or state.lines[AT + survivor] != meeting:
        if tile == TRACK:
            state.replaced += 1
        rails &= ~(7 << TILE)
        rails |= (JUNCTION if joined == 0 else TRIPLE) << TILE
    state.rails[meeting] = rails


def _meeting_way(state: Rocket, here: i64, survivor: i64) -> i64:
    """The side on which the lines meet: of several the one that turns least from the heading."""
    heading = state.lines[HEADING + state.line]
    for turn in _LEAST_TURN:
        way = (heading + turn) % 6
        near = state.board.neighbours[here * 6 + way]
        if near >= 0 and state.owner[near] == survivor:
            return way
    raise ValueError(f"no hex of line {survivor} is beside the locomotive")
