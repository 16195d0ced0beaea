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


class Trait(msgspec.Struct, frozen=True):
    """Something that a seat used or did in a game: a ticket that it completed, a route that it claimed."""

    kind: str
    """What it is, as the game's words name it: `<package>.trait_<kind>`."""
    text: Text


class Summary(msgspec.Struct, kw_only=True):
    """What is told of a finished game besides its result."""

    reason: Text | None
    """Why the game ended."""
    tie: Text | None
    """What decided between seats with equal points, if anything did."""
    sources: list[Source]
    curve: list[Moment]
    """Points turn by turn, from the setup on; the last moment has the scores."""


def ended(entries: Sequence[Entry]) -> EndEntry | None:
    """The entry that says why the game ended."""
    return next((entry for entry in reversed(entries) if isinstance(entry, EndEntry)), None)


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
