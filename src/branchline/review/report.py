"""What a review says. All shares and points are integers, so that sums are exact.

A share of the win counts in 1/10000 (2500 is 25 %), points in 1/100 (150 is 1.5 points). Standard errors have the same
units. `n` numbers positions as `match.view` and `replay(record, upto=n)` do: the events so far, those that were taken
back included. The event that leads from a position to the next one has the number `n` of the position before it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.action import Json
from branchline.core.text import Text, revive

VERSION = 4
"""Grows when reviews that were kept should be made anew."""
WHOLE = 10_000
"""The whole win."""
POINT = 100
"""One point."""

Mark = Literal["none", "inaccuracy", "mistake", "brilliant"]
Unit = Literal["win", "points"]


class Amount(msgspec.Struct, frozen=True):
    """A value or a difference of values, as a share of the win and in points."""

    win: int
    points: int

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.win + other.win, self.points + other.points)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.win - other.win, self.points - other.points)

    def __neg__(self) -> Amount:
        return Amount(-self.win, -self.points)

    def of(self, unit: Unit) -> int:
        """The part that counts in that unit."""
        return self.win if unit == "win" else self.points


ZERO = Amount(0, 0)


class Judge(msgspec.Struct, frozen=True):
    """Who judged: the bot and its rules. A kept review is made anew when one of these has changed."""

    bot: str
    rules: int
    """The version of the game's rules."""
    review: int
    """The version of the reviewer."""
    program: str
    """The version of Branchline."""


class Player(msgspec.Struct, frozen=True):
    """Who sat at a seat, as far as the record knows."""

    seat: int
    name: str | None = None
    bot: str | None = None
    character: str | None = None
    """Who a bot of a table was, as `core.character_…` names it."""


class Point(msgspec.Struct, frozen=True):
    """A position of the curve: what every seat could expect there, from what it knew."""

    n: int
    turn: int
    """The turn that what happens next belongs to; 0 in the setup."""
    values: list[Amount]
    """By seat."""
    errors: list[Amount]
    """The standard errors of the values, by seat."""


class Luck(msgspec.Struct, frozen=True):
    """What an event changed that no decision explains: chance, and hidden things that came to light."""

    n: int
    turn: int
    chance: bool
    """Whether it was a chance event. At a decision stands what is no loss: see `Sum.rest`."""
    values: list[Amount]
    """By seat: the value after it less the mean over what could have come."""
    errors: list[Amount]
    """The standard errors of the values, by seat."""


class Choice(msgspec.Struct, frozen=True):
    """A move as the page draws it and as a player reads it."""

    action: Json
    text: Text


class Decision(msgspec.Struct, frozen=True):
    """A decision that was judged, from what its seat knew then."""

    n: int
    turn: int
    seat: int
    played: Choice
    better: Choice | None
    """The best move found, if it is another one and found to be better."""
    loss: Amount
    """Value of the best candidate less value of what was played, over the same worlds and the same luck, without
    what the seat could still have done at its next decision, or did: that counts there."""
    error: Amount
    """The standard error of the loss."""
    worlds: int
    """Over how many worlds the two were compared; 0: there was no other move to compare."""
    mark: Mark
    changes: list[Amount]
    """By seat, what is booked to the decision; these add up.

    If it is marked, for the seat itself the loss of the mark, and for the others what they gained by that. If not,
    what it changed against what the bot would have played, as far as all such decisions of the seat are more than
    noise in sum.
    """
    unseen: bool = False
    """The move is better than all that the bot looked at: it would not have found it."""
    hindsight: Amount | None = None
    """What the loss is, knowing what was hidden and what chance brought afterwards; None where nothing was unknown."""
    explain: list[Text] = []
    """Facts about the played move and the better one, in the game's words."""


class Sum(msgspec.Struct, frozen=True):
    """A seat's account: start + luck + own + others = result, exactly."""

    seat: int
    start: Amount
    """What the seat could expect before the first event."""
    luck: Amount
    """All that no decision explains."""
    own: Amount
    """What is booked to its own decisions."""
    small: Amount
    """The part of `own` that is booked to decisions without a mark: each too small to tell from noise, in sum not."""
    others: Amount
    """What the others' decisions changed for it."""
    result: Amount
    rest: Amount
    """The part of `luck` that is at no chance event: moves that the bot, playing on, would have missed too, and
    differences too small to tell from the spread of playouts. Nothing while there are too few playouts to say."""
    lost: Amount
    """The sum of the losses of its marked decisions (at least 0), against the best moves found."""
    decisions: int
    """How many decisions were judged."""
    marks: dict[Mark, int]
    accuracy: int
    """In percent: 100 without a marked decision."""
    costliest: list[int]
    """The `n` of its three decisions that cost most, the dearest first."""


class Report(msgspec.Struct, frozen=True):
    """A review of one game. While it is refined, each report replaces the one before."""

    game: str
    players: list[Player]
    options: dict[str, str | int | bool]
    judge: Judge
    unit: Unit
    """What the game is judged by: the win, or points where a seat plays alone."""
    seed: int
    playouts: int
    """How many playouts there were in all."""
    sweeps: int
    """How many playouts every position of the curve has had; the first report has some positions only."""
    progress: int
    """In percent of the budget."""
    final: bool
    over: bool
    """Whether the game was played to its end; if not, the last value stands for the result."""
    curve: list[Point]
    luck: list[Luck]
    """Every event with something that no decision explains, in order."""
    decisions: list[Decision]
    sums: list[Sum]
    costliest: list[int]
    """The `n` of the three decisions of all seats that cost most."""
    headline: Text
    """What decided the game, in one sentence."""
    decisive: int | None = None
    """The `n` of the decision that the headline speaks of."""
    settled: bool = True
    """Whether there were playouts enough to judge decisions and to tell luck from noise."""


def read_report(data: bytes) -> Report:
    """The report that was encoded as JSON, with its texts made whole again."""
    return msgspec.convert(revive(msgspec.json.decode(data)), Report)
