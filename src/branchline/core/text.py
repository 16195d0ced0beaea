"""Messages as codes with facts, rendered in Russian or English from catalogues that the page reads too.

A template names facts in braces. `{n}` is the fact itself; `{n:point|points}` picks the plural form that
the fact asks for (two forms in English, three in Russian). A fact may itself be a Text.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from importlib import resources
from typing import Any

import msgspec

LANGUAGES = ("en", "ru")
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of what steers a terminal or the direction of writing and is not itself seen."""
_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Text(msgspec.Struct, frozen=True, gc=False):
    """A message: a code such as `rails30.draw` and the facts that it speaks of (numbers, strings, other texts)."""

    code: str
    facts: dict[str, Any] = {}

    def render(self, language: str = "en") -> str:
        """The message in a language; a code that the catalogue lacks is shown as it is."""
        template = catalogue(self.code.partition(".")[0], language).get(self.code)
        if template is None:
            return f"{self.code} {self.facts}" if self.facts else self.code
        return _PLACE.sub(lambda place: self._fill(place, language), template)

    def _fill(self, place: re.Match[str], language: str) -> str:
        fact = self.facts.get(place[1], place[0])
        if place[2] is not None:
            return place[2].split("|")[plural(int(fact), language)]
        return fact.render(language) if isinstance(fact, Text) else visible(str(fact))

    def __str__(self) -> str:
        return self.render("en")

    def __hash__(self) -> int:
        return hash(self.code)


class Translated(msgspec.Struct):
    """A text in each language."""

    en: str
    ru: str


@functools.lru_cache(4096)
def word(code: str) -> Text:
    """A text without facts. Logs hold the same few of them a thousand times, so they are one object each."""
    return Text(code)


def visible(text: str) -> str:
    """A text of unknown origin without control and bidirectional characters; it keeps its lines."""
    return "\n".join(line if line.isprintable() else _seen(line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """A name of unknown origin: visible, on one line, without doubled spaces."""
    return " ".join(visible(text).split())


def _seen(line: str) -> str:
    return "".join(letter for letter in line if unicodedata.category(letter) not in _UNSEEN)


def plural(n: int, language: str) -> int:
    """Which plural form the number takes: 0 or 1 in English; 0, 1 or 2 in Russian (1 очко, 2 очка, 5 очков)."""
    n = abs(n)
    if language != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def revive(data: Any) -> Any:
    """Data that was encoded, with the Texts in it made Texts again."""
    if isinstance(data, dict):
        if data.keys() == {"code", "facts"}:
            return Text(data["code"], {name: revive(fact) for name, fact in data["facts"].items()})
        return {name: revive(value) for name, value in data.items()}
    return [revive(value) for value in data] if isinstance(data, list) else data


_FOLDERS: dict[str, tuple[str, ...]] = {
    package: (f"branchline.{package}", "words") for package in ("core", "server", "cli", "review")
}


def add_words(package: str, module: str, *folder: str) -> None:
    """Say where the texts of a package lie; a game's in its `api/words`."""
    _FOLDERS[package] = (module, *(folder or ("api", "words")))


@functools.cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """The texts of one package: `core`, `server`, `notices`, `cli`, or a game by its package name."""
    if package not in _FOLDERS:
        return {}
    module, *folder = _FOLDERS[package]
    text = resources.files(module).joinpath(*folder, f"{language}.json").read_text("utf-8")
    words: dict[str, str] = json.loads(text)
    return words
