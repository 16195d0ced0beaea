"""branchline replay: a recorded game, told again."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

import branchline
from branchline.cli.drawing import Drawing, drawing_of
from branchline.cli.language import choose_language
from branchline.cli.settings import read_records
from branchline.cli.table import seat_name
from branchline.core.errors import OptionError
from branchline.core.log import Entry
from branchline.core.match import Match
from branchline.core.text import Text


def replay(file: Path, /, *, at: int | None = None, game: int = 1, lang: str | None = None) -> int:
    """Show a recorded game: its log and final score sheet, or the board at one moment.

    Parameters
    ----------
    file
        The record, a JSON file, or a file with a record per line (.jsonl).
    at
        Show the board after the first so many events instead.
    game
        Which game of a file with several.
    lang
        ru or en; the locale's if not given.
    """
    language = choose_language(lang)
    records = read_records(file)
    if not 1 <= game <= len(records):
        raise OptionError(
            Text("core.bad_option_value", {"name": "game", "value": game, "allowed": f"1–{len(records)}"})
        )
    data = records[game - 1]
    whole = branchline.replay(data)
    drawing = drawing_of(whole.game)
    console = Console(highlight=False)
    if at is not None:
        if not 0 <= at <= len(whole.events):
            facts = {"name": "at", "value": at, "allowed": f"0–{len(whole.events)}"}
            raise OptionError(Text("core.bad_option_value", facts))
        _show(console, drawing, branchline.replay(data, upto=at), language)
        return 0
    console.print(whole.game.title.render(language), style="bold")
    for entry in whole.log():
        console.print(log_line(entry, whole, language), markup=False)
    console.print()
    _show(console, drawing, whole, language)
    return 0


def log_line(entry: Entry, match: Match, language: str) -> str:
    """An entry of the log as the terminal prints it: event, seat, text, points."""
    who = seat_name(match, entry.seat, language) + ": " if entry.seat is not None and match.players > 1 else ""
    points = f"  {entry.points:+d}" if entry.points else ""
    return f"{entry.n:>4}  {who}{entry.text.render(language)}{points}"


def _show(console: Console, drawing: Drawing | None, match: Match, language: str) -> None:
    if drawing is None:
        console.print(match.board(None, language), markup=False)
    else:
        console.print(drawing.picture(match.view(None), language))
    if match.result is not None:
        for seat, points in enumerate(match.result.scores):
            facts = {"who": seat_name(match, seat, language), "rank": match.result.ranks[seat], "points": points}
            console.print(Text("cli.final", facts).render(language), markup=False)
