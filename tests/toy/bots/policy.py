"""How the toy's bot chooses."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from tests.toy.rules.state import CHOOSE, PLAY, Toy, distance


class Nearest(Policy):
    """Plays the card nearest to the die, and writes at random."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Toy)
        if state.phase != CHOOSE:
            return state.sample(seat, rng)
        return min(state.legal(seat), key=lambda action: (distance(action - PLAY + 1, state.die), action))
