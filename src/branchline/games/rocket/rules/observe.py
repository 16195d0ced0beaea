"""The observation: a position as a vector of fixed length, for research and learning.

Everything is open, so a seat sees all of it. Seats are counted from the observing one (0 is the seat itself),
clockwise, and there is room for four; hexes, towns and cells are those of the map file, in its order, with room for
the largest of ours. What there is not is 0, and −1 where 0 means something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.game import Observed
from branchline.games.rocket.rules.board import LINES, SIDES
from branchline.games.rocket.rules.codes import BID, CALL, OFFERED
from branchline.games.rocket.rules.layout import (
    AT,
    HAND,
    HEADING,
    ON_LINE,
    PASSENGER,
    POINTS,
    SHARE,
    TILE,
    TOWNS,
    WAYS,
)
from branchline.games.rocket.rules.veto import bid_of

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket

SEATS: Final[i64] = 4
HEXES: Final[i64] = 160
TOWN_ROOM: Final[i64] = 28
CELLS: Final[i64] = 24

OBSERVATION: Final = (
    Observed("turn", 6, "players, phase (0 first … 5 over), turn, actions left, active seat, seat that is asked"),
    Observed("idle", 1, "actions in a row that only moved a station (R39)"),
    Observed("stock", 3, "track tiles, passengers, track tiles that left the game under junctions"),
    Observed("used", 1, "the line extended in this turn, −1 for none"),
    Observed("move", 6, "line under way (−1 none); in a veto its direction, best bid, bidder, its direction, own bid"),
    Observed("options", LINES, "for each line: whether the moved line may merge into it"),
    Observed("lines", LINES * 4, "for each line: hex (−1 closed), heading (−1 in the start town), closed, isolated"),
    Observed("ways", LINES * SIDES, "for each line and direction: whether it may be extended there"),
    Observed("towns", LINES * TOWN_ROOM, "for each line and town: whether the line connected it"),
    Observed("joined", TOWN_ROOM, "for each town: whether it is regular and some line connected it"),
    Observed("seats", SEATS * 3, "for each seat: points, passengers, stations in hand"),
    Observed("shares", SEATS * LINES, "for each seat and line: shares"),
    Observed("stations", SEATS * LINES, "for each seat and line: stations on it"),
    Observed("cubes", CELLS * SEATS, "for each cell of the chart and seat: cubes"),
    Observed("owners", HEXES, "for each hex: its line, −1 free, −2 a town, −3 off the map"),
    Observed("tiles", HEXES, "for each hex: 0 none, 1 track, 2 junction, 3 triple"),
    Observed("places", HEXES, "for each hex: the seat whose station stands there, −1 for none"),
)
"""What the parts of the vector mean, in their order."""


def observe(state: Rocket, seat: i64) -> vec[i64]:
    """The vector for one seat."""
    out = _turn(state, seat, vec[i64]())
    out = _lines(state, out)
    out = _seats(state, seat, out)
    return _hexes(state, seat, out)


def _from(state: Rocket, seat: i64, other: i64) -> i64:
    """A seat's number as the observing seat counts; −1 stays."""
    if other < 0:
        return -1
    return (other - seat + state.players) % state.players


def _turn(state: Rocket, seat: i64, out: vec[i64]) -> vec[i64]:
    out = append(out, state.players)
    out = append(out, state.phase)
    out = append(out, state.turn)
    out = append(out, state.left)
    out = append(out, _from(state, seat, state.active))
    out = append(out, _from(state, seat, state.speaker))
    out = append(out, state.idle)
    out = append(out, state.tiles)
    out = append(out, state.passengers)
    out = append(out, state.replaced)
    out = append(out, state.used)
    out = append(out, state.line)
    if state.phase != CALL and state.phase != BID:
        for empty in (-1, 0, -1, -1, 0):
            out = append(out, empty)
        return out
    own = bid_of(state, seat)
    out = append(out, state.way)
    out = append(out, state.best)
    out = append(out, _from(state, seat, state.bidder))
    out = append(out, state.best_way if state.bidder >= 0 else -1)
    return append(out, (own - OFFERED) // 6 if own >= OFFERED else 0)


def _lines(state: Rocket, out: vec[i64]) -> vec[i64]:
    for line in range(LINES):
        out = append(out, (state.options >> line) & 1)
    for line in range(LINES):
        out = append(out, state.lines[AT + line])
        out = append(out, state.lines[HEADING + line])
        out = append(out, (state.closed >> line) & 1)
        out = append(out, (state.isolated >> line) & 1)
    for line in range(LINES):
        for way in range(SIDES):
            out = append(out, (state.lines[WAYS + line] >> way) & 1)
    for line in range(LINES):
        for town in range(TOWN_ROOM):
            out = append(out, (state.lines[TOWNS + line] >> town) & 1)
    for town in range(TOWN_ROOM):
        out = append(out, (state.joined >> town) & 1)
    return out


def _seats(state: Rocket, seat: i64, out: vec[i64]) -> vec[i64]:
    players = state.players
    for k in range(SEATS):
        other = (seat + k) % players
        for which in (POINTS, PASSENGER, HAND):
            out = append(out, state.fact(other, which) if k < players else 0)
    for first in (SHARE, ON_LINE):
        for k in range(SEATS):
            other = (seat + k) % players
            for line in range(LINES):
                out = append(out, state.fact(other, first + line) if k < players else 0)
    for cell in range(CELLS):
        for k in range(SEATS):
            here = cell * players + (seat + k) % players
            out = append(out, state.cubes[here] if k < players and cell < state.board.cells else 0)
    return out


def _hexes(state: Rocket, seat: i64, out: vec[i64]) -> vec[i64]:
    n = state.board.hexes
    for here in range(HEXES):
        out = append(out, state.owner[here] if here < n else -3)
    for here in range(HEXES):
        out = append(out, (state.rails[here] >> TILE) & 7 if here < n else 0)
    for here in range(HEXES):
        out = append(out, _from(state, seat, state.station[here]) if here < n else -1)
    return out
