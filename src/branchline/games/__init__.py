"""The games: every folder here that names a SLUG is one. Nothing is loaded before it is asked for."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from branchline.core.game import Game


@functools.cache
def _rooms() -> dict[str, str]:
    """The folder of each game by its public name."""
    rooms = {}
    for module in pkgutil.iter_modules(__path__):
        slug = getattr(importlib.import_module(f"{__name__}.{module.name}"), "SLUG", None)
        if slug is not None:
            rooms[slug] = module.name
    return dict(sorted(rooms.items()))


def slugs() -> tuple[str, ...]:
    """The public names of all games."""
    return tuple(_rooms())


def find(slug: str) -> Game:
    """The game of that name."""
    from branchline.core.errors import UnknownGame
    from branchline.core.options import brief
    from branchline.core.text import Text

    room = _rooms().get(slug) if isinstance(slug, str) else None
    if room is None:
        raise UnknownGame(Text("core.unknown_game", {"name": brief(slug), "known": ", ".join(slugs())}))
    game: Game = importlib.import_module(f"{__name__}.{room}.game").GAME
    return game
