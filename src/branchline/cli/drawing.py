"""A game's own drawing for the terminal, found in its package by name; a game without one is shown as text."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Protocol, cast

from rich.console import RenderableType

from branchline.core.action import Json
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.text import Text


class Desk(Protocol):
    """One seat's place at the terminal: it draws, and turns keys into an action to confirm."""

    def press(self, key: str) -> Json | None:
        """Take a key; an action as JSON once the player confirms one."""

    def screen(self, note: Text | None) -> RenderableType:
        """Everything that the seat sees, with a note (a refusal, say) under it."""


class Drawing(Protocol):
    """What the package `terminal` of a game offers."""

    def picture(self, view: Any, language: str) -> RenderableType:
        """A position as a spectator sees it."""

    def desk(self, match: Match, seat: int, language: str) -> Desk:
        """A place for a seat that has to act."""

    def help_text(self, language: str) -> RenderableType:
        """The keys."""


def drawing_of(game: Game) -> Drawing | None:
    """The game's drawing, if it has one."""
    name = f"{type(game).__module__.rpartition('.')[0]}.terminal"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(Drawing, importlib.import_module(name))
