"""One look at a sheet, for quick play: what each link still needs, and what a cell is still good for."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rails30.bots.odds import Odds
from branchline.games.rails30.bots.potential import DRAWN, LINK_A, LINK_B, NEEDS, WEIGHT
from branchline.games.rails30.bots.spread import LINKS, NODES, Spread, ways
from branchline.games.rails30.rules.codes import CELLS, DRAWINGS, EMPTY_CELLS, FACTS, MINE_AT, PAIRS, TURNS
from branchline.games.rails30.rules.field import CROSS
from branchline.games.rails30.rules.scoring import PAIR_POINTS
from branchline.games.rails30.rules.state import Rails30

_ROW: Final = TURNS + 1
_TEN: Final[vec[i64]] = vec[i64]([0] * LINKS)
_TEN_WORTHS: Final[vec[float]] = vec[float]([0.0] * LINKS)
_SIXTY_WORTHS: Final[vec[float]] = vec[float]([0.0] * (6 * LINKS))
_FOUR_WORTHS: Final[vec[float]] = vec[float]([0.0] * 4)
_SIX_WORTHS: Final[vec[float]] = vec[float]([0.0] * 6)
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
    """The numbers by which a glance weighs a drawing; `branchline train 30-rails` learns the expert's."""

    def __init__(self, odds: Odds, closing: float, space: float) -> None:
        self.odds = odds
        self.closing: float = closing
        """How much of a link's worth is lost with one of its ways, where others remain."""
        self.space: float = space
        """What the last cell of a row or column that takes an unwanted drawing is worth."""
        self.detour: i64 = 4
        """What a link needs more when its only way is closed."""


class Glance:
    """A look at a sheet: what every link needs and is worth, and which empty cells its cheapest ways want."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.empty: i64 = 0
        self.left: i64 = 0
        self.now: Spread = Spread()
        self.mine_points: vec[float] = _FOUR_WORTHS[:]
        self.count: i64 = 0
        """How many links are still open; what follows has them one after the other."""
        self.links: vec[i64] = _TEN[:]
        self.ways: vec[i64] = _TEN[:]
        """The cells on a link's cheapest ways, as masks."""
        self.worth: vec[float] = _TEN_WORTHS[:]
        self.closing: vec[float] = _TEN_WORTHS[:]
        """What a link loses with a cell on its ways."""
        self.wanted: i64 = 0
        """The cells on any link's cheapest ways."""
        self.touched: i64 = 0
        """How many links gain by some way through the cell that was judged last."""
        self.most: float = 0.0
        """What no drawing in the cell that was judged last gains more than."""
        self.gains: vec[float] = _SIXTY_WORTHS[:]
        self.crowding: vec[float] = _SIX_WORTHS[:]
        """By value of the white die: what it costs to use up one of the cells that take an unwanted drawing."""

    def look(self, state: Rails30, seat: i64) -> None:
        """Look at a sheet."""
        at = seat * FACTS
        facts, weights = state.facts, self.weights
        self.empty = facts[at + EMPTY_CELLS]
        self.left = TURNS - state.turn
        self.now.look(state.cells, seat * CELLS, facts, at, facts[at + MINE_AT])
        self.weigh_mine()
        self.count = 0
        self.wanted = 0
        costs = self.now.costs
        diagonal: i64 = 0x810204081
        for link in range(LINKS):
            need = costs[link] >> 6
            if need == 0 or need >= NEEDS:
                continue
            worth = self.link_worth(link, costs[link])
            mask = ways(self.now, link)
            spare = count_bits(mask) + count_bits(mask & diagonal) - need
            if spare <= 0:
                closing = worth - self.link_worth(link, costs[link] + 64 * weights.detour)
            else:
                closing = worth * weights.closing / float(1 + spare)
            self.links[self.count] = link
            self.ways[self.count] = mask
            self.worth[self.count] = worth
            self.closing[self.count] = closing
            self.count += 1
            self.wanted |= mask
        unwanted = self.empty & ~self.wanted
        for value in range(6):
            free = count_bits(unwanted & CROSS[value])
            self.crowding[value] = weights.space / float(free) if free > 0 else 0.0

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
        most: float = 0.0
        touched: i64 = 0
        if (self.wanted >> cell) & 1:
            own = WEIGHT[cell] * 64 + 1
            costs, nodes, gains, masks, links = self.now.costs, self.now.nodes, self.gains, self.ways, self.links
            pair_odds, mine_odds, left = self.weights.odds.pair, self.weights.odds.mine, self.left
            for place in range(self.count):
                if (masks[place] >> cell) & 1 == 0:
                    continue
                link = links[place]
                closing = self.closing[place]
                loss += closing
                worth = self.worth[place]
                cheapest = costs[link]
                a, b = LINK_A[link] * NODES + cell * 4, LINK_B[link] * NODES + cell * 4
                top: float = 0.0
                helps = False
                for way in range(6):
                    s, t = _SIDES[way * 2], _SIDES[way * 2 + 1]
                    cost = nodes[a + s] + nodes[b + t]
                    other = nodes[a + t] + nodes[b + s]
                    if other < cost:
                        cost = other
                    cost -= own + own - 1
                    gain: float = 0.0
                    if cost < cheapest:
                        at = (cost >> 6) * _ROW + left
                        if link < PAIRS:
                            gain = closing + pair_odds[at] * float(PAIR_POINTS[link] + (cost & 63)) - worth
                        else:
                            gain = closing + mine_odds[at] * self.mine_points[link - PAIRS] - worth
                        helps = True
                        if gain > top:
                            top = gain
                    gains[touched * 6 + way] = gain
                if helps:
                    touched += 1
                    most += top
        else:
            loss += self.crowding[cell // 6]
            if cell % 7 != 0:
                loss += self.crowding[cell % 6]
        self.touched = touched
        self.most = most
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
