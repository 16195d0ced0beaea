"""How the bots set a sheet up: mine and stations are planned together, from how far everything is from everything."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.bots.best import Best
from branchline.games.rails30.bots.layouts import Layouts
from branchline.games.rails30.bots.potential import NEEDS, WEIGHT, reach
from branchline.games.rails30.rules import mine
from branchline.games.rails30.rules.codes import (
    BORDERS,
    CELLS,
    EMPTY_CELLS,
    FACTS,
    MINE,
    PAIRS,
    PLACE_BONUS,
    PLACE_MINE,
    PLACE_STATION,
    STATIONS,
)
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B, PAIR_POINTS
from branchline.games.rails30.rules.state import Rails30

_LEFT: Final = 30
_ORDERS: Final = 24
_NONE: Final = -1
_NOTHING: Final = -1e9
_ALL_POINTS: Final = 18.0
"""The points of all six pairs (L11)."""
_NO_ODDS: Final[vec[float]] = vec[float]([0.0] * 16)


def skips_mountain(state: Rails30, seat: i64) -> bool:
    """Skip the first mountain that would stand in the way, the last one at all events: 30 turns beat 29."""
    row = state.rolls - 1
    column = state.white - 1
    inner = 0 < column < 5 and 0 < row < 5
    return inner or row == 5


def _orders() -> vec[i64]:
    """Every way to give the four sides to stations 1–4, four numbers each."""
    table = vec[i64]()
    for order in permutations(range(4)):
        for side in order:
            table = append(table, side)
    return table


_SIDES_OF: Final[vec[i64]] = _orders()


def plan_mines(
    state: Rails30, seat: i64, pair_odds: vec[float], mine_odds: vec[float], layouts: Layouts | None, best: Best
) -> None:
    """Judge every cell for the mine by what the best four stations promise with it."""
    cells = mine.open_cells(state, seat)
    for cell in range(CELLS):
        if (cells >> cell) & 1 == 0:
            continue
        state.cells[seat * CELLS + cell] = MINE
        stations = Best(1)
        plan_stations(state, seat, pair_odds, mine_odds, layouts, stations)
        state.cells[seat * CELLS + cell] = 0
        best.add(PLACE_MINE + cell, stations.worths[0])


def plan_stations(
    state: Rails30, seat: i64, pair_odds: vec[float], mine_odds: vec[float], layouts: Layouts | None, best: Best
) -> None:
    """Judge every square for the next station by the best choice of one square a side and of all numbers with it."""
    survey = Promises(state, seat, pair_odds, mine_odds, layouts)
    worths = vec[float]([_NOTHING] * BORDERS)
    squares = vec[i64]([0] * 4)
    for combination in range(6 * 6 * 6 * 6):
        rest = combination
        fits = True
        for side in range(4):
            squares[side] = side * 6 + rest % 6
            rest //= 6
            if survey.fixed[side] >= 0 and survey.fixed[side] != squares[side]:
                fits = False
        if fits:
            survey.number(squares, worths)
    for square in range(BORDERS):
        if worths[square] > _NOTHING:
            best.add(PLACE_STATION + square, worths[square])


class Promises:
    """What links between border squares and to the mine promise, as far as they are from everything."""

    def __init__(
        self, state: Rails30, seat: i64, pair_odds: vec[float], mine_odds: vec[float], layouts: Layouts | None
    ) -> None:
        self.links: vec[float] = vec[float]([0.0] * (BORDERS * BORDERS))
        """What a point for joining two squares is worth."""
        self.bonds: vec[float] = vec[float]([0.0] * (BORDERS * BORDERS))
        """What the way between them is worth."""
        self.mines: vec[float] = vec[float]([0.0] * BORDERS)
        self.needs: vec[i64] = vec[i64]([0] * (BORDERS * BORDERS))
        """What a way between two squares needs, at most NEEDS − 1."""
        self.mine_needs: vec[i64] = vec[i64]([0] * BORDERS)
        self.layouts = layouts
        self.most: float = 0.0
        """What numbering four squares cannot be worth more than."""
        self.fixed: vec[i64] = vec[i64]([_NONE] * 4)
        """By side: the square of a station that stands there."""
        self.numbered: vec[i64] = vec[i64]([_NONE] * 4)
        """By side: the number of the station that stands there."""
        self.next: i64 = 0
        """The station that comes next, from 0."""
        for border in range(BORDERS):
            goal = reach(state.cells, seat * CELLS, border, -1, -1, NEEDS - 1).goal
            need = goal[24] >> 6
            if need >= NEEDS:
                need = NEEDS - 1
            self.mine_needs[border] = need
            self.mines[border] = mine_odds[need * 31 + _LEFT] if layouts is None else layouts.mine[need]
            for other in range(BORDERS):
                need = goal[other] >> 6
                if need >= NEEDS:
                    need = NEEDS - 1
                at = border * BORDERS + other
                self.needs[at] = need
                if layouts is not None:
                    self.links[at] = layouts.point[need]
                    self.bonds[at] = layouts.way[need]
                else:
                    self.links[at] = pair_odds[need * 31 + _LEFT]  # 0 for what cannot be had
                    self.bonds[at] = self.links[at] * float(goal[other] & 63)
                if self.links[at] * _ALL_POINTS > self.most:
                    self.most = self.links[at] * _ALL_POINTS
        for number in range(4):
            border = state.facts[seat * FACTS + STATIONS + number]
            if border >= 0:
                self.fixed[border // 6] = border
                self.numbered[border // 6] = number
                self.next = number + 1

    def number(self, squares: vec[i64], worths: vec[float]) -> None:
        """Try every numbering of four squares; `worths` keeps the best by the square of the next station."""
        common: float = 0.0
        between = _NO_ODDS[:]
        expected: float = 0.0
        least = 1e18
        for side in range(4):
            expected += self.mines[squares[side]]
            if worths[squares[side]] < least:
                least = worths[squares[side]]
            for other in range(side):
                at = squares[side] * BORDERS + squares[other]
                between[side * 4 + other] = self.links[at]
                between[other * 4 + side] = self.links[at]
                common += self.bonds[at]
        layouts = self.layouts
        if layouts is None:
            common += expected * (
                1.5 + expected * 0.9
            )  # close to L16's 2, 6, 12, 20 for an expected number of stations
        else:
            common += expected + layouts.pattern(squares, self.needs)
        if common + self.most <= least:
            return
        for order in range(_ORDERS):
            at = order * 4
            fits = True
            for side in range(4):
                if self.numbered[side] >= 0 and _SIDES_OF[at + self.numbered[side]] != side:
                    fits = False
            if not fits:
                continue
            worth = common
            for pair in range(PAIRS):
                link = _SIDES_OF[at + PAIR_A[pair]] * 4 + _SIDES_OF[at + PAIR_B[pair]]
                worth += between[link] * float(PAIR_POINTS[pair])
            square = squares[_SIDES_OF[at + self.next]]
            if worth > worths[square]:
                worths[square] = worth


def plan_bonus(state: Rails30, seat: i64, best: Best) -> None:
    """Judge every empty cell by the pairs that have it on a shortest way, or nearly so."""
    base = seat * CELLS
    at = seat * FACTS + STATIONS
    votes = vec[float]([0.0] * CELLS)
    for pair in range(PAIRS):
        a = reach(state.cells, base, state.facts[at + PAIR_A[pair]], -1, -1, NEEDS - 1)
        b = reach(state.cells, base, state.facts[at + PAIR_B[pair]], -1, -1, NEEDS - 1)
        shortest = a.goal[state.facts[at + PAIR_B[pair]]]
        for cell in range(CELLS):
            there = (_least(a.node, cell) >> 6) + (_least(b.node, cell) >> 6) - WEIGHT[cell]
            detour = there - (shortest >> 6)
            if detour == 0:
                votes[cell] += 1.0
            elif detour <= 2:
                votes[cell] += 0.3
    empty = state.facts[seat * FACTS + EMPTY_CELLS]
    for cell in range(CELLS):
        if (empty >> cell) & 1:
            best.add(PLACE_BONUS + cell, votes[cell])


def _least(nodes: vec[i64], cell: i64) -> i64:
    least = nodes[cell * 4]
    for side in range(1, 4):
        if nodes[cell * 4 + side] < least:
            least = nodes[cell * 4 + side]
    return least
