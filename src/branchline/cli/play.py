"""branchline play: a game in the terminal, with keys on a terminal and by numbers in a pipe."""

from __future__ import annotations

import json
import secrets
import sys
import zlib
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import branchline
from branchline.bots import cast, check_budget, make
from branchline.cli.drawing import drawing_of
from branchline.cli.language import choose_language
from branchline.cli.settings import read_options, split_bots, write_file
from branchline.cli.speed import say_if_interpreted
from branchline.cli.table import Table
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.text import Text


def play(
    game: str,
    /,
    *,
    players: int | None = None,
    bots: str = "",
    lang: str | None = None,
    seed: str | None = None,
    seconds: float | None = None,
    record: Path | None = None,
    lines: Annotated[bool, Parameter(negative="")] = False,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    **options: str,
) -> int:
    """Play a game in the terminal; people take the first seats in turns, bots the last.

    Parameters
    ----------
    game
        The game's name; a wrong one lists them all.
    players
        How many seats; if not given, the game's usual number, or you and the bots.
    bots
        The bots of the last seats: beginner, casual, strong or expert, or one name for each (casual,expert).
    lang
        ru or en; the locale's if not given.
    seed
        A whole number, or 64 hex digits, for a game that can be repeated.
    seconds
        What a bot may take for a decision.
    record
        Keep the game's record in this file.
    lines
        Choose by number from a list, as in a pipe.
    option
        An option of the game (not of this command) as name=value; also as --name value.
    options
        What the game itself can be told, by its name for it; a wrong name lists them all.
    """
    language = choose_language(lang)
    check_budget(seconds, None)
    say_if_interpreted(language)
    which = branchline.game(game)
    named = split_bots(bots)
    count = _players(which, players, len(named))
    match = which.start(players=count, seed=_seed(seed), **read_options(which, option or (), options))
    first_bot = count - len(named)
    who = cast(secrets.randbits(31) if seed is None else zlib.crc32(seed.encode()) >> 1, len(named))
    seated = {
        first_bot + place: make(which, name, _bot_seed(seed, place), who[place]) for place, name in enumerate(named)
    }
    table = Table(match, seated, language, seconds)
    for line in table.introductions():
        print(line)
    drawing = drawing_of(which)
    if drawing is not None and not lines and sys.stdin.isatty() and sys.stdout.isatty():
        from branchline.cli.screen import play_keys

        play_keys(table, drawing)
    else:
        from branchline.cli.lines import play_lines

        play_lines(table)
    if record is not None:
        write_file(record, json.dumps(match.record(), ensure_ascii=False).encode())
        print(Text("cli.kept", {"file": str(record)}).render(language))
    return 0


def _players(game: Game, players: int | None, bots: int) -> int:
    count = players if players is not None else max(game.default_players, bots + 1)
    if bots > count:
        raise OptionError(Text("cli.bots_seats", {"bots": bots, "players": count}))
    return count


def _seed(seed: str | None) -> int | str | None:
    if seed is not None and len(seed) < 20 and seed.removeprefix("-").isdecimal():
        return int(seed)
    return seed


def _bot_seed(seed: str | None, place: int) -> int | None:
    """Bots choose by the game's seed too, each in its own way; otherwise a game could not be repeated."""
    return None if seed is None else zlib.crc32(f"{seed}/{place}".encode()) >> 1
