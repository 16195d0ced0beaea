"""Sheets to print: a game that has one offers it as the package `printed` inside its own."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Protocol, cast

from branchline.core.game import Game
from branchline.games import find, slugs


class Printed(Protocol):
    """What the package `printed` of a game offers."""

    VARIANTS: tuple[str, ...]
    """The sheets that there are; the first is the usual one."""

    def make_sheet(self, variant: str, language: str) -> bytes:
        """The PDF of a sheet; OptionError lists the variants and languages there are."""


def printed_of(game: Game) -> Printed | None:
    """The game's sheets, if it has any."""
    name = f"{type(game).__module__.rpartition('.')[0]}.printed"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(Printed, importlib.import_module(name))


def games_with_sheets() -> list[Game]:
    """The games that have sheets to print."""
    return [game for game in map(find, slugs()) if printed_of(game) is not None]
