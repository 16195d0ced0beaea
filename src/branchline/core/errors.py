"""Everything that Branchline refuses, as one small tree. Each error says what was wrong and what would be right."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.core.text import Text


class BranchlineError(Exception):
    """The root of all errors that a caller can cause; `text` is the same message in every language."""

    def __init__(self, text: Text | str) -> None:
        self.text = text if isinstance(text, Text) else Text("core.plain", {"text": text})
        super().__init__(str(self.text))

    @property
    def code(self) -> str:
        """The message's code, for programs and for the page's own wording."""
        return self.text.code

    @property
    def facts(self) -> dict[str, Any]:
        """What the message speaks of."""
        return self.text.facts


class UnknownGame(BranchlineError, LookupError):
    """No game, bot or level of that name."""


class OptionError(BranchlineError, ValueError):
    """A wrong option, or a wrong value of one; the message lists the right ones."""


class ActionError(BranchlineError):
    """An action that the match did not take. The match is unchanged."""


class WrongSeat(ActionError, ValueError):
    """A seat that this match does not have."""


class OutOfTurn(ActionError):
    """A seat that may not act now."""


class MalformedAction(ActionError, ValueError):
    """Not an action of this game: wrong type, unknown field, out of range."""


class IllegalAction(ActionError):
    """An action of this game that the rules forbid here; `rule` is the number of the rule on the game's rules page.

    `detail` is a struct of the game where a page can show more than words: the place that is wrong.
    """

    def __init__(self, rule: str, text: Text | str, detail: msgspec.Struct | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        self.detail = detail

    @property
    def reason(self) -> str:
        """The reason in English; `text.render("ru")` has it in Russian."""
        return str(self.text)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class UndoRefused(ActionError):
    """Nothing to take back, or others have acted on it since."""


class RecordError(BranchlineError, ValueError):
    """A record that is cut off, edited, of a newer version or not a record."""


class SeedUnknown(BranchlineError):
    """Chance is needed, but this match was replayed from a record that keeps its seed secret."""


class WeightsError(BranchlineError, ValueError):
    """Learned numbers that are cut off, edited or another game's."""
