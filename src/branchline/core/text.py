"""Messages as codes with facts, worded in Russian or English from one catalogue that the page reads too.

A template names facts in braces. `{n}` is the fact itself; `{n:point|points}` picks the plural form that
the fact asks for (two forms in English, three in Russian). A fact may itself be a Text.
"""

from __future__ import annotations

import functools
import json
import re
from importlib import resources
from typing import Any

LANGUAGES = ("en", "ru")
_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Text:
    """A message: a code such as `rails30.draw` and the facts that it speaks of."""

    __slots__ = ("code", "facts")

    def __init__(self, code: str, facts: dict[str, Any] | None = None) -> None:
        self.code = code
        self.facts = facts or {}

    def word(self, language: str = "en") -> str:
        """The message in a language; a code that the catalogue lacks is shown as it is."""
        template = catalogue(self.code.partition(".")[0], language).get(self.code)
        if template is None:
            return f"{self.code} {self.facts}" if self.facts else self.code
        return _PLACE.sub(lambda place: self._fill(place, language), template)

    def _fill(self, place: re.Match[str], language: str) -> str:
        fact = self.facts.get(place[1], place[0])
        if place[2] is not None:
            return place[2].split("|")[plural(int(fact), language)]
        return fact.word(language) if isinstance(fact, Text) else str(fact)

    def json(self) -> dict[str, Any]:
        """The form in which the page gets it."""
        facts = {name: fact.json() if isinstance(fact, Text) else fact for name, fact in self.facts.items()}
        return {"code": self.code, "facts": facts}

    def __str__(self) -> str:
        return self.word("en")

    def __repr__(self) -> str:
        return f"Text({self.code!r}, {self.facts!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.code == other.code and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.code)


def plural(n: int, language: str) -> int:
    """Which plural form the number takes: 0 or 1 in English; 0, 1 or 2 in Russian (1 очко, 2 очка, 5 очков)."""
    n = abs(n)
    if language != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


@functools.cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """The texts of one package: `core`, `server`, `cli`, or a game by its package name."""
    root = resources.files("branchline")
    for folder in (root.joinpath("games", package, "api", "words"), root.joinpath(package, "words")):
        if folder.is_dir():
            words: dict[str, str] = json.loads(folder.joinpath(f"{language}.json").read_text("utf-8"))
            return words
    return {}
