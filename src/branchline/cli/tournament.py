"""branchline tournament: which bot is the strongest?"""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

import branchline
from branchline.arena import tournament as run
from branchline.arena.report import duration, lead_of, render
from branchline.arena.standings import standings
from branchline.arena.tournament import Course
from branchline.cli.failures import print_failures
from branchline.cli.settings import check_writable, read_options, split_bots, write_file
from branchline.cli.speed import say_if_interpreted

if TYPE_CHECKING:
    from rich.table import Table


def tournament(
    game: str,
    /,
    *,
    bots: str,
    games: int | None = None,
    players: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    patience: float = 10.0,
    sprt: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    resume: Path | None = None,
    records: Path | None = None,
    report: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    **options: str,
) -> int:
    """Let bots play all against all, with equal luck and every rotation of the seats, and rate them.

    Parameters
    ----------
    game
        The game's name; a wrong one lists them all.
    bots
        The bots' names (a,b,c); cmd:COMMAND is a bot of your own (docs/bots.md).
    games
        How many games every line-up plays at least; 100 if not said, and with --sprt as many as it takes, up to 20,000.
    players
        How many seats a table has; two if not said. With one, bots play the same deals alone and are compared by them.
    seed
        A whole number; the same one gives the same games.
    jobs
        How many processes; the games are the same whatever it is.
    cluster
        Play on a Ray cluster: auto (the one that this machine belongs to) or its address, HOST:PORT.
    seconds
        What a searching bot may take for a decision.
    iterations
        What a searching bot may take for a decision in playouts, which is repeatable.
    patience
        After how many seconds a silent bot of your own has lost.
    sprt
        Two Elo differences (0 10): stop as soon as it is clear which of them fits the first of two bots better.
    option
        An option of the game (not of this command) as name=value; also as --name value.
    resume
        Keep results in this file; games that it has already are not played again.
    records
        Write every game to this file (.jsonl), a record per line; replay and verify read it.
    report
        Write a page with tables and plots to this file (.html).
    json
        Print one JSON object instead of a table.
    options
        What the game itself can be told, by its name for it; a wrong name lists them all.
    """
    say_if_interpreted()
    which = branchline.game(game)
    settled = read_options(which, option or (), options)
    names = split_bots(bots)
    if report is not None:
        check_writable(report)  # Better said now than after the last game.

    def work(progress: Any = None) -> dict[str, Any]:
        budget = (settled, seconds, iterations, patience)
        return run(which, names, players, games, seed, jobs, *budget, sprt, resume, records, progress, cluster)

    answer = _with_table(work, names) if sys.stderr.isatty() else work()
    if report is not None:
        write_file(report, render(answer).encode())
    if json:
        print(jsonlib.dumps(answer))
    else:
        _print(answer)
    return 0


def _with_table(work: Any, names: Sequence[str]) -> dict[str, Any]:
    """The standings while they change."""
    import time

    from rich.console import Console
    from rich.live import Live

    due = 0.0
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:

        def progress(course: Course) -> None:
            nonlocal due
            begun = time.monotonic()
            if begun < due:
                return
            title = f"{course.games} of {course.planned} games"
            if course.test is not None:
                title += f"; {_sprt(course.test.json())}"
            live.update(_ratings(standings(course.lucks, names), title), refresh=True)
            # Rating all games anew takes longer the more there are; at most a twentieth of the time goes into it.
            now = time.monotonic()
            due = now + max(1.0, 20 * (now - begun))

        answer: dict[str, Any] = work(progress)
    return answer


def _ratings(rows: Sequence[dict[str, Any]], title: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for name in ("bot", "rating", "games", "wins", "95 %", "points", "decision"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for row in rows:
        rating = f"{row['rating']:.1f} ± {row['rating_95'][1] - row['rating']:.1f}"
        counted = ("–",) * 4
        if row["games"]:
            wins = (f"{row['win_share']:.1%}", "{:.0%} – {:.0%}".format(*row["win_share_95"]))
            counted = (*wins, f"{row['mean']:.1f}", duration(row["seconds"]))
        table.add_row(row["bot"], rating, str(row["games"]), *counted)
    return table


def _print(answer: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(_ratings(answer["bots"], f"{answer['game']}: {answer['games']} of {answer['planned']} games"))
    table = Table()
    for name in ("bot", "against", "games", "score", "95 %", "Elo"):
        table.add_column(name, justify="left" if name in ("bot", "against") else "right")
    for row in answer["pairs"]:
        lead = lead_of(row["elo"], row["score"])
        score = (f"{row['score']:.1%}", "{:.1%} – {:.1%}".format(*row["score_95"]), lead)
        table.add_row(row["bot"], row["against"], str(row["games"]), *score)
    console.print(table)
    print_failures(console, answer["bots"])
    test = answer["sprt"]
    if test is not None:
        console.print(_sprt(test))
    console.print(f"seed {answer['seed']}, {answer['seconds']:.1f} s", highlight=False)


def _sprt(test: dict[str, Any]) -> str:
    """How far the sequential test is."""
    said = test["verdict"] or "undecided"
    ratio = f"{test['ratio']:+.2f} between {test['low']:+.2f} and {test['high']:+.2f}"
    return f"sprt {test['elo0']:g} {test['elo1']:g}: {said} after {test['rounds']} rounds ({ratio})"
