"""The toy's actions as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from branchline.core.action import Move
from branchline.core.reading import read_json
from tests.toy.rules.state import LINE, PLAY, Digits, Toy, digits_of


class Play(msgspec.Struct, tag_field="type", tag="play", forbid_unknown_fields=True):
    """X2: choose a card."""

    card: Annotated[int, Meta(ge=1, le=6)]


class Write(msgspec.Struct, tag_field="type", tag="write", forbid_unknown_fields=True):
    """X4: write digits."""

    digits: Annotated[list[Annotated[int, Meta(ge=0, le=9)]], Meta(max_length=50)]


ToyAction = Play | Write


def parse(state: Toy, seat: int, data: Any) -> Move:
    """The move that JSON describes."""
    action: ToyAction = read_json(data, ToyAction)
    if isinstance(action, Play):
        return Move(PLAY + action.card - 1)
    return Move(LINE, digits_of(action.digits))


def encode(state: Toy, seat: int, move: Move) -> ToyAction:
    """The move as its struct."""
    if isinstance(move.payload, Digits):
        return Write([int(digit) for digit in move.payload.digits])
    return Play(move.number - PLAY + 1)
