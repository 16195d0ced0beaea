"""What a position of Stephenson's Rocket is worth, and where stations are likely to be met: for bots.

Everything is counted in twelfths of a point, so that divided prizes stay whole numbers.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rocket.board import BENDS, LINES, SIDES, TURNS, count_bits
from branchline.games.rocket.position import (
    AT,
    FACTS,
    FREE,
    HEADING,
    ON_LINE,
    OVER,
    PASSENGER,
    POINTS,
    SHARE,
    TOWNS,
    Position,
)

UNIT: Final = 12
_STEPS: Final = 4
"""How many moves ahead of a locomotive a station is thought of."""


class Weights:
    """How a level weighs what is not yet points."""

    def __init__(self, growth: i64, share: i64, cube: i64, station: i64) -> None:
        self.growth: i64 = growth
        """Twelfths of a town that a line is expected to gain for every tile that falls to it."""
        self.share: i64 = share
        """Twelfths for every share in hand, majority or not: it is a vote in a veto."""
        self.cube: i64 = cube
        """Twelfths of the prize of a town's next connection."""
        self.station: i64 = station
        """Twelfths of a loose station's chance to be met that count."""


def standings(position: Position, weights: Weights) -> vec[i64]:
    """Every seat's points with all majorities paid as they stand now."""
    sums = without_chart(position, weights)
    if position.phase != OVER:
        pay_chart(position, weights, sums)
    return sums


def without_chart(position: Position, weights: Weights) -> vec[i64]:
    """The same, cubes left aside."""
    players = position.players
    seats = position.seats
    sums = vec[i64]([0] * players)
    for seat in range(players):
        sums[seat] = UNIT * seats[seat * FACTS + POINTS]
    if position.phase == OVER:
        return sums
    _pay(sums, seats, PASSENGER, FACTS, players, 6 * UNIT, 3 * UNIT)
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
        _pay(sums, seats, SHARE + line, FACTS, players, towns, towns // 2)
        _pay(sums, seats, ON_LINE + line, FACTS, players, towns, towns // 2)
        if weights.share > 0 and (position.isolated >> line) & 1 == 0:
            for seat in range(players):
                sums[seat] += weights.share * seats[seat * FACTS + SHARE + line]
    return sums


def pay_chart(position: Position, weights: Weights, sums: vec[i64]) -> None:
    """Industries, cubes of unconnected towns counting half; and the next connection of every town."""
    board = position.board
    players = position.players
    cubes = position.cubes
    industries = vec[i64]([0] * (board.industries * players))
    towns = vec[i64]([0] * players)
    town: i64 = -1
    for cell in range(board.cells):
        if board.cell_town[cell] != town:
            if town >= 0 and weights.cube > 0:
                _pay(sums, towns, 0, 1, players, 2 * weights.cube, weights.cube)
            town = board.cell_town[cell]
            for seat in range(players):
                towns[seat] = 0
        weight = 1 + ((position.joined >> town) & 1)
        at = board.cell_industry[cell] * players
        for seat in range(players):
            count = cubes[cell * players + seat]
            if count > 0:
                industries[at + seat] += weight * count
                towns[seat] += count
    if weights.cube > 0:
        _pay(sums, towns, 0, 1, players, 2 * weights.cube, weights.cube)
    for industry in range(board.industries):
        _pay(sums, industries, industry * players, 1, players, 6 * UNIT, 3 * UNIT)


def _pay(sums: vec[i64], counts: vec[i64], start: i64, step: i64, players: i64, first: i64, second: i64) -> None:
    """R38 without rounding, from counts that lie `step` apart."""
    best: i64 = 0
    next_best: i64 = 0
    leaders: i64 = 0
    followers: i64 = 0
    at = start
    for _ in range(players):
        count = counts[at]
        at += step
        if count > best:
            next_best = best
            followers = leaders
            best = count
            leaders = 1
        elif count == best:
            leaders += 1
        elif count > next_best:
            next_best = count
            followers = 1
        elif count == next_best:
            followers += 1
    if best == 0:
        return
    lead = first
    follow: i64 = 0
    if leaders > 1:
        lead = (first + second) // leaders
    elif next_best > 0:
        follow = second // followers
    at = start
    for seat in range(players):
        if counts[at] == best:
            sums[seat] += lead
        elif follow > 0 and counts[at] == next_best:
            sums[seat] += follow
        at += step


def lead(sums: vec[i64], seat: i64) -> i64:
    """A seat's lead: half over the best of the others, half over all of them."""
    best: i64 = -(1 << 40)
    total: i64 = 0
    for other in range(len(sums)):
        if other != seat:
            total += sums[other]
            if sums[other] > best:
                best = sums[other]
    return sums[seat] - (best + total // (len(sums) - 1)) // 2


def worth(position: Position, seat: i64, weights: Weights) -> i64:
    """What the position is worth to the seat, in twelfths of a point of lead."""
    sums = standings(position, weights)
    if weights.station > 0 and position.phase != OVER:
        _add_loose(position, weights, sums)
    return lead(sums, seat)


def _add_loose(position: Position, weights: Weights, sums: vec[i64]) -> None:
    """A loose station in the way of a locomotive is worth a part of its line's towns."""
    chances = meetings(position)
    for here in range(position.board.hexes):
        owner = position.station[here]
        if owner >= 0 and chances[here] > 0 and position.owner[here] == FREE:
            sums[owner] += weights.station * chances[here] // 81


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


def best_first(scores: vec[i64], actions: vec[i64], most: i64) -> vec[i64]:
    """At most so many of the actions, the highest score first; the scores are used up."""
    found = vec[i64]()
    n = len(actions)
    count: i64 = most if most < n else n
    for _ in range(count):
        top: i64 = 0
        for place in range(n):
            if scores[place] > scores[top]:
                top = place
        found = append(found, actions[top])
        scores[top] = -(1 << 50)
    return found
