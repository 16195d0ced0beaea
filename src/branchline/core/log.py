"""The log that players read: what happened as data, with a text beside it, and who may read it."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from branchline.core.text import Text


class Entry(msgspec.Struct, kw_only=True, tag_field="kind", gc=False):
    """Something that happened. A game has a subclass for each kind of thing, with ids and numbers as its fields.

    Pages outline and animate by these fields and never look into the text.
    """

    n: int = 0
    """The number of the event that brought it; the match fills it in."""
    turn_number: int = 0
    """The turn that it belongs to, 0 in the setup; the match fills it in."""
    seat: int | None = None
    points: int = 0
    text: Text
    """What happened, without the seat and the points: readers see its name before the text and its points behind it."""


class UndoneEntry(Entry, tag="undone"):
    """A seat took an action back."""


class EndEntry(Entry, tag="end"):
    """The game is over. What follows it in the log is the final count."""

    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log and the seats that may read it before the end; None is everybody."""

    entry: Entry
    only: tuple[int, ...] | None = None
