"""How a finished game went: why it ended, what the points were for, and how they grew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from branchline.core.log import EndEntry, Entry
from branchline.core.text import Text


class Source(msgspec.Struct, kw_only=True):
    """Something that brought points, and how many to each seat. The sources of a game add up to its scores."""

    name: str
    text: Text
    points: list[int]
    final: bool
    """Whether it is counted when the game is over, and not on the way."""


class Moment(msgspec.Struct, kw_only=True):
    """The points of all seats after a turn."""

    turn: int
    points: list[int]
    final: bool
    """Whether this is after the final count, which some games have."""


class Feat(msgspec.Struct, kw_only=True):
    """Something that brought a seat points, or cost it some: a ticket, a pair of stations, a string."""

    text: Text
    points: int
    stake: int
    """How many points fewer the seat would have without it; a ticket that fails counts against its seat."""
    decided: Text
    """The clause that says that this decided the game."""


class Trait(msgspec.Struct, frozen=True):
    """Something that a seat used or did in a game: a ticket that it completed, a route that it claimed."""

    kind: str
    """What it is, as the game's words name it: `<package>.trait_<kind>`."""
    text: Text


class Summary(msgspec.Struct, kw_only=True):
    """What is told of a finished game besides its result."""

    reason: Text | None
    """Why the game ended."""
    ended_by: int | None
    """The seat that brought the end about, if one did."""
    tie: Text | None
    """What decided between seats with equal points, if anything did."""
    feats: list[Feat]
    """What brought the winner points, the best first; of a shared win, the first winner."""
    decided: Feat | None
    """The one of them without which the winner would not have won."""
    sources: list[Source]
    curve: list[Moment]
    """Points turn by turn, from the setup on; the last moment has the scores."""


def ended(entries: Sequence[Entry]) -> EndEntry | None:
    """The entry that says why the game ended."""
    return next((entry for entry in reversed(entries) if isinstance(entry, EndEntry)), None)


def decisive(feats: Sequence[Feat], scores: Sequence[int], winner: int) -> Feat | None:
    """The winner's best feat, if the lead over everybody else is not greater than what hung on it."""
    others = [points for seat, points in enumerate(scores) if seat != winner]
    lead = scores[winner] - max(others) if others else 0
    return feats[0] if feats and 0 < lead <= feats[0].stake else None


def curve(entries: Sequence[Entry], players: int) -> list[Moment]:
    """Points turn by turn as the entries of a log add up; what follows the end is the final count."""
    last = ended(entries)
    before = list(takewhile(lambda entry: entry is not last, entries))
    points = [0] * players
    moments = [Moment(turn=0, points=list(points), final=False)]
    for entry in before:
        _add(points, entry)
        if entry.turn_number > moments[-1].turn:
            moments.append(Moment(turn=entry.turn_number, points=[], final=False))
        moments[-1].points = list(points)
    counted = entries[len(before) :]
    for entry in counted:
        _add(points, entry)
    if any(entry.points for entry in counted):
        moments.append(Moment(turn=moments[-1].turn, points=list(points), final=True))
    return moments


def _add(points: list[int], entry: Entry) -> None:
    if entry.seat is not None:
        points[entry.seat] += entry.points
