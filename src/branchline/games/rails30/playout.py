"""The expert's playouts: quick play by what each link still needs, and by what a cell is still good for.

The greedy bot looks at every sheet that it could leave behind. A playout has no time for that: it looks once at
the sheet as it stands, knows which empty cells lie on the cheapest ways of each link, and judges a drawing by
the links that it brings forward, the ways that it closes, and the room for unwanted drawings that it uses up.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.rails30.policy import Judge, Odds, Tempo
from branchline.games.rails30.potential import DRAWN, FAR, LINK_A, LINK_B, NEEDS, WEIGHT, Outlook, outlook
from branchline.games.rails30.ranking import Best
from branchline.games.rails30.state import (
    COLOURED,
    DRAW_TRACK,
    EMPTY,
    FACTS,
    JOKERS,
    MINE_AT,
    MOUNTAINS,
    READY,
    STATION,
    TURNS,
    WHITE,
    Rails30,
)
from branchline.games.rails30.state import STEP as SETUP_STEP
from branchline.games.rails30.tracks import CELLS, COUNT, DRAWINGS, FIRST, PAIR_POINTS, PAIRS

_LINKS: Final = 10
_ROW: Final = TURNS + 1
_MOST_PLANS: Final = 10000
_OF_A_CELL: Final = 3
"""So many drawings of one cell are candidates at most."""
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


class Playout(Judge):
    """The expert's policy: it judges sheets as the greedy bot does, but plays quicker and minds its room."""

    def __init__(self) -> None:
        super().__init__()
        self.quick = Odds(Tempo(1.43, 0.016, 1.3), Tempo(0.25, 0.09, 0.62), 11.0)
        self.closing: float = 0.15
        """How much of a link's worth is lost with one of its ways, where others remain."""
        self.detour: i64 = 4
        """What a link needs more when its only way is closed."""
        self.plans: dict[i64, i64] = {}
        self.room: float = 0.2
        """What the last cell of a row or column that takes an unwanted drawing is worth."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            return self.planned(state, seat)
        if state.with_shares:
            return self.ranked(state, seat, 1)[0]
        return self.at_a_glance(state, seat, 1)[0]

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            # With shares a playout takes too long to compare ways of setting up.
            return self.set_up(state, seat, 1 if state.with_shares else most)
        if state.with_shares:
            return self.ranked(state, seat, most // 2)  # playouts take longer, so fewer can be told apart
        chosen = self.ranked(state, seat, (most + 1) // 2)
        for action in self.at_a_glance(state, seat, most):
            if len(chosen) < most and not _holds(chosen, action):
                chosen = append(chosen, action)
        return chosen

    def planned(self, state: Rails30, seat: i64) -> i64:
        """The plan's next step in setting up, kept, since every playout from a way of setting up goes on alike."""
        facts = state.facts
        at = seat * FACTS
        if facts[at + SETUP_STEP] == MOUNTAINS:
            return self.set_up(state, seat, 1)[0]
        key = facts[at + EMPTY] << 6 | (facts[at + MINE_AT] + 1)
        for station in range(4):
            key = key << 5 | (facts[at + STATION + station] + 1)
        kept = self.plans.get(key)
        if kept is None:
            if len(self.plans) > _MOST_PLANS:
                self.plans.clear()
            kept = self.set_up(state, seat, 1)[0]
            self.plans[key] = kept
        return kept

    def at_a_glance(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best drawings, best first and few of them in one cell."""
        glance = Glance(self, state, seat)
        facts = state.facts
        at = seat * FACTS
        left = glance.left
        jokers = facts[at + JOKERS]
        named = state.named_cells(seat)
        own_first = FIRST[state.coloured]
        own_last = own_first + COUNT[state.coloured]
        first, last = own_first, own_last
        if jokers & COLOURED:
            first = 1
            last = DRAWINGS + 1
        cells = glance.empty if jokers & WHITE else named
        best = Best(most)
        for cell in range(CELLS):
            if (cells >> cell) & 1 == 0:
                continue
            loss = glance.judge_cell(cell)
            here = (named >> cell) & 1 == 1
            if glance.touched == 0:
                # Nothing is to be gained here: one drawing of the die is as good as any, and no joker is wasted on it.
                if here:
                    best.add(DRAW_TRACK + cell * DRAWINGS + own_first - 1, self.quick.jokers(jokers, left) - loss)
                continue
            of_cell = best if most == 1 else Best(_OF_A_CELL)
            for drawing in range(first, last):
                total = glance.gain(drawing) - loss
                if jokers:
                    kept = jokers
                    if not here:
                        kept &= ~WHITE
                    if drawing < own_first or drawing >= own_last:
                        kept &= ~COLOURED
                    total += self.quick.jokers(kept, left)
                of_cell.add(DRAW_TRACK + cell * DRAWINGS + drawing - 1, total)
            if most > 1:
                for place in range(len(of_cell.actions)):
                    best.add(of_cell.actions[place], of_cell.worths[place])
        return best.actions


def _holds(actions: vec[i64], action: i64) -> bool:
    for one in actions:
        if one == action:
            return True
    return False


class Glance:
    """One look at a sheet: what every link needs and is worth, and which empty cells its cheapest ways want."""

    def __init__(self, policy: Playout, state: Rails30, seat: i64) -> None:
        at = seat * FACTS
        facts = state.facts
        self.policy = policy
        self.empty: i64 = facts[at + EMPTY]
        self.left: i64 = TURNS - state.turn
        now = outlook(state.cells, seat * CELLS, facts, at + STATION, facts[at + MINE_AT], -1, NEEDS - 2)
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
        odds = self.policy.quick.mine
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
            return self.policy.quick.mine[need * _ROW + self.left] * self.mine_points[link - PAIRS]
        return self.policy.quick.pair[need * _ROW + self.left] * float(PAIR_POINTS[link] + (cost & 63))

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
                closing = worth - self.link_worth(link, costs[link] + 64 * self.policy.detour)
            else:
                closing = worth * self.policy.closing / float(1 + self.spare[link])
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
            loss += self.policy.room / float(self.free[cell // 6])
            if cell % 7 != 0:
                loss += self.policy.room / float(self.free[cell % 6])
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
