"""The observation: a position as a vector of fixed length, for research and learning.

Everything is open, so a seat sees all of it. Seats are counted from the observing one (0 is the seat itself),
clockwise, and there is room for four; hexes, towns and cells are those of the map file, in its order, with room for
the largest of ours. What there is not is 0, and −1 where 0 means something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
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


def observe(state: Rocket, seat: i64, out: vec[i64], at: i64) -> None:
    """Write the vector for one seat."""
    at = _turn(state, seat, out, at)
    at = _lines(state, out, at)
    at = _seats(state, seat, out, at)
    _hexes(state, seat, out, at)


def _from(state: Rocket, seat: i64, other: i64) -> i64:
    """A seat's number as the observing seat counts; −1 stays."""
    if other < 0:
        return -1
    return (other - seat + state.players) % state.players


def _turn(state: Rocket, seat: i64, out: vec[i64], at: i64) -> i64:
    out[at] = state.players
    out[at + 1] = state.phase
    out[at + 2] = state.turn
    out[at + 3] = state.left
    out[at + 4] = _from(state, seat, state.active)
    out[at + 5] = _from(state, seat, state.speaker)
    out[at + 6] = state.idle
    out[at + 7] = state.tiles
    out[at + 8] = state.passengers
    out[at + 9] = state.replaced
    out[at + 10] = state.used
    out[at + 11] = state.line
    out[at + 12] = -1
    out[at + 13] = 0
    out[at + 14] = -1
    out[at + 15] = -1
    out[at + 16] = 0
    if state.phase == CALL or state.phase == BID:
        out[at + 12] = state.way
        out[at + 13] = state.best
        out[at + 14] = _from(state, seat, state.bidder)
        if state.bidder >= 0:
            out[at + 15] = state.best_way
        own = bid_of(state, seat)
        if own >= OFFERED:
            out[at + 16] = (own - OFFERED) // 6
    return at + 17


def _lines(state: Rocket, out: vec[i64], at: i64) -> i64:
    lines = state.lines
    for line in range(LINES):
        out[at + line] = (state.options >> line) & 1
    at += LINES
    for line in range(LINES):
        out[at] = lines[AT + line]
        out[at + 1] = lines[HEADING + line]
        out[at + 2] = (state.closed >> line) & 1
        out[at + 3] = (state.isolated >> line) & 1
        at += 4
    for line in range(LINES):
        at = _bits(lines[WAYS + line], SIDES, out, at)
    for line in range(LINES):
        at = _bits(lines[TOWNS + line], TOWN_ROOM, out, at)
    return _bits(state.joined, TOWN_ROOM, out, at)


def _bits(mask: i64, n: i64, out: vec[i64], at: i64) -> i64:
    """The lowest bits of a mask, one number each; where they end."""
    for bit in range(n):
        out[at + bit] = (mask >> bit) & 1
    return at + n


def _seats(state: Rocket, seat: i64, out: vec[i64], at: i64) -> i64:
    players = state.players
    shares = at + SEATS * 3
    stations = shares + SEATS * LINES
    cubes = stations + SEATS * LINES
    for k in range(players):
        other = (seat + k) % players
        out[at + 3 * k] = state.fact(other, POINTS)
        out[at + 3 * k + 1] = state.fact(other, PASSENGER)
        out[at + 3 * k + 2] = state.fact(other, HAND)
        for line in range(LINES):
            out[shares + k * LINES + line] = state.fact(other, SHARE + line)
            out[stations + k * LINES + line] = state.fact(other, ON_LINE + line)
        for cell in range(state.board.cells):
            out[cubes + cell * SEATS + k] = state.cubes[cell * players + other]
    return cubes + CELLS * SEATS


def _hexes(state: Rocket, seat: i64, out: vec[i64], at: i64) -> None:
    n = state.board.hexes
    owner, rails, station = state.owner, state.rails, state.station
    for here in range(n):
        out[at + here] = owner[here]
        out[at + HEXES + here] = (rails[here] >> TILE) & 7
        out[at + 2 * HEXES + here] = _from(state, seat, station[here])
    for here in range(n, HEXES):
        out[at + here] = -3
        out[at + 2 * HEXES + here] = -1
