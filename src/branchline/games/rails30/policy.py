"""How the bots judge a sheet: what every route is likely to bring, by what it still needs and the turns left."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.rails30.potential import NEEDS, STEP, draw_costs, enter_costs, on_the_way, outlook
from branchline.games.rails30.ranking import Best
from branchline.games.rails30.setup import plan_bonus, plan_mines, plan_stations, skips_mountain
from branchline.games.rails30.state import (
    BUY_SHARES,
    CHOOSE_BONUS,
    CHOOSE_MINE,
    COLOURED,
    DRAW_MOUNTAIN,
    DRAW_TRACK,
    EMPTY,
    FACTS,
    JOKERS,
    MINE_AT,
    MOUNTAINS,
    READY,
    SHARES,
    SKIP_MOUNTAIN,
    STATION,
    TURNS,
    WHITE,
    Rails30,
)
from branchline.games.rails30.state import STEP as SETUP_STEP
from branchline.games.rails30.survey import Survey
from branchline.games.rails30.tracks import (
    CELLS,
    COUNT,
    DRAWINGS,
    FIRST,
    PAIR_POINTS,
    PAIRS,
)

_WALK: Final = 3
"""What a route that runs over its own track (L13) is taken to need."""


class Odds:
    """Chances by [need][turns left] that a link gets finished. The numbers are tuned by bench/tune_rails30.py."""

    def __init__(self, pair: Tempo, mine: Tempo, joker: float) -> None:
        self.pair: vec[float] = _chances(pair)
        self.mine: vec[float] = _chances(mine)
        self.joker: float = joker
        """What a joker in hand is worth while there are many turns left."""

    def jokers(self, held: i64, left: i64) -> float:
        """What the jokers in hand are worth."""
        if held == 0:
            return 0.0
        each = self.joker * (float(left) if left < 8 else 8.0) / 8.0
        return each * 2.0 if held == WHITE | COLOURED else each


class Tempo:
    """How a link's chance falls with its need: by `drag`, more than evenly with `grow` above 1, steeper by `bend`."""

    def __init__(self, drag: float, bend: float, grow: float = 1.0) -> None:
        self.drag: float = drag
        self.bend: float = bend
        self.grow: float = grow

    def chance(self, need: i64, left: i64) -> float:
        """The chance to finish what needs so much in so many turns."""
        if need == 0:
            return 1.0
        if need == NEEDS - 1 or left == 0:
            return 0.0
        turns, wants = float(left), float(need)
        share: float = turns / (turns + self.drag * wants**self.grow)
        chance: float = share ** (1.0 + self.bend * wants)
        return chance


def _chances(tempo: Tempo) -> vec[float]:
    chances = vec[float]()
    for need in range(NEEDS):
        for left in range(TURNS + 1):
            chances = append(chances, tempo.chance(need, left))
    return chances


class Judge(Policy):
    """Greedy play by the odds; also the playout and the order of candidates of the expert."""

    def __init__(self) -> None:
        self.odds = Odds(Tempo(3.0, 0.05), Tempo(3.0, 0.05), 8.0)
        self.plan = Odds(Tempo(1.0, 0.0), Tempo(1.2, 0.0), 8.0)
        """The odds by which a sheet is set up: long routes are worth their risk."""

    def prepare(self, state: State, seat: i64) -> State:
        assert isinstance(state, Rails30)
        return state.alone(seat)

    def home(self, seat: i64) -> i64:
        return 0

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rails30)
        if state.ended():
            return float(state.points(seat))
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            return 0.0
        left = TURNS - state.turn + ((state.waiting >> seat) & 1)
        mine = state.facts[seat * FACTS + MINE_AT]
        now = outlook(state.cells, seat * CELLS, state.facts, seat * FACTS + STATION, mine, -1, NEEDS - 2)
        return self.worth(state, seat, now.costs, state.survey(seat), left) + self.keep(state, seat, left)

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

    # ── choosing ──
    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            return self.set_up(state, seat, 1)[0]
        return self.ranked(state, seat, 1)[0]

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            return self.set_up(state, seat, 1)
        return self.ranked(state, seat, most)

    def ranked(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best actions by what the sheet is worth after them, best first."""
        best = Best(most)
        at = seat * FACTS
        named = state.named_cells(seat)
        jokers = state.facts[at + JOKERS]
        empty = state.facts[at + EMPTY]
        mine = state.facts[at + MINE_AT]
        now = outlook(state.cells, seat * CELLS, state.facts, at + STATION, mine, -1, NEEDS - 2)
        found = state.survey(seat)
        for cell in range(CELLS):
            if (empty >> cell) & 1 == 0:
                continue
            here = (named >> cell) & 1 == 1
            if not here and jokers & WHITE == 0 and not state.with_shares:
                continue
            costs = now.costs
            if on_the_way(now, cell):
                gap = outlook(state.cells, seat * CELLS, state.facts, at + STATION, mine, cell, NEEDS - 2)
                costs = gap.costs
                enter = gap.enter
            else:
                enter = enter_costs(now, cell)
            if here or jokers & WHITE:
                self.try_drawings(state, seat, cell, here, jokers, costs, enter, found, best)
            if state.with_shares:
                self.try_shares(state, seat, cell, costs, found, best)
        return best.actions

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
                    known = state.survey(seat)
                    state.cells[seat * CELLS + cell] = 0
                    break
            worth = self.worth(state, seat, after, known, left) + self.odds.jokers(spare, left)
            best.add(DRAW_TRACK + cell * DRAWINGS + drawing - 1, worth)

    def try_shares(self, state: Rails30, seat: i64, cell: i64, costs: vec[i64], found: Survey, best: Best) -> None:
        """Judge crossing out a cell for shares of each pair."""
        left = TURNS - state.turn
        higher = state.white if state.white > state.coloured else state.coloured
        for pair in range(PAIRS):
            at = seat * FACTS + SHARES + pair
            state.facts[at] += higher
            best.add(BUY_SHARES + pair * CELLS + cell, self.worth(state, seat, costs, found, left))
            state.facts[at] -= higher

    def set_up(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best ways to go on setting up, best first: mine and stations are planned together."""
        step = state.facts[seat * FACTS + SETUP_STEP]
        best = Best(most)
        if step == MOUNTAINS:
            best.add(SKIP_MOUNTAIN if skips_mountain(state, seat) else DRAW_MOUNTAIN, 0.0)
        elif step == CHOOSE_MINE:
            plan_mines(state, seat, self.plan.pair, self.plan.mine, best)
        elif step == CHOOSE_BONUS:
            plan_bonus(state, seat, best)
        else:
            plan_stations(state, seat, self.plan.pair, self.plan.mine, best)
        return best.actions
