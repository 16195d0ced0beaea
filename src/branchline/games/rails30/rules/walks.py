"""The plain search behind routes: all shortest walks from a station over (cell, side entered by).

A walk may run back over its own track, as a balloon loop does; whether it is a route `trails` decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rails30.rules.codes import BONUS_AT, CELLS, FACTS, MINE, STATIONS
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30

NODES: Final = CELLS * 4 * 2
"""A node is cell * 8 + side entered by * 2 + whether the bonus cell was passed."""
NOTHING: Final[vec[i64]] = vec[i64]()
BESIDE_MINE: Final = -2
"""In place of a last step: the station stands directly beside the mine (L16)."""
NO_DISTANCES: Final[vec[i64]] = vec[i64]([-1] * NODES)
_NONE: Final[vec[i64]] = vec[i64]([-1] * 5)
_NOTHING_SEEN: Final[vec[i64]] = vec[i64]([0] * CELLS)
_ANY_WAY: Final[vec[i64]] = vec[i64]([0] * NODES)
_NODE: Final = 511  # the bits of a node, and of a number of cells passed
_DEPTH: Final = 9
_BEFORE: Final = 18


class Walks:
    """All shortest walks from one station, in the order in which they were found.

    A step is its node, the cells passed so far and the place of the step before it, packed into one number: random
    sheets have short walks, and tables of all nodes would cost more to clear than the walks do.
    """

    def __init__(self) -> None:
        self.steps: vec[i64] = NOTHING
        self.last: vec[i64] = _NONE[:]
        """The place of the last step of the best walk to each station, and at 4 to the mine; −1: none."""


def walk(state: Rails30, seat: i64, station: i64) -> Walks:
    """All shortest walks from a station; none before it is placed."""
    stations, first = state.facts, seat * FACTS + STATIONS
    cells, base = state.cells, seat * CELLS
    bonus = state.facts[seat * FACTS + BONUS_AT]
    walks = Walks()
    border = stations[first + station]
    if border < 0:
        return walks
    cell = BORDER_CELL[border]
    entry = border // 6
    if cells[base + cell] == MINE:
        walks.last[4] = BESIDE_MINE
        return walks
    if EXITS[cells[base + cell] * 4 + entry] == 0:
        return walks
    last = walks.last
    seen = _NOTHING_SEEN[:]
    passed: i64 = 1 if cell == bonus else 0
    seen[cell] = BIT[entry * 2 + passed]
    steps = append(vec[i64](), (cell * 8 + entry * 2 + passed) | 1 << _DEPTH)
    head: i64 = 0
    while head < len(steps):
        step = steps[head]
        node = step & _NODE
        cell = node >> 3
        depth = (step >> _DEPTH) & _NODE
        exits = EXITS[cells[base + cell] * 4 + ((node >> 1) & 3)]
        for side in range(4):
            if (exits >> side) & 1 == 0:
                continue
            beyond = NEIGHBOUR[cell * 4 + side]
            if beyond < 0:
                _arrive(stations, first, station, BORDER[cell * 4 + side], head, steps, last)
                continue
            content = cells[base + beyond]
            if content == MINE:
                if last[4] == -1:
                    last[4] = head
                continue
            entry = side ^ 2
            if EXITS[content * 4 + entry] == 0:
                continue
            after = entry * 2 + (node & 1)
            if beyond == bonus:
                after |= 1
            bit = BIT[after]
            if seen[beyond] & bit == 0:
                seen[beyond] |= bit
                steps = append(steps, beyond * 8 + after + ((depth + 1) << _DEPTH) + (head << _BEFORE))
        head += 1
    walks.steps = steps
    return walks


def _arrive(
    stations: vec[i64], first: i64, station: i64, border: i64, step: i64, steps: vec[i64], last: vec[i64]
) -> None:
    """A walk leaves the board: keep it if a station is there and it is shorter, or as short with the bonus (L15)."""
    for other in range(4):
        if other != station and stations[first + other] == border:
            best = last[other]
            if best < 0:
                last[other] = step
            else:
                as_short = (steps[best] >> _DEPTH) & _NODE == (steps[step] >> _DEPTH) & _NODE
                if as_short and steps[step] & 1 > steps[best] & 1:
                    last[other] = step


def way_to(walks: Walks, last: i64) -> vec[i64]:
    """The nodes of a walk from its beginning."""
    step = walks.steps[last]
    n = (step >> _DEPTH) & _NODE
    way = _ANY_WAY[:n]
    while n > 0:
        n -= 1
        way[n] = step & _NODE
        step = walks.steps[step >> _BEFORE]
    return way


def distances(walks: Walks) -> vec[i64]:
    """The cells passed to every node; −1 where no walk leads."""
    found = NO_DISTANCES[:]
    for step in walks.steps:
        found[step & _NODE] = (step >> _DEPTH) & _NODE
    return found
