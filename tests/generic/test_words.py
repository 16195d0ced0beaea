"""What the form of a new table says: every option, every value of it and every level of bots has a player's words."""

from __future__ import annotations

import re

import pytest

import branchline
from branchline import bots
from branchline.core.text import LANGUAGES, Text
from tests.generic.games import values

pytestmark = [
    pytest.mark.parametrize("slug", branchline.game_names()),
    pytest.mark.parametrize("language", LANGUAGES),
]


def read(code: str, language: str) -> str:
    """The words of a code; it must have some, and they must need no facts."""
    words = Text(code).word(language)
    assert words != code, f"{code} has no words in {language}"
    assert not re.search(r"[{}`]", words), f"{code}: {words}"
    if language == "ru":
        assert re.search("[а-яё]|^[0-9]+$", words.lower()), f"{code} is not Russian: {words}"
    return words


def test_options_and_their_values_have_names(slug, language):
    game = branchline.game(slug)
    for option in game.options:
        read(f"{game.room}.choice_{option.name}", language)
        named = [read(f"{game.room}.choice_{option.name}_{value}", language) for value in values(option)]
        assert len(set(named)) == len(named), f"two values of {option.name} are called the same: {named}"


def test_what_explains_an_option_names_no_codes(slug, language):
    game = branchline.game(slug)
    for option in game.options:
        words = read(option.text.code, language)
        codes = [str(value) for value in values(option) if isinstance(value, str) and not value.isdigit()]
        said = [code for code in codes if re.search(rf"\b{code}\b *[:(]|\( *{code} *\)", words)]
        if language == "ru":
            said += [code for code in codes if re.search(rf"\b{code}\b", words)]
        assert not said, f"{option.text.code} speaks in codes: {said}"


def test_levels_have_names(slug, language):
    game = branchline.game(slug)
    for level in bots.levels(game):
        own = Text(f"{game.room}.level_{level}").word(language)
        if own.startswith(f"{game.room}."):
            read(f"core.level_{level}", language)
