"""Scoring a sheet exactly (L11–L16): the routes of all pairs of stations, and which stations reach the mine.

A plain search over (cell, side entered by) finds the shortest walk. It is the answer unless it uses a side
twice, as a balloon loop does (L13); only then a search that remembers its track looks for the true route.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rails30.tracks import (
    BORDER,
    BORDER_CELL,
    CELLS,
    EXITS,
    MINE,
    NEIGHBOUR,
    PAIR_A,
    PAIR_B,
    PAIR_POINTS,
    PAIRS,
    SIDE,
)

_NODES: Final = CELLS * 4 * 2  # (cell, side entered by, whether the bonus cell was passed)
_FAR: Final = 1 << 20
_TO_MINE: Final = -1
_BESIDE: Final = -2  # L16: a station directly beside the mine is connected
_NO_NODES: Final[vec[i64]] = vec[i64]([-1] * _NODES)
_NONE: Final[vec[i64]] = vec[i64]([-1] * 5)
_NO_STEPS: Final[vec[i64]] = vec[i64]()
_NOTHING_SEEN: Final[vec[i64]] = vec[i64]([0] * CELLS)
_ANY_WAY: Final[vec[i64]] = vec[i64]([0] * _NODES)
_NODE: Final = 511  # the bits of a node, and of a number of cells passed
_DEPTH: Final = 9
_BEFORE: Final = 18
_ZEROS: Final[vec[i64]] = vec[i64]([0] * PAIRS)


class Survey:
    """What a sheet scores: for each pair the length of its route (0: none) and its bonus; the mine's stations."""

    def __init__(self) -> None:
        self.length: vec[i64] = _ZEROS[:]
        self.bonus: vec[i64] = _ZEROS[:]
        self.routes: list[vec[i64]] = []
        """The cells of each pair's route in order, when the survey was asked for them."""
        self.mine: i64 = 0
        """The stations with a route to the mine, as a bit mask."""

    def pair_points(self, pair: i64) -> i64:
        """L11: what the pair scores."""
        if self.length[pair] == 0:
            return 0
        return PAIR_POINTS[pair] + self.length[pair] + self.bonus[pair]


class _Walks:
    """All shortest walks from one station, in the order in which they were found.

    A step is its node, the cells passed so far and the place of the step before it, packed into one number: random
    sheets have short walks, and tables of all nodes would cost more to clear than the walks do.
    """

    def __init__(self) -> None:
        self.steps: vec[i64] = _NO_STEPS
        self.last: vec[i64] = _NONE[:]
        """The place of the last step of the best walk to each station, and at 4 to the mine; −1: none."""


def survey(cells: vec[i64], base: i64, stations: vec[i64], first: i64, bonus: i64, routes: bool) -> Survey:
    """Score the sheet whose cells begin at `base` and whose four border squares begin at `first`."""
    found = Survey()
    walks = [_walk(cells, base, stations, first, bonus, station) for station in range(4)]
    for pair in range(PAIRS):
        a, b = PAIR_A[pair], PAIR_B[pair]
        last = walks[a].last[b]
        route = vec[i64]()
        if last >= 0:
            route = _way(walks[a], last)
            if not _is_trail(route, stations[first + b]):
                back = _distances(walks[b])
                route = _best_trail(cells, base, stations[first + a], stations[first + b], bonus, back)
        if len(route) > 0:
            found.length[pair] = len(route)
            for node in route:
                if node >> 3 == bonus:
                    found.bonus[pair] = 2
        if routes:
            found.routes.append(_cells(route))
    for station in range(4):
        if _reaches_mine(cells, base, stations[first + station], bonus, walks[station]):
            found.mine |= 1 << station
    return found


def _walk(cells: vec[i64], base: i64, stations: vec[i64], first: i64, bonus: i64, station: i64) -> _Walks:
    walks = _Walks()
    border = stations[first + station]
    if border < 0:
        return walks
    cell = BORDER_CELL[border]
    entry = border // 6
    if cells[base + cell] == MINE:
        walks.last[4] = _BESIDE
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


def _way(walks: _Walks, last: i64) -> vec[i64]:
    """The nodes of a walk from its beginning."""
    step = walks.steps[last]
    n = (step >> _DEPTH) & _NODE
    way = _ANY_WAY[:n]
    while n > 0:
        n -= 1
        way[n] = step & _NODE
        step = walks.steps[step >> _BEFORE]
    return way


