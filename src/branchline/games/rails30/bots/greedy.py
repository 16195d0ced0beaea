"""The greedy bot: the action after which the sheet is worth most.

All sheets of a table have the same dice, so it chooses by chance among ways of setting up that are nearly as good and
among drawings that are equally good. Otherwise two greedy bots would make one and the same sheet.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste
from branchline.core.state import State
from branchline.games.rails30.bots.judge import Judge
from branchline.games.rails30.rules.codes import FACTS, READY, STEP
from branchline.games.rails30.rules.state import Rails30

_MANY: Final = 12
_SETUP_MARGIN: Final = 0.5
"""What a way of setting up may promise less than the best, in points (for the bonus cell: in pairs)."""
_TURN_MARGIN: Final = 0.0


class Greedy(Policy):
    """Play by the odds, without looking ahead."""

    def __init__(self) -> None:
        self.judge = Judge()
        self.setup_margin: float = _SETUP_MARGIN

    def adopt(self, taste: Taste) -> None:
        self.judge.adopt(taste)

    def prepare(self, state: State, seat: i64) -> State:
        assert isinstance(state, Rails30)
        return state.alone(seat)

    def home(self, seat: i64) -> i64:
        return 0

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + STEP] != READY:
            return self.judge.planned(state, seat, _MANY).near(self.setup_margin, rng)
        return self.judge.judged(state, seat, _MANY).near(_TURN_MARGIN, rng)

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + STEP] != READY:
            return self.judge.set_up(state, seat, 1)
        return self.judge.ranked(state, seat, most)

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, Rails30)
        return self.judge.value(state, seat)
