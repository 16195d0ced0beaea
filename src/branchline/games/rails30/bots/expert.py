"""The expert's playouts: quick play by what each link still needs, and by what a cell is still good for.

The greedy bot looks at every sheet that it could leave behind. A playout has no time for that: it looks once at
the sheet as it stands, knows which empty cells lie on the cheapest ways of each link, and judges a drawing by
the links that it brings forward, the ways that it closes, and the space for unwanted drawings that it uses up.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste
from branchline.core.state import State
from branchline.games.rails30.bots.best import Best
from branchline.games.rails30.bots.experience import ROW, Experience
from branchline.games.rails30.bots.glance import Glance, Weights
from branchline.games.rails30.bots.judge import Judge
from branchline.games.rails30.bots.odds import Odds, Tempo
from branchline.games.rails30.rules import track
from branchline.games.rails30.rules.codes import (
    CELLS,
    COLOURED,
    DRAWINGS,
    EMPTY_CELLS,
    FACTS,
    JOKERS,
    MINE_AT,
    MOUNTAINS,
    READY,
    STATIONS,
    WHITE,
    pack_track,
)
from branchline.games.rails30.rules.codes import STEP as SHEET_STEP
from branchline.games.rails30.rules.drawings import COUNT, FIRST
from branchline.games.rails30.rules.state import Rails30

_MOST_PLANS: Final = 10000
_OF_A_CELL: Final = 3
"""So many drawings of one cell are candidates at most."""


class Expert(Policy):
    """The expert's policy: it judges sheets as the greedy bot does, but plays quicker and minds its space."""

    def __init__(self, weight: float = 0.0, doubt: float = 150.0) -> None:
        """By default playouts learn nothing from each other; see `Experience` for what makes them."""
        self.judge = Judge()
        self.weights = Weights(Odds(Tempo(1.43, 0.016, 1.3), Tempo(0.25, 0.09, 0.62), 11.0), 0.15, 0.2)
        self.experience = Experience(weight, doubt)
        self._learns = False
        self._glance = Glance(self.weights)
        self.plans: dict[i64, i64] = {}

    def adopt(self, taste: Taste) -> None:
        self.judge.adopt(taste)

    def prepare(self, state: State, seat: i64) -> State:
        assert isinstance(state, Rails30)
        if self._learns:
            self.experience.refresh()  # here, so that all first moves of a sweep meet the same playouts
        return state.alone(seat)

    def begin(self, state: State, seat: i64) -> None:
        assert isinstance(state, Rails30)
        at = seat * FACTS
        # While the sheet is set up, playouts of different stations would say nothing of each other's cells.
        ready = state.facts[at + SHEET_STEP] == READY and not state.with_shares
        self._learns = ready and self.experience.weight > 0.0
        self.experience.begin(state.facts[at + EMPTY_CELLS])

    def learn(self, state: State, seat: i64, value: float) -> None:
        assert isinstance(state, Rails30)
        if self._learns:
            self.experience.note(state.cells, seat * CELLS, value)

    def home(self, seat: i64) -> i64:
        return 0

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rails30)
        return self.judge.value(state, seat)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SHEET_STEP] != READY:
            return self.planned(state, seat)
        if state.with_shares:
            return self.judge.ranked(state, seat, 1)[0]
        return self.at_a_glance(state, seat, 1)[0]

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + SHEET_STEP] != READY:
            # With shares a playout takes too long to compare ways of setting up.
            return self.judge.set_up(state, seat, 1 if state.with_shares else most)
        if state.with_shares:
            return self.judge.ranked(state, seat, most // 2)  # playouts take longer, so fewer can be told apart
        chosen = self.judge.ranked(state, seat, (most + 1) // 2)
        for action in self.at_a_glance(state, seat, most):
            if len(chosen) < most and not _holds(chosen, action):
                chosen = append(chosen, action)
        return chosen

    def planned(self, state: Rails30, seat: i64) -> i64:
        """The plan's next step in setting up, kept, since every playout from a way of setting up goes on alike."""
        facts = state.facts
        at = seat * FACTS
        if facts[at + SHEET_STEP] == MOUNTAINS:
            return self.judge.set_up(state, seat, 1)[0]
        key = facts[at + EMPTY_CELLS] << 6 | (facts[at + MINE_AT] + 1)
        for station in range(4):
            key = key << 5 | (facts[at + STATIONS + station] + 1)
        kept = self.plans.get(key)
        if kept is None:
            if len(self.plans) > _MOST_PLANS:
                self.plans.clear()
            kept = self.judge.set_up(state, seat, 1)[0]
            self.plans[key] = kept
        return kept

    def at_a_glance(self, state: Rails30, seat: i64, most: i64) -> vec[i64]:
        """The best drawings, best first and few of them in one cell."""
        glance = self._glance
        glance.weights = self.weights
        glance.look(state, seat)
        facts = state.facts
        at = seat * FACTS
        left = glance.left
        jokers = facts[at + JOKERS]
        named = track.named_cells(state, seat)
        own_first = FIRST[state.coloured]
        own_last = own_first + COUNT[state.coloured]
        cells = glance.empty if jokers & WHITE else named
        worth = self.experience.worth
        odds = self.weights.odds
        plain_last = own_last if self._learns and most == 1 else own_first + 1
        top = self.experience.most
        # No drawing is worth more than what the cell's links gain at most: where that is not enough to be the best,
        # the drawings need not be looked at one by one.
        bounded = most == 1
        best = Best(most)
        for cell in range(CELLS):
            if (cells >> cell) & 1 == 0:
                continue
            loss = glance.judge_cell(cell)
            here = (named >> cell) & 1 == 1
            kept = jokers if here else jokers & ~WHITE
            held = odds.jokers(kept, left)
            if glance.touched == 0:
                # Nothing is to be gained here: no joker is wasted on it, and unless playouts have learned otherwise
                # one drawing of the die is as good as any.
                if here:
                    for drawing in range(own_first, plain_last):
                        best.add(pack_track(cell, drawing), held - loss + worth[cell * ROW + drawing])
                continue
            bound = glance.most - loss + top[cell]
            if bounded and len(best.worths) > 0 and bound + held <= best.worths[0]:
                continue
            first, last = own_first, own_last
            spent = held
            if jokers & COLOURED:
                spent = odds.jokers(kept & ~COLOURED, left)
                if not (bounded and len(best.worths) > 0 and bound + spent <= best.worths[0]):
                    first = 1
                    last = DRAWINGS + 1
            of_cell = best if most == 1 else Best(_OF_A_CELL)
            for drawing in range(first, last):
                total = glance.gain(drawing) - loss + worth[cell * ROW + drawing]
                total += held if own_first <= drawing < own_last else spent
                of_cell.add(pack_track(cell, drawing), total)
            if most > 1:
                for place in range(len(of_cell.actions)):
                    best.add(of_cell.actions[place], of_cell.worths[place])
        return best.actions


def _holds(actions: vec[i64], action: i64) -> bool:
    for one in actions:
        if one == action:
            return True
    return False
