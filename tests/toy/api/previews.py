"""What a legal action would bring."""

from __future__ import annotations

import msgspec

from branchline.core.action import Move
from tests.toy.rules.state import PLAY, Digits, Toy


class ToyPreview(msgspec.Struct, kw_only=True):
    """X3: how far the card is from the die."""

    distance: int


class ToyCheck(msgspec.Struct, kw_only=True):
    """X4: what the digits score."""

    points: int


def preview(state: Toy, move: Move) -> ToyPreview | None:
    """What is known of a card before all have chosen."""
    if move.payload is not None:
        return None
    return ToyPreview(distance=abs(move.number - PLAY + 1 - int(state.die)))


def check(state: Toy, move: Move) -> ToyCheck | None:
    """What is to be said of legal digits, which nobody can list."""
    return ToyCheck(points=len(move.payload.digits)) if isinstance(move.payload, Digits) else None
