"""What a seat sees of the toy."""

from __future__ import annotations

import msgspec

from branchline.core.views import Result, View
from tests.toy.rules.state import CHOOSE, NUMBERS, WRITE, Toy


class ToyBreakdown(msgspec.Struct, kw_only=True):
    """Points of the line apart from those of the rounds."""

    written: list[int]


class ToyResult(Result, kw_only=True):
    """The end of a toy game."""

    breakdown: ToyBreakdown


class ToySeat(msgspec.Struct, kw_only=True):
    """What all see of a seat."""

    cards: int
    has_chosen: bool
    shown: int | None
    points: int


class ToyView(View, kw_only=True):
    """A seat's view: its own hand, and what lies open."""

    phase: str
    round: int
    die: int
    seats: list[ToySeat]
    hand: list[int] | None
    chosen: int | None
    result: ToyResult | None = None


def view(state: Toy, seat: int | None) -> ToyView:
    """The position as the seat knows it."""
    return ToyView(
        phase="choose" if state.phase == CHOOSE else "write" if state.phase == WRITE else "wait",
        round=int(state.round),
        die=int(state.die),
        seats=[
            ToySeat(
                cards=sum(hand(state, other).values()),
                has_chosen=bool(state.chosen[other] >= 0),
                shown=int(state.shown[other]) + 1 if state.shown[other] >= 0 else None,
                points=int(state.points[other]),
            )
            for other in range(state.players)
        ],
        hand=None if seat is None else [card + 1 for card, n in hand(state, seat).items() for _ in range(n)],
        chosen=int(state.chosen[seat]) + 1 if seat is not None and state.chosen[seat] >= 0 else None,
    )


def hand(state: Toy, seat: int) -> dict[int, int]:
    """How many of each card a seat holds."""
    return {card: int(state.hands[seat * NUMBERS + card]) for card in range(NUMBERS)}


def result(state: Toy) -> ToyResult:
    """Where the points came from."""
    written = [] if state.written is None else [int(digit) for digit in state.written.digits]
    return ToyResult(breakdown=ToyBreakdown(written=written))
