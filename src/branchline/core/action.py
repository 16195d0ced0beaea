"""What crosses the API boundary: moves with their JSON and text, and the events of a match's log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from branchline.core.state import Payload
from branchline.core.text import Text

Json = dict[str, Any]
"""An action or a request as a JSON object."""


class Move(NamedTuple):
    """An action inside: its number and, where a game needs one, an immutable payload."""

    number: int
    payload: Payload | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action: the move inside, its JSON outside, and a text that a player reads."""

    move: Move
    data: Json
    text: Text

    @property
    def number(self) -> int:
        """The action's number."""
        return self.move.number

    def json(self) -> Json:
        """The action as JSON, which `match.play` takes back."""
        return self.data

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Played:
    """A seat did an action, given as JSON."""

    seat: int
    action: Json


@dataclass(frozen=True, slots=True)
class Chanced:
    """Chance gave outcome k of n."""

    k: int
    n: int


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took events back; they count no more, but the log keeps them."""

    seat: int
    events: tuple[int, ...]


@lru_cache(4096)
def chanced(k: int, n: int) -> Chanced:
    """The event that chance gave outcome k of n: thousands of matches in memory share the few that there are."""
    return Chanced(k, n)


Event = Played | Chanced | Undone
