"""Branchline («Ветка»): four railway board games at one table, for players and for programs.

>>> import branchline
>>> match = branchline.game("30-rails").start(players=1, seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline import _native

if TYPE_CHECKING:
    from branchline.bots import Bot
    from branchline.core.game import Game
    from branchline.core.match import Match
    from branchline.core.sight import Sight

__version__ = "0.1.0"
__all__ = ["bot", "compiled", "game", "game_names", "replay", "to_builtins", "unpack_sight"]

_native.prepare()


def compiled() -> bool:
    """Whether the rules run compiled."""
    return _native.active()


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    from branchline.games import slugs

    return slugs()


def game(name: str) -> Game:
    """The game of that name: 30-rails, …; UnknownGame lists the names."""
    from branchline.games import find

    return find(name)


def bot(game_name: str, level: str = "expert", seed: int | None = None, character: str | None = None) -> Bot:
    """A bot for a game; UnknownGame lists the game's levels. With a seed its choices can be repeated.

    A character (`branchline.bots.CHARACTERS`) gives the levels for people a taste of their own.
    """
    from branchline.bots import make

    return make(game(game_name), level, seed, character)


def replay(record: Any, upto: int | None = None) -> Match:
    """The match of a record (a dict or JSON text), after all its events or after the first `upto`."""
    from branchline.core.record import replay_record

    return replay_record(record, game, upto)


def to_builtins(value: Any) -> Any:
    """A view, a result, a preview or a log as plain dicts and lists."""
    from branchline.core.reading import to_plain

    return to_plain(value)


def unpack_sight(data: dict[str, Any]) -> Sight:
    """The sight that `Sight.pack` wrote."""
    from branchline.core.sight import Sight

    which = game(data["game"])
    state = which.restore(data["state"], data["players"], data["options"])
    return Sight(which, data["players"], data["options"], data["seat"], state)
