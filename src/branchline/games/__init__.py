"""The games: every package here that names a SLUG is one. Nothing is loaded before it is asked for.

BRANCHLINE_GAMES names further packages, with commas between them: games of one's own that live elsewhere.
"""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil

from branchline.core.game import Game
from branchline.core.text import add_words

MORE = "BRANCHLINE_GAMES"


@functools.cache
def _modules() -> dict[str, str]:
    """The module of each game by its public name."""
    found = {}
    modules = [f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)]
    for module in [*modules, *filter(None, os.environ.get(MORE, "").split(","))]:
        slug = getattr(importlib.import_module(module), "SLUG", None)
        if slug is not None:
            found[slug] = module
            add_words(module.rpartition(".")[2], module)
    return dict(sorted(found.items()))


def slugs() -> tuple[str, ...]:
    """The public names of all games."""
    return tuple(_modules())


def find(slug: str) -> Game:
    """The game of that name."""
    from branchline.core.errors import UnknownGame
    from branchline.core.options import brief
    from branchline.core.text import Text

    module = _modules().get(slug) if isinstance(slug, str) else None
    if module is None:
        raise UnknownGame(Text("core.unknown_game", {"name": brief(slug), "known": ", ".join(slugs())}))
    game: Game = importlib.import_module(f"{module}.game").GAME
    return game
