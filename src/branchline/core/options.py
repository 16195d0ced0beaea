"""Options of a game: named, typed, documented, checked once at the API boundary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from branchline.core.errors import OptionError
from branchline.core.text import Text


@dataclass(frozen=True)
class Option:
    """One option: its name, the values it may take (the first is the default), and a text that explains it.

    `choices` is a tuple of strings, numbers or booleans, or a `range` for a number between two bounds.
    An option with `files` also takes the text of a file whose name ends so (`.json,.geojson`); its `check`
    decides what the text is worth. Whoever asks for the value reads the file; a file's name is no value.
    """

    name: str
    choices: tuple[str | int | bool, ...] | range
    text: Text
    default: str | int | bool | None = None
    files: str = ""

    @property
    def initial(self) -> str | int | bool:
        """The value when nothing is said."""
        return self.choices[0] if self.default is None else self.default

    def allowed(self) -> str:
        """The right values in words."""
        if isinstance(self.choices, range):
            return f"{self.choices.start}–{self.choices.stop - 1}"
        return ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices)

    def check(self, value: Any) -> str | int | bool:
        """The value itself, or an OptionError that lists the right ones."""
        for choice in () if isinstance(self.choices, range) else self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        if isinstance(self.choices, range) and type(value) is int and value in self.choices:
            return value
        raise OptionError(
            Text("core.bad_option_value", {"name": self.name, "value": brief(value), "allowed": self.allowed()})
        )


def settle(options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, str | int | bool]:
    """Every option with its checked value; an unknown name is an OptionError that lists the known ones."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = ", ".join(["players", "seed", *known])
            raise OptionError(Text("core.unknown_option", {"name": brief(name), "known": names}))
    return {name: option.check(given[name]) if name in given else option.initial for name, option in known.items()}


def brief(value: Any) -> str:
    """A value as an error may quote it: never longer than a line."""
    quoted = repr(value)
    return quoted if len(quoted) <= 60 else quoted[:57] + "…"
