"""The evaluation: what a position is worth to a seat."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rocket.bots.cubes import CubeValues
from branchline.games.rocket.bots.traffic import add_loose
from branchline.games.rocket.bots.weights import UNIT, Weights, lead
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import OVER
from branchline.games.rocket.rules.layout import FACTS, ON_LINE, PASSENGER, POINTS, SHARE, TOWNS
from branchline.games.rocket.rules.scoring import share_out
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.turn import open_lines


def worth(state: Rocket, seat: i64, weights: Weights, cubes: CubeValues | None = None) -> i64:
    """What the position is worth to the seat, in twelfths of a point of lead.

    Values of cubes of an earlier moment serve again as long as nobody invested and no line connected a first town.
    """
    sums = without_cubes(state, weights)
    if state.phase != OVER:
        if cubes is None or cubes.joined != state.joined:
            cubes = CubeValues(state, weights)
        cubes.add_to(sums)
        if weights.station > 0:
            add_loose(state, weights.station, sums)
    return lead(sums, seat)


def without_cubes(state: Rocket, weights: Weights) -> vec[i64]:
    """Every seat's points with all majorities but those of cubes paid as they stand now."""
    players = state.players
    seats = state.seats
    sums = vec[i64]([0] * players)
    for seat in range(players):
        sums[seat] = UNIT * seats[seat * FACTS + POINTS]
    if state.phase == OVER:
        return sums
    share_out(seats, PASSENGER, FACTS, players, 6 * UNIT, 3 * UNIT, sums, 0, 1)
    running = open_lines(state)
    hope: i64 = 0
    if running > 0:
        hope = weights.growth * state.tiles // running
    for line in range(LINES):
        if (state.closed >> line) & 1 == 1:
            continue
        towns = UNIT * count_bits(state.lines[TOWNS + line])
        if (state.isolated >> line) & 1 == 0:
            towns += hope
        share_out(seats, SHARE + line, FACTS, players, towns, towns // 2, sums, 0, 1)
        share_out(seats, ON_LINE + line, FACTS, players, towns, towns // 2, sums, 0, 1)
        if weights.share > 0 and (state.isolated >> line) & 1 == 0:
            for seat in range(players):
                sums[seat] += weights.share * seats[seat * FACTS + SHARE + line]
    return sums
