"""How the bots judge a sheet: what every route is likely to bring, by what it still needs and the turns left.

The likelihoods are learned from the bots' own games (bench/train_rails30.py) and kept in odds.json.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.rails30.potential import STEP, reach
from branchline.games.rails30.setup import plan_bonus, plan_mine, plan_station, skips_mountain
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
    MOUNTAINS,
    PLACE_BONUS,
    PLACE_MINE,
    PLACE_STATION,
    READY,
    SHARES,
    SKIP_MOUNTAIN,
    STATION,
    TURNS,
    WHITE,
    Rails30,
)
from branchline.games.rails30.state import STEP as SETUP_STEP
from branchline.games.rails30.tracks import (
    CELLS,
    COUNT,
    CROSSED,
    DRAWINGS,
    FIRST,
    PAIR_A,
    PAIR_B,
    PAIR_POINTS,
    PAIRS,
)

NEEDS: Final = 16
"""Needs of so many cells and more are judged alike."""


class Odds:
    """Learned tables by [need][turns left]: chance that a route or a mine link is finished, and its length then."""

    def __init__(self, done: list[float], longer: list[float], mined: list[float], joker: float) -> None:
        self.done = vec[float](done)
        self.longer = vec[float](longer)
        self.mined = vec[float](mined)
        self.joker: float = joker


def load_odds() -> Odds:
    """The tables that ship with the game."""
    data = json.loads(resources.files("branchline.games.rails30").joinpath("odds.json").read_text())
    return Odds(data["done"], data["longer"], data["mined"], data["joker"])


class Judge(Policy):
    """Greedy play by the odds; also the playout and the prior of the expert."""

    def __init__(self) -> None:
        self.odds = load_odds()
        self.reach_most: i64 = NEEDS - 1
        self.late: i64 = 14
        """Playouts think of jokers only in the last so many turns, where they are worth their time."""

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
        return self.worth(state, seat, left)

    def worth(self, state: Rails30, seat: i64, left: i64) -> float:
        """The points to expect from a sheet with so many turns left."""
        odds = self.odds
        base = seat * CELLS
        at = seat * FACTS + STATION
        facts = state.facts
        total: float = 0.0
        none: float = 1.0  # the chances that 0, 1, 2, 3 or 4 stations reach the mine in the end
        one: float = 0.0
        two: float = 0.0
        three: float = 0.0
        four: float = 0.0
        exact = False
        for a in range(4):
            found = reach(state.cells, base, facts[at + a], self.reach_most)
            goal = found.goal
            need = goal[24] >> 6
            p = odds.mined[(need if need < NEEDS else NEEDS - 1) * 31 + left]
            q = 1.0 - p
            four = four * q + three * p
            three = three * q + two * p
            two = two * q + one * p
            one = one * q + none * p
            none = none * q
            for pair in range(PAIRS):
                if PAIR_A[pair] != a:
                    continue
                cost = goal[facts[at + PAIR_B[pair]]]
                need = cost >> 6
                if need == 0:
                    exact = True
                    continue
                if need >= NEEDS:
                    continue
                index = need * 31 + left
                points = float(PAIR_POINTS[pair] + (cost & 63)) + odds.longer[index]
                total += self.paid(state, seat, pair, odds.done[index], points, left)
        total += 2.0 * one + 6.0 * two + 12.0 * three + 20.0 * four
        if exact:
            total += self.finished(state, seat, left)
        jokers = facts[seat * FACTS + JOKERS]
        if jokers != 0:
            keep = odds.joker * (float(left) if left < 8 else 8.0) / 8.0
            if jokers & WHITE:
                total += keep
            if jokers & COLOURED:
                total += keep
        return total

    def finished(self, state: Rails30, seat: i64, left: i64) -> float:
        """The routes that are complete, exactly; a walk over its own track (L13) still needs a few cells."""
        total: float = 0.0
        found = state.survey(seat)
        at = seat * FACTS + STATION
        for pair in range(PAIRS):
            if found.length[pair] > 0:
                points = float(found.pair_points(pair)) + self.odds.longer[left]
                total += self.paid(state, seat, pair, 1.0, points, left)
            else:
                cost = reach(state.cells, seat * CELLS, state.facts[at + PAIR_A[pair]], 0).goal[
                    state.facts[at + PAIR_B[pair]]
                ]
                if cost < STEP:
                    index = 3 * 31 + left
                    points = float(PAIR_POINTS[pair] + 6)
                    total += self.paid(state, seat, pair, self.odds.done[index], points, left)
        return total

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
            return self.set_up(state, seat)
        left = TURNS - state.turn
        jokers = left < self.late
        return self.ranked(state, seat, 1, jokers)[0]

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SETUP_STEP] != READY:
            return vec[i64]([self.set_up(state, seat)])
        return self.ranked(state, seat, most, True)

    def ranked(self, state: Rails30, seat: i64, most: i64, jokers: bool) -> vec[i64]:
        """The best actions by what the sheet is worth after them, best first."""
        best = Best(most)
        left = TURNS - state.turn
        named = state.named_cells(seat)
        spare = state.facts[seat * FACTS + JOKERS] if jokers else 0
        empty = state.facts[seat * FACTS + EMPTY]
        for cell in range(CELLS):
            if (empty >> cell) & 1 == 0:
                continue
            here = (named >> cell) & 1 == 1
            if not here and spare & WHITE == 0:
                continue
            first = FIRST[state.coloured]
            n = COUNT[state.coloured]
            if here and spare & COLOURED:
                first = 1
                n = DRAWINGS
            self.try_drawings(state, seat, cell, first, n, left, here, best)
        if state.with_shares:
            self.try_shares(state, seat, left, best)
        return best.actions

    def try_drawings(
        self, state: Rails30, seat: i64, cell: i64, first: i64, n: i64, left: i64, here: bool, best: Best
    ) -> None:
        place = seat * CELLS + cell
        jokers_at = seat * FACTS + JOKERS
        jokers = state.facts[jokers_at]
        own_first = FIRST[state.coloured]
        own_last = own_first + COUNT[state.coloured]
        for drawing in range(first, first + n):
            spent = jokers
            if not here:
                spent &= ~WHITE
            if drawing < own_first or drawing >= own_last:
                spent &= ~COLOURED
            state.cells[place] = drawing
            state.facts[jokers_at] = spent
            best.add(DRAW_TRACK + cell * DRAWINGS + drawing - 1, self.worth(state, seat, left))
        state.cells[place] = 0
        state.facts[jokers_at] = jokers

    def try_shares(self, state: Rails30, seat: i64, left: i64, best: Best) -> None:
        """For each pair, crossing out the cell that costs the sheet least."""
        higher = state.white if state.white > state.coloured else state.coloured
        empty = state.facts[seat * FACTS + EMPTY]
        cross: i64 = -1
        top = -1e18
        for cell in range(CELLS):
            if (empty >> cell) & 1:
                state.cells[seat * CELLS + cell] = CROSSED
                worth = self.worth(state, seat, left)
                state.cells[seat * CELLS + cell] = 0
                if worth > top:
                    top = worth
                    cross = cell
        state.cells[seat * CELLS + cross] = CROSSED
        for pair in range(PAIRS):
            at = seat * FACTS + SHARES + pair
            state.facts[at] += higher
            best.add(BUY_SHARES + pair * CELLS + cross, self.worth(state, seat, left))
            state.facts[at] -= higher
        state.cells[seat * CELLS + cross] = 0

    def set_up(self, state: Rails30, seat: i64) -> i64:
        """Setup needs no search: it is planned as a whole from the odds of the first turn."""
        step = state.facts[seat * FACTS + SETUP_STEP]
        done = self.odds.done
        mined = self.odds.mined
        longer = self.odds.longer
        if step == MOUNTAINS:
            return SKIP_MOUNTAIN if skips_mountain(state, seat) else DRAW_MOUNTAIN
        if step == CHOOSE_MINE:
            return PLACE_MINE + plan_mine(state, seat, done, longer, mined)
        if step == CHOOSE_BONUS:
            return PLACE_BONUS + plan_bonus(state, seat)
        return PLACE_STATION + plan_station(state, seat, done, longer, mined)


class Best:
    """The best few actions seen, best first; of equals the one seen first."""

    def __init__(self, most: i64) -> None:
        self.most: i64 = most
        self.actions: vec[i64] = vec[i64]()
        self.worths: vec[float] = vec[float]()

    def add(self, action: i64, worth: float) -> None:
        n = len(self.actions)
        if n == self.most:
            if worth <= self.worths[n - 1]:
                return
        else:
            self.actions = append(self.actions, action)
            self.worths = append(self.worths, worth)
            n += 1
        place = n - 1
        while place > 0 and self.worths[place - 1] < worth:
            self.actions[place] = self.actions[place - 1]
            self.worths[place] = self.worths[place - 1]
            place -= 1
        self.actions[place] = action
        self.worths[place] = worth
