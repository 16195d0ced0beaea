"""branchline review: what decided a recorded game, and which decisions cost most."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

import branchline
from branchline.cli.language import choose_language
from branchline.cli.progress import progress_bar
from branchline.cli.settings import check_writable, read_records, write_file
from branchline.cli.speed import say_if_interpreted
from branchline.core.errors import OptionError
from branchline.core.text import Text

if TYPE_CHECKING:
    from branchline.core.match import Match
    from branchline.review import Report


def review(
    file: Path,
    /,
    *,
    seat: int | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    seed: int = 1,
    game: int = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    html: Path | None = None,
    lang: str | None = None,
) -> int:
    """Review a recorded game: luck and decisions apart, every mistake with the better move.

    Parameters
    ----------
    file
        The record, a JSON file, or a file with a record per line (.jsonl).
    seat
        Judge the decisions of this seat only, counted from 1.
    seconds
        How long the review may take; 60 if nothing is said.
    playouts
        How many playouts it may take instead, which is repeatable.
    jobs
        How many processes; all cores if not said. The review is the same whatever it is.
    cluster
        A Ray cluster to work on instead: auto, or its address.
    seed
        A whole number; the same one with the same playouts gives the same review.
    game
        Which game of a file with several.
    json
        Print the report as one JSON object instead of tables.
    html
        Write a page with the curve, luck and decisions to this file (.html).
    lang
        ru or en; the locale's if not given.
    """
    say_if_interpreted()
    language = choose_language(lang)
    records = read_records(file)
    if not 1 <= game <= len(records):
        raise OptionError(_bad("game", game, f"1–{len(records)}"))
    match = branchline.replay(records[game - 1])
    if seat is not None and not 1 <= seat <= match.players:
        raise OptionError(_bad("seat", seat, f"1–{match.players}" if match.players > 1 else "1"))
    if html is not None:
        check_writable(html)  # Better said now than after a minute.
    from branchline.compute import executor
    from branchline.review import review as run

    place = None if cluster is None else executor(1, cluster)
    budget = 60.0 if seconds is None and playouts is None else seconds
    with progress_bar(Text("cli.reviewing").render(language)) as bar:
        told = run(
            match,
            seat=None if seat is None else seat - 1,
            seconds=budget,
            playouts=playouts,
            workers=jobs,
            place=place,
            seed=seed,
            on_progress=lambda percent: bar(percent, 100),
        )
        *_, report = told
    if place is not None:
        place.close()
    if html is not None:
        from branchline.review.page import render

        def at(n: int) -> Match:
            return branchline.replay(records[game - 1], upto=n)

        write_file(html, render(report, language, at).encode())
    if json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        _print(report, language)
    return 0


def _bad(name: str, value: int, allowed: str) -> Text:
    return Text("core.bad_option_value", {"name": name, "value": value, "allowed": allowed})


def _print(report: Report, language: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text as RichText

    from branchline.review import tables

    console = Console(highlight=False)
    console.print(report.headline.render(language), style="bold", markup=False)
    title, head, rows = tables.accounts(report, language)
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for column, name in enumerate(head):
        whole = max(map(len, name.split()))  # No head is broken within a word.
        table.add_column(name, justify="right" if column else "left", overflow="fold", min_width=whole)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    if dearest := tables.dearest(report, language):
        console.print(tables.word("dearest_title", language), style="italic", markup=False)
    for first, lines in dearest:
        console.print(f"\n{first}", style="bold", markup=False)
        for line in lines:
            console.print(Padding(RichText(line), (0, 0, 0, 2)))
    if dearest:
        console.print()
    console.print(tables.footnote(report, language), markup=False)
