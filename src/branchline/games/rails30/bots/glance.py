"""One look at a sheet, for quick play: what each link still needs, and what a cell is still good for."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rails30.bots.odds import Odds
from branchline.games.rails30.bots.potential import DRAWN, FAR, LINK_A, LINK_B, NEEDS, WEIGHT, Outlook, outlook
from branchline.games.rails30.rules.codes import CELLS, DRAWINGS, EMPTY_CELLS, FACTS, MINE_AT, PAIRS, STATIONS, TURNS
from branchline.games.rails30.rules.scoring import PAIR_POINTS
from branchline.games.rails30.rules.state import Rails30

_LINKS: Final = 10
_ROW: Final = TURNS + 1
_EMPTIES: Final[vec[i64]] = vec[i64]([0] * CELLS)
_NO_COSTS: Final[vec[i64]] = vec[i64]([FAR] * (CELLS * 5))
_TEN: Final[vec[i64]] = vec[i64]([0] * _LINKS)
_TEN_WORTHS: Final[vec[float]] = vec[float]([0.0] * _LINKS)
_SIXTY_WORTHS: Final[vec[float]] = vec[float]([0.0] * 60)
_FOUR_WORTHS: Final[vec[float]] = vec[float]([0.0] * 4)
_SIX: Final[vec[i64]] = vec[i64]([0] * 6)
_SIDES: Final[vec[i64]] = vec[i64]([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3])
"""The six ways through a cell, as pairs of sides."""


def _ways() -> vec[i64]:
    """The ways through a cell that each drawing opens, two numbers a drawing, the same twice where there is one."""
    found = vec[i64]([0] * (2 * DRAWINGS + 2))
    for drawing in range(1, DRAWINGS + 1):
        for link in range(2):
            a, b = DRAWN[drawing * 4 + link * 2], DRAWN[drawing * 4 + link * 2 + 1]
            for way in range(6):
                s, t = _SIDES[way * 2], _SIDES[way * 2 + 1]
                if (s == a and t == b) or (s == b and t == a):
                    found[drawing * 2 + link] = way
    return found


_WAYS: Final[vec[i64]] = _ways()


class Weights:
    """The numbers by which a glance weighs a drawing, tuned by bench/tune_rails30.py."""

    def __init__(self, odds: Odds, closing: float, space: float) -> None:
        self.odds = odds
        self.closing: float = closing
        """How much of a link's worth is lost with one of its ways, where others remain."""
        self.space: float = space
        """What the last cell of a row or column that takes an unwanted drawing is worth."""
        self.detour: i64 = 4
        """What a link needs more when its only way is closed."""


