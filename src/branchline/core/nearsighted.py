"""A beginner for any game: sees a few of its actions, and of each what it brings at once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State

_SEEN: Final[i64] = 6
"""So many actions come to its mind."""


class Nearsighted(Policy):
    """Takes the best of a few actions by the points that they bring at once."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        if not state.listed(seat):
            return state.sample(seat, rng)
        actions = super().candidates(state, seat, _SEEN, rng)
        best = actions[0]
        top = -1e18
        for action in actions:
            after = state.clone()
            after.apply(seat, action)
            worth = self.value(after, seat)
            if worth > top:
                top = worth
                best = action
        return best
