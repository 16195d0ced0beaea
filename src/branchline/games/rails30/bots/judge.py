"""How the bots judge a sheet: what every route is likely to bring, by what it still needs and the turns left."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.policy import Taste
from branchline.games.rails30.bots.best import Best
from branchline.games.rails30.bots.layouts import Layouts
from branchline.games.rails30.bots.odds import Odds, Tempo
from branchline.games.rails30.bots.planning import plan_bonus, plan_mines, plan_stations, skips_mountain
from branchline.games.rails30.bots.potential import NEEDS, STEP, draw_costs, enter_costs, on_the_way, outlook
from branchline.games.rails30.rules import track
from branchline.games.rails30.rules.codes import (
    CELLS,
    CHOOSE_BONUS,
    CHOOSE_MINE,
    COLOURED,
    DRAW_MOUNTAIN,
    DRAWINGS,
    EMPTY_CELLS,
    FACTS,
    JOKERS,
    MINE_AT,
    MOUNTAINS,
    PAIRS,
    READY,
    SHARES,
    SKIP_MOUNTAIN,
    STATIONS,
    TURNS,
    WHITE,
    pack_shares,
    pack_track,
)
from branchline.games.rails30.rules.codes import STEP as SHEET_STEP
from branchline.games.rails30.rules.drawings import COUNT, FIRST
from branchline.games.rails30.rules.scoring import PAIR_POINTS, Survey, points, survey
from branchline.games.rails30.rules.shares import offered
from branchline.games.rails30.rules.state import Rails30

_WALK: Final = 3
"""What a route that runs over its own track (L13) is taken to need."""


class Judge:
    """Values sheets and puts actions into order; the greedy bot plays by it, the expert searches by it."""

    def __init__(self) -> None:
        self.odds = Odds(Tempo(3.0, 0.05), Tempo(3.0, 0.05), 8.0)
        self.plan = Odds(Tempo(1.0, 0.0), Tempo(1.2, 0.0), 8.0)
        """The odds by which a sheet is set up: long routes are worth their risk."""
        self.layouts: Layouts | None = None
        """What was learned of layouts, instead of those odds."""

    def adopt(self, taste: Taste) -> None:
        """Believe in long routes or in short ones, like the mine more or less, and keep jokers or spend them."""
        bold, whim = float(taste.bold), float(taste.whim)
        drag = 3.0 - 0.5 * bold
        self.odds = Odds(Tempo(drag, 0.05), Tempo(drag + 0.8 * whim, 0.05), 8.0 - 1.5 * float(taste.rival))
        self.plan = Odds(Tempo(1.0 - 0.2 * bold, 0.0), Tempo(1.2 - 0.2 * bold + 0.4 * whim, 0.0), 8.0)

    def value(self, state: Rails30, seat: i64) -> float:
        """What the sheet is worth, finished or not."""
        if state.ended():
            return float(points(state, seat))
        if state.facts[seat * FACTS + SHEET_STEP] != READY:
            return 0.0
        left = TURNS - state.turn + ((state.waiting >> seat) & 1)
        mine = state.facts[seat * FACTS + MINE_AT]
        now = outlook(state.cells, seat * CELLS, state.facts, seat * FACTS + STATIONS, mine, -1, NEEDS - 2)
        return self.worth(state, seat, now.costs, survey(state, seat), left) + self.keep(state, seat, left)

    def worth(self, state: Rails30, seat: i64, costs: vec[i64], found: Survey, left: i64) -> float:
        """The points to expect from links of these costs; `found` has the routes that are finished."""
        odds = self.odds
        total: float = 0.0
        for pair in range(PAIRS):
            cost = costs[pair]
            need = cost >> 6
            if need >= NEEDS:
                continue
            if need > 0:
                points = float(PAIR_POINTS[pair] + (cost & 63))
            elif found.length[pair] > 0:
                points = float(found.pair_points(pair))
            else:
                need = _WALK
                points = float(PAIR_POINTS[pair] + 6)
            total += self.paid(state, seat, pair, odds.pair[need * 31 + left], points, left)
        none: float = 1.0  # the chances that 0, 1, 2, 3 or 4 stations reach the mine in the end
        one: float = 0.0
        two: float = 0.0
        three: float = 0.0
        four: float = 0.0
        for station in range(4):
            need = costs[PAIRS + station] >> 6
            if need >= NEEDS:
                need = NEEDS - 1
            p = odds.mine[need * 31 + left]
            q = 1.0 - p
            four = four * q + three * p
            three = three * q + two * p
            two = two * q + one * p
            one = one * q + none * p
            none = none * q
        return total + 2.0 * one + 6.0 * two + 12.0 * three + 20.0 * four

    def keep(self, state: Rails30, seat: i64, left: i64) -> float:
        """What the jokers in hand are worth."""
        return self.odds.jokers(state.facts[seat * FACTS + JOKERS], left)

    def paid(self, state: Rails30, seat: i64, pair: i64, chance: float, points: float, left: i64) -> float:
        """With shares a route pays what was invested, and a part of what may still be (L20)."""
        if not state.with_shares:
            return chance * points
        bought = float(state.facts[seat * FACTS + SHARES + pair])
        if bought >= points:
            return chance * points
        hope = 0.8 * (points - bought) * (float(left) if left < 24 else 24.0) / 24.0
        return chance * (bought + hope)

    def ranked(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best actions by what the sheet is worth after them, best first."""
        return self.judged(state, seat, most).actions

    def judged(self, state: Rails30, seat: i64, most: i64) -> Best:
        """The same with their worths."""
        best = Best(most)
        at = seat * FACTS
        named = track.named_cells(state, seat)
        jokers = state.facts[at + JOKERS]
        empty = state.facts[at + EMPTY_CELLS]
        mine = state.facts[at + MINE_AT]
        now = outlook(state.cells, seat * CELLS, state.facts, at + STATIONS, mine, -1, NEEDS - 2)
        found = survey(state, seat)
        for cell in range(CELLS):
            if (empty >> cell) & 1 == 0:
                continue
            here = (named >> cell) & 1 == 1
            if not here and jokers & WHITE == 0 and not state.with_shares:
                continue
            costs = now.costs
            if on_the_way(now, cell):
                gap = outlook(state.cells, seat * CELLS, state.facts, at + STATIONS, mine, cell, NEEDS - 2)
                costs = gap.costs
                enter = gap.enter
            else:
                enter = enter_costs(now, cell)
            if here or jokers & WHITE:
                self.try_drawings(state, seat, cell, here, jokers, costs, enter, found, best)
            if state.with_shares:
                self.try_shares(state, seat, cell, costs, found, best)
        return best

    def try_drawings(
        self,
        state: Rails30,
        seat: i64,
        cell: i64,
        here: bool,
        jokers: i64,
        costs: vec[i64],
        enter: vec[i64],
        found: Survey,
        best: Best,
    ) -> None:
        """Judge every drawing that the dice and the jokers allow in a cell."""
        left = TURNS - state.turn
        kept = state.facts[seat * FACTS + JOKERS]
        own_first = FIRST[state.coloured]
        own_last = own_first + COUNT[state.coloured]
        first, last = own_first, own_last
        if jokers & COLOURED:
            first = 1
            last = DRAWINGS + 1
        for drawing in range(first, last):
            spare = kept
            if not here:
                spare &= ~WHITE
            if drawing < own_first or drawing >= own_last:
                spare &= ~COLOURED
            after = draw_costs(costs, enter, drawing)
            known = found
            for pair in range(PAIRS):
                if after[pair] < STEP and after[pair] != found.length[pair]:
                    state.cells[seat * CELLS + cell] = drawing
                    known = survey(state, seat)
                    state.cells[seat * CELLS + cell] = 0
                    break
            worth = self.worth(state, seat, after, known, left) + self.odds.jokers(spare, left)
            best.add(pack_track(cell, drawing), worth)

    def try_shares(self, state: Rails30, seat: i64, cell: i64, costs: vec[i64], found: Survey, best: Best) -> None:
        """Judge crossing out a cell for shares of each pair."""
        left = TURNS - state.turn
        bought = offered(state)
        for pair in range(PAIRS):
            at = seat * FACTS + SHARES + pair
            state.facts[at] += bought
            best.add(pack_shares(pair, cell), self.worth(state, seat, costs, found, left))
            state.facts[at] -= bought

    def set_up(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best ways to go on setting up, best first: mine and stations are planned together."""
        return self.planned(state, seat, most).actions

    def planned(self, state: Rails30, seat: i64, most: i64) -> Best:
        """The same with their worths."""
        step = state.facts[seat * FACTS + SHEET_STEP]
        best = Best(most)
        if step == MOUNTAINS:
            best.add(SKIP_MOUNTAIN if skips_mountain(state, seat) else DRAW_MOUNTAIN, 0.0)
        elif step == CHOOSE_MINE:
            plan_mines(state, seat, self.plan.pair, self.plan.mine, self.layouts, best)
        elif step == CHOOSE_BONUS:
            plan_bonus(state, seat, best)
        else:
            plan_stations(state, seat, self.plan.pair, self.plan.mine, self.layouts, best)
        return best
