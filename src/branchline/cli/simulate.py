"""branchline simulate: bots play many games."""

from __future__ import annotations

import json as jsonlib
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import branchline
from branchline.arena import simulate as run
from branchline.cli.failures import print_failures
from branchline.cli.settings import check_writable, read_options, split_bots
from branchline.cli.speed import say_if_interpreted


def simulate(
    game: str,
    /,
    *,
    players: int | None = None,
    bots: str = "random",
    games: int = 100,
    seed: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    records: Path | None = None,
    dataset: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    **options: str,
) -> int:
    """Let bots play many games and count points and wins.

    Parameters
    ----------
    game
        The game's name; a wrong one lists them all.
    players
        How many seats; as many as bots are named, or the game's usual number.
    bots
        One name for all seats, or a name for each seat (a,b,b); seats rotate from game to game.
    games
        How many games.
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
    option
        An option of the game (not of this command) as name=value; also as --name value.
    records
        Write every game to this file (.jsonl), a record per line; replay and verify read it.
    dataset
        Write every decision as Parquet into this new folder: observations, legal actions, actions, values, results.
    json
        Print one JSON object instead of a table.
    options
        What the game itself can be told, by its name for it; a wrong name lists them all.
    """
    say_if_interpreted()
    which = branchline.game(game)
    settled = read_options(which, option or (), options)
    if records is not None:
        check_writable(records)  # Better said now than after the first games.
    seats = split_bots(bots)
    with ExitStack() as opened:
        samples = None
        if dataset is not None:
            from branchline.research.dataset import DatasetWriter, Run

            seed = secrets.randbits(32) if seed is None else seed  # the data set has to name it
            told = Run(seed, tuple(seats), games, players, settled, seconds, iterations)
            samples = opened.enter_context(DatasetWriter(dataset, which, told)).add

        def work(progress: Any = None) -> dict[str, Any]:
            return run(
                which,
                seats,
                players,
                games,
                seed,
                jobs,
                settled,
                seconds,
                iterations,
                progress,
                records,
                cluster,
                samples,
            )

        answer = _with_bar(work, games) if sys.stderr.isatty() else work()
    if json:
        print(jsonlib.dumps(answer))
    else:
        _print_table(answer)
    return 0


def _short(value: Any) -> str:
    """An option's value as a title may hold it: a whole map or outline would fill the screen."""
    text = str(value)
    return text if len(text) <= 24 else text[:23] + "…"


def _with_bar(work: Any, games: int) -> dict[str, Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        answer: dict[str, Any] = work(lambda n: bar.advance(task, n))
    return answer


def _print_table(answer: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    options = ", ".join(f"{name} {_short(value)}" for name, value in answer["options"].items())
    table = Table(title=f"{answer['game']}: {answer['games']} games, {options}", title_justify="left")
    for name in ("bot", "seats played", "mean", "± sd", "min", "max", "wins", "95 %"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for row in answer["bots"]:
        low, high = row["win_share_95"]
        numbers = (row["seat_games"], f"{row['mean']:.2f}", f"{row['sd']:.2f}", row["min"], row["max"])
        wins = (f"{row['win_share']:.1%}", f"{low:.1%} – {high:.1%}")
        table.add_row(row["bot"], *map(str, numbers), *wins)
    console = Console()
    console.print(table)
    print_failures(console, answer["bots"])
    length = f"{answer['turns']:.1f} turns and {answer['decisions']:.1f} decisions per game"
    console.print(f"seed {answer['seed']}, {length}, {answer['seconds']:.1f} s", highlight=False)