def _distances(walks: _Walks) -> vec[i64]:
    """The cells passed to every node; −1 where no walk leads."""
    found = _NO_NODES[:]
    for step in walks.steps:
        found[step & _NODE] = (step >> _DEPTH) & _NODE
    return found


def _cells(route: vec[i64]) -> vec[i64]:
    cells = vec[i64]()
    for node in route:
        cells = append(cells, node >> 3)
    return cells


def _is_trail(route: vec[i64], border: i64) -> bool:
    """L13: whether no side is used twice, the border squares' own sides included."""
    horizontal: i64 = 0
    vertical: i64 = 0
    for node in route:
        side = (node >> 1) & 3
        bit: i64 = BIT[SIDE[(node >> 3) * 4 + side]]
        if side & 1 == 0:
            if horizontal & bit:
                return False
            horizontal |= bit
        else:
            if vertical & bit:
                return False
            vertical |= bit
    if border < 0:
        return True
    side = border // 6
    bit = BIT[SIDE[BORDER_CELL[border] * 4 + side]]
    return (horizontal if side & 1 == 0 else vertical) & bit == 0


class _Hunt:
    """A depth-first hunt for the best trail to a border square (or the mine), pruned by the distance back."""

    def __init__(self, cells: vec[i64], base: i64, goal: i64, bonus: i64, back: vec[i64]) -> None:
        self.cells = cells
        self.base = base
        self.goal = goal
        self.bonus = bonus
        self.back = back
        self.best_length: i64 = _FAR
        self.best_bonus = False
        self.best: vec[i64] = vec[i64]()
        self.path: vec[i64] = vec[i64]([-1] * 168)

    def ahead(self, cell: i64, entry: i64) -> i64:
        """At least so many cells, this one included, from here to the goal; tracks work the same both ways."""
        if self.goal == _TO_MINE:
            return 1
        content = self.cells[self.base + cell]
        least: i64 = _FAR
        for side in range(4):
            if (EXITS[content * 4 + side] >> entry) & 1:
                for flag in range(2):
                    far = self.back[cell * 8 + side * 2 + flag]
                    if 0 <= far < least:
                        least = far
        return least

    def step(self, cell: i64, entry: i64, length: i64, bonus: bool, horizontal: i64, vertical: i64) -> None:
        """Enter a cell by a side that is already marked as used."""
        if length + self.ahead(cell, entry) > self.best_length:
            return
        self.path[length] = cell * 8 + entry * 2
        length += 1
        bonus = bonus or cell == self.bonus
        exits = EXITS[self.cells[self.base + cell] * 4 + entry]
        for side in range(4):
            if (exits >> side) & 1 == 0:
                continue
            bit: i64 = BIT[SIDE[cell * 4 + side]]
            across, along = horizontal, vertical
            if side & 1 == 0:
                if across & bit:
                    continue
                across |= bit
            else:
                if along & bit:
                    continue
                along |= bit
            beyond = NEIGHBOUR[cell * 4 + side]
            if beyond < 0:
                if BORDER[cell * 4 + side] == self.goal:
                    self.keep(length, bonus)
            elif self.cells[self.base + beyond] == MINE:
                if self.goal == _TO_MINE:
                    self.keep(length, bonus)
            elif EXITS[self.cells[self.base + beyond] * 4 + (side ^ 2)] != 0:
                self.step(beyond, side ^ 2, length, bonus, across, along)

    def keep(self, length: i64, bonus: bool) -> None:
        """L15: the shortest; among equals one with the bonus."""
        if length < self.best_length or (length == self.best_length and bonus and not self.best_bonus):
            self.best_length = length
            self.best_bonus = bonus
            self.best = self.path[:length]


def _best_trail(cells: vec[i64], base: i64, start: i64, goal: i64, bonus: i64, back: vec[i64]) -> vec[i64]:
    """The best route from a border square to the goal; empty if every walk runs over its own track."""
    hunt = _Hunt(cells, base, goal, bonus, back)
    side = start // 6
    cell = BORDER_CELL[start]
    bit: i64 = BIT[SIDE[cell * 4 + side]]
    if side & 1 == 0:
        hunt.step(cell, side, 0, False, bit, 0)
    else:
        hunt.step(cell, side, 0, False, 0, bit)
    return hunt.best


def _reaches_mine(cells: vec[i64], base: i64, border: i64, bonus: i64, walks: _Walks) -> bool:
    last = walks.last[4]
    if last == _BESIDE:
        return True
    if last < 0:
        return False
    if _is_trail(_way(walks, last), -1):
        return True
    return len(_best_trail(cells, base, border, _TO_MINE, bonus, _NO_NODES)) > 0
