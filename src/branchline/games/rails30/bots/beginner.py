"""The beginner: sees what is nearly done, spends jokers as soon as they help, and overlooks drawings."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Taste, noticed
from branchline.core.state import State
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.odds import Odds, Tempo
from branchline.games.rails30.rules.codes import FACTS, READY, STEP
from branchline.games.rails30.rules.state import Rails30

_SEEN: Final[i64] = 8
"""Drawings that it chooses among at most."""


class Beginner(Greedy):
    """Plays for routes that need little, as it sees them."""

    def __init__(self, sight: float, overlooks: i64) -> None:
        super().__init__()
        self.sight: float = sight
        """How fast the hope for a route falls with what it needs."""
        self.overlooks: i64 = overlooks
        """Percent of drawings that it does not see."""
        self.setup_margin = 6.0
        self.adopt(Taste())

    def adopt(self, taste: Taste) -> None:
        self.judge.adopt(taste)
        sight = self.sight * (1.0 - 0.2 * float(taste.bold))
        # No joker is worth keeping: it is spent on the first use.
        self.judge.odds = Odds(Tempo(sight, 0.3), Tempo(sight * (1.0 + 0.3 * float(taste.whim)), 0.3), 0.0)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Rails30)
        if state.facts[seat * FACTS + STEP] != READY:
            return super().choose(state, seat, rng)
        return noticed(self.judge.ranked(state, seat, _SEEN), self.overlooks, rng)
