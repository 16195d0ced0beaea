"""What a seat of the toy knows as a vector of fixed length."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tests.toy.rules.state import NUMBERS, Toy


def observe(state: Toy, seat: i64) -> vec[i64]:
    """The parts that `ToyGame.observation` names, in their order."""
    seen = state.hands[seat * NUMBERS : (seat + 1) * NUMBERS]
    seen = append(seen, state.die)
    return append(seen, state.round)
