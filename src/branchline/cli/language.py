"""Which language to speak: as asked, or as the locale says."""

from __future__ import annotations

import os
from collections.abc import Sequence

from branchline.core.errors import OptionError
from branchline.core.options import brief
from branchline.core.text import LANGUAGES, Text


def default_language() -> str:
    """Russian where the locale is Russian, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ru" if value.lower().startswith("ru") else "en"
    return "en"


def said_language(tokens: Sequence[str]) -> str:
    """The language of a command line that may be wrong in other ways: that of --lang, or the locale's."""
    for place, token in enumerate(tokens):
        asked = token.removeprefix("--lang=") if token != "--lang" else " ".join(tokens[place + 1 : place + 2])
        if token.startswith("--lang") and asked in LANGUAGES:
            return asked
    return default_language()


def choose_language(asked: str | None) -> str:
    """The asked language, or the locale's; OptionError lists the right ones."""
    if asked is None:
        return default_language()
    if asked not in LANGUAGES:
        facts = {"name": "lang", "value": brief(asked), "allowed": ", ".join(LANGUAGES)}
        raise OptionError(Text("core.bad_option_value", facts))
    return asked
