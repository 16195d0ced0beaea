"""Sheets to print: a game that has one offers it as the package `sheet` inside its own."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Protocol, cast

from branchline.core.game import Game
from branchline.games import find, slugs


class Sheet(Protocol):
    """What the package `sheet` of a game offers."""

    def make_sheet(self, variant: str = ..., language: str = ...) -> bytes:
        """The PDF of a sheet; OptionError lists the variants and languages there are."""


def sheet_of(game: Game) -> Sheet | None:
    """The game's sheet, if it has one."""
    name = f"{type(game).__module__.rpartition('.')[0]}.sheet"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(Sheet, importlib.import_module(name))


def print_sheet(sheet: Sheet, variant: str | None, language: str) -> bytes:
    """The PDF; without a variant that of the usual game."""
    return sheet.make_sheet(language=language) if variant is None else sheet.make_sheet(variant, language)


def games_with_sheets() -> list[Game]:
    """The games that have a sheet to print."""
    return [game for game in map(find, slugs()) if sheet_of(game) is not None]
