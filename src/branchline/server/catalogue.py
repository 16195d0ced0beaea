"""What can be played here, and all words in a language."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any, Literal

from litestar import get
from litestar.params import FromPath

from branchline import bots
from branchline.core.game import Game
from branchline.core.options import Option
from branchline.core.text import LANGUAGES
from branchline.games import find, slugs
from branchline.server import forms


@get("/api/games", sync_to_thread=False)
def list_games() -> list[forms.GameForm]:
    """Every game with its options and its bots."""
    return [game_form(find(slug)) for slug in slugs()]


@get("/api/words/{language:str}", sync_to_thread=False)
def words(language: FromPath[Literal["en", "ru"]]) -> dict[str, str]:
    """The whole catalogue of texts in a language: code to template."""
    return catalogue(language)


@functools.cache
def game_form(game: Game) -> forms.GameForm:
    """A game as the API shows it."""
    return forms.GameForm(
        game=game.slug,
        room=game.room,
        title={language: game.title.word(language) for language in LANGUAGES},
        designer=game.designer,
        minutes=game.minutes,
        players=[game.players.start, game.players.stop - 1],
        default_players=game.default_players,
        options=[_option_form(option) for option in game.options],
        levels=list(bots.levels(game)),
        rules_version=game.rules_version,
    )


def _option_form(option: Option) -> forms.OptionForm:
    text = option.text.json()
    return forms.OptionForm(option.name, list(option.choices), option.initial, forms.Text(**text), option.files)


@functools.cache
def catalogue(language: str) -> dict[str, str]:
    """All words of the house and of every game."""
    rooms = ["branchline.core", *(f"branchline.games.{find(slug).room}" for slug in slugs())]
    found: dict[str, Any] = {}
    for room in rooms:
        found |= json.loads(resources.files(room).joinpath("words", f"{language}.json").read_text("utf-8"))
    return found
