"""What a position of Stephenson's Rocket is worth to a seat: for bots."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rocket.board import LINES
from branchline.games.rocket.chart import Chart
from branchline.games.rocket.majority import share_out
from branchline.games.rocket.meetings import add_loose
from branchline.games.rocket.position import (
    FACTS,
    ON_LINE,
    OVER,
    PASSENGER,
    POINTS,
    SHARE,
    TOWNS,
    Position,
)
from branchline.games.rocket.weights import UNIT, Weights, lead


def worth(position: Position, seat: i64, weights: Weights, chart: Chart | None = None) -> i64:
    """What the position is worth to the seat, in twelfths of a point of lead.

    A chart of an earlier moment serves again as long as nobody invested and no line connected a first town.
    """
    sums = without_chart(position, weights)
    if position.phase != OVER:
        if chart is None or chart.joined != position.joined:
            chart = Chart(position, weights)
        chart.add_to(sums)
        if weights.station > 0:
            add_loose(position, weights.station, sums)
    return lead(sums, seat)


def without_chart(position: Position, weights: Weights) -> vec[i64]:
    """Every seat's points with all majorities but those of cubes paid as they stand now."""
    players = position.players
    seats = position.seats
    sums = vec[i64]([0] * players)
    for seat in range(players):
        sums[seat] = UNIT * seats[seat * FACTS + POINTS]
    if position.phase == OVER:
        return sums
    share_out(seats, PASSENGER, FACTS, players, 6 * UNIT, 3 * UNIT, sums, 0, 1)
    running = position.open_lines()
    hope: i64 = 0
    if running > 0:
        hope = weights.growth * position.tiles // running
    for line in range(LINES):
        if (position.closed >> line) & 1 == 1:
            continue
        towns = UNIT * count_bits(position.lines[TOWNS + line])
        if (position.isolated >> line) & 1 == 0:
            towns += hope
        share_out(seats, SHARE + line, FACTS, players, towns, towns // 2, sums, 0, 1)
        share_out(seats, ON_LINE + line, FACTS, players, towns, towns // 2, sums, 0, 1)
        if weights.share > 0 and (position.isolated >> line) & 1 == 0:
            for seat in range(players):
                sums[seat] += weights.share * seats[seat * FACTS + SHARE + line]
    return sums


def best_first(scores: vec[i64], actions: vec[i64], most: i64) -> vec[i64]:
    """At most so many of the actions, the highest score first; the scores are used up."""
    found = vec[i64]()
    n = len(actions)
    count: i64 = most if most < n else n
    for _place in range(count):
        top: i64 = 0
        for place in range(n):
            if scores[place] > scores[top]:
                top = place
        found = append(found, actions[top])
        scores[top] = -(1 << 50)
    return found