class Glance:
    """One look at a sheet: what every link needs and is worth, and which empty cells its cheapest ways want."""

    def __init__(self, weights: Weights, state: Rails30, seat: i64) -> None:
        at = seat * FACTS
        facts = state.facts
        self.weights = weights
        self.empty: i64 = facts[at + EMPTY_CELLS]
        self.left: i64 = TURNS - state.turn
        now = outlook(state.cells, seat * CELLS, facts, at + STATIONS, facts[at + MINE_AT], -1, NEEDS - 2)
        self.now: Outlook = now
        self.least: vec[i64] = _NO_COSTS[:]
        """What each source needs to fill each cell, by source and cell."""
        self.spare: vec[i64] = _TEN[:]
        """By link: the cells on its cheapest ways beyond the fewest that it needs."""
        self.mine_points: vec[float] = _FOUR_WORTHS[:]
        self.worth: vec[float] = _TEN_WORTHS[:]
        self.wanted: i64 = 0
        """The cells on any link's cheapest ways."""
        self.touched: i64 = 0
        """How many links gain by some way through the cell that was judged last."""
        self.gains: vec[float] = _SIXTY_WORTHS[:]
        self.free: vec[i64] = _SIX[:]
        """By value of the white die: the cells that take an unwanted drawing without harm."""
        least, spare, costs = self.least, self.spare, now.costs
        empties = _EMPTIES[:]
        count: i64 = 0
        for cell in range(CELLS):
            if (self.empty >> cell) & 1:
                empties[count] = cell
                count += 1
        for source in range(5):
            nodes = now.nodes[source]
            for place in range(count):
                cell = empties[place]
                best = nodes[cell * 4]
                for side in range(1, 4):
                    if nodes[cell * 4 + side] < best:
                        best = nodes[cell * 4 + side]
                least[source * CELLS + cell] = best >> 6
        self.weigh_mine()
        wanted: i64 = 0
        for link in range(_LINKS):
            need = costs[link] >> 6
            if need == 0 or need >= NEEDS:
                continue
            self.worth[link] = self.link_worth(link, costs[link])
            a, b = LINK_A[link] * CELLS, LINK_B[link] * CELLS
            for place in range(count):
                cell = empties[place]
                if least[a + cell] + least[b + cell] - WEIGHT[cell] <= need:
                    spare[link] += WEIGHT[cell]
                    wanted |= BIT[cell]
            spare[link] -= need
        self.wanted = wanted
        for place in range(count):
            cell = empties[place]
            if (wanted >> cell) & 1 == 0:
                self.free[cell // 6] += 1
                if cell % 7 != 0:
                    self.free[cell % 6] += 1

    def weigh_mine(self) -> None:
        """What a station's way to the mine brings, by how likely the other three have one (L16)."""
        costs = self.now.costs
        odds = self.weights.odds.mine
        for station in range(4):
            none: float = 1.0
            one: float = 0.0
            two: float = 0.0
            three: float = 0.0
            for other in range(4):
                if other == station:
                    continue
                need = costs[PAIRS + other] >> 6
                p = odds[need * _ROW + self.left] if need < NEEDS else 0.0
                q = 1.0 - p
                three = three * q + two * p
                two = two * q + one * p
                one = one * q + none * p
                none = none * q
            self.mine_points[station] = 2.0 * none + 4.0 * one + 6.0 * two + 8.0 * three

    def link_worth(self, link: i64, cost: i64) -> float:
        """The points to expect from a link of this cost."""
        need = cost >> 6
        if need >= NEEDS:
            return 0.0
        if link >= PAIRS:
            return self.weights.odds.mine[need * _ROW + self.left] * self.mine_points[link - PAIRS]
        return self.weights.odds.pair[need * _ROW + self.left] * float(PAIR_POINTS[link] + (cost & 63))

    def judge_cell(self, cell: i64) -> float:
        """What an unwanted drawing in a cell loses; `gains` has what ways through it gain on that, by touched link."""
        loss: float = 0.0
        weight = WEIGHT[cell]
        own = weight * 64 + 1
        costs, least, gains = self.now.costs, self.least, self.gains
        touched: i64 = 0
        for link in range(_LINKS):
            need = costs[link] >> 6
            a, b = LINK_A[link], LINK_B[link]
            if need == 0 or need >= NEEDS or least[a * CELLS + cell] + least[b * CELLS + cell] - weight > need:
                continue
            worth = self.worth[link]
            if self.spare[link] <= 0:
                closing = worth - self.link_worth(link, costs[link] + 64 * self.weights.detour)
            else:
                closing = worth * self.weights.closing / float(1 + self.spare[link])
            loss += closing
            from_a, from_b = self.now.nodes[a], self.now.nodes[b]
            helps = False
            for way in range(6):
                s, t = cell * 4 + _SIDES[way * 2], cell * 4 + _SIDES[way * 2 + 1]
                cost = from_a[s] + from_b[t]
                if from_a[t] + from_b[s] < cost:
                    cost = from_a[t] + from_b[s]
                cost -= own + own - 1
                gain: float = 0.0
                if cost < costs[link]:
                    gain = closing + self.link_worth(link, cost) - worth
                    helps = True
                gains[touched * 6 + way] = gain
            if helps:
                touched += 1
        self.touched = touched
        if (self.wanted >> cell) & 1 == 0:
            loss += self.weights.space / float(self.free[cell // 6])
            if cell % 7 != 0:
                loss += self.weights.space / float(self.free[cell % 6])
        return loss

    def gain(self, drawing: i64) -> float:
        """What a drawing gains in the cell that was judged last: for every link the better of its two ways."""
        gains = self.gains
        one, two = _WAYS[drawing * 2], _WAYS[drawing * 2 + 1]
        total: float = 0.0
        for at in range(0, self.touched * 6, 6):
            gain = gains[at + one]
            if gains[at + two] > gain:
                gain = gains[at + two]
            total += gain
        return total
