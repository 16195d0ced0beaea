"""What crosses the border: actions with a JSON form and a text, events of the log, lines that tell of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.core.text import Text

Form = dict[str, Any]


@dataclass(frozen=True)
class Action:
    """A legal action: its number inside, its JSON form outside, and a text that a player reads."""

    number: int
    form: Form
    text: Text

    def json(self) -> Form:
        """The JSON form, which `match.play` takes back."""
        return self.form

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True)
class Played:
    """A seat did an action."""

    seat: int
    form: Form


@dataclass(frozen=True)
class Chanced:
    """Chance gave outcome k of n."""

    k: int
    n: int


@dataclass(frozen=True)
class Undone:
    """A seat took events back; they count no more, but the log keeps them."""

    seat: int
    events: tuple[int, ...]


Event = Played | Chanced | Undone


@dataclass(frozen=True)
class Line:
    """A line of the match's log. `only` names the seats that may read it before the end; None is everybody."""

    text: Text
    seat: int | None = None
    points: int = 0
    only: tuple[int, ...] | None = None

    def json(self) -> dict[str, Any]:
        """The form in which the page gets it."""
        return {**self.text.json(), "seat": self.seat, "points": self.points}
