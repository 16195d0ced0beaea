"""What a seat of the toy knows as a vector of fixed length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from tests.toy.rules.state import Toy


def observe(state: Toy, seat: i64, out: vec[i64], at: i64) -> None:
    """Write the parts that `ToyGame.observation` names, in their order."""
    numbers = len(state.deck)
    for number in range(numbers):
        out[at + number] = state.hands[seat * numbers + number]
    out[at + numbers] = state.die
    out[at + numbers + 1] = state.round
