"""What can be played here, and all texts in a language."""

from __future__ import annotations

import functools
from typing import Literal

from litestar import get
from litestar.params import FromPath

from branchline import bots
from branchline.core.game import Game
from branchline.core.lessons import load
from branchline.core.levels import PEOPLE
from branchline.core.options import Option
from branchline.core.text import catalogue
from branchline.games import find, slugs
from branchline.server.payloads import GameInfo, OptionInfo
from branchline.server.refusals import translated


@get("/api/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Every game with its options and its bots."""
    return [game_info(find(slug)) for slug in slugs()]


@get("/api/words/{language:str}", sync_to_thread=False)
def words(language: FromPath[Literal["en", "ru"]]) -> dict[str, str]:
    """The whole catalogue of texts in a language: code to template."""
    return all_words(language)


@functools.cache
def game_info(game: Game) -> GameInfo:
    """A game as the API shows it."""
    return GameInfo(
        game=game.slug,
        package=game.package,
        title=translated(game.title),
        information=game.information,
        designer=game.designer,
        minutes=game.minutes,
        players=(game.players.start, game.players.stop - 1),
        default_players=game.default_players,
        options=[_option_info(option) for option in game.options],
        levels=list(PEOPLE),
        research=[name for name in bots.levels(game) if name not in PEOPLE],
        lesson=course.minutes if (course := load(game, "lesson")) else 0,
        rules_version=game.rules_version,
    )


def _option_info(option: Option) -> OptionInfo:
    return OptionInfo(option.name, list(option.choices), option.initial, option.text, option.files)


@functools.cache
def all_words(language: str) -> dict[str, str]:
    """The texts of the application and of every game."""
    packages = ["core", "server", "review", *(find(slug).package for slug in slugs())]
    return {code: template for package in packages for code, template in catalogue(package, language).items()}
