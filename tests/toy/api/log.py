"""What the log says of the toy."""

from __future__ import annotations

from typing import Literal

from branchline.core.action import Move
from branchline.core.log import EndEntry, Entry, Line
from branchline.core.text import Text
from tests.toy.rules.state import CHOOSE, ROLL, Digits, Toy


class Dealt(Entry, tag="dealt"):
    """A card was dealt; only its seat reads it."""

    card: int


class Rolled(Entry, tag="rolled"):
    """The die was rolled."""

    die: int


class Chose(Entry, tag="chose"):
    """A seat has chosen, and nobody else knows what."""


class Shown(Entry, tag="shown"):
    """A card was turned up."""

    card: int


class Wrote(Entry, tag="wrote"):
    """X4."""

    digits: list[int]


class Ended(EndEntry, tag="end"):
    """X4: the line is written."""

    reason: Literal["line"] = "line"


ToyEntry = Dealt | Rolled | Chose | Shown | Wrote | Ended


def log_action(before: Toy, seat: int, move: Move, after: Toy) -> list[Line]:
    """What all may read of an action."""
    if isinstance(move.payload, Digits):
        digits = [int(digit) for digit in move.payload.digits]
        text = Text("toy.wrote", {"digits": " ".join(map(str, digits))})
        wrote = Wrote(seat=seat, points=len(digits), digits=digits, text=text)
        return [Line(wrote), Line(Ended(text=Text("toy.ended")))]
    lines = [Line(Chose(seat=seat, text=Text("toy.chose")))]
    if after.phase != CHOOSE:
        for other in range(after.players):
            card, points = int(after.shown[other]) + 1, int(after.points[other] - before.points[other])
            lines.append(Line(Shown(seat=other, points=points, card=card, text=Text("toy.shown", {"card": card}))))
    return lines


def log_chance(before: Toy, k: int, after: Toy) -> list[Line]:
    """A roll for all, a card for its seat alone."""
    if before.phase == ROLL:
        return [Line(Rolled(die=int(after.die), text=Text("toy.rolled", {"die": int(after.die)})))]
    seat = int(before.dealt % before.players)
    card = next(card for card in range(6) if after.deck[card] < before.deck[card]) + 1
    return [Line(Dealt(seat=seat, card=card, text=Text("toy.dealt", {"card": card})), only=(seat,))]
