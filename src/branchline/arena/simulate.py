"""Bots against bots, many games, on one core or several: the same seed gives the same games either way."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from branchline.arena.playing import Finished, Setting, check_bot, check_size, failures, play
from branchline.arena.tally import tally
from branchline.bots import Bot, make
from branchline.compute import executor, run
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.text import Text


class Task(NamedTuple):
    """What a worker process has to know to play any of the games."""

    setting: Setting
    bots: tuple[str, ...]
    seed: int


def simulate(
    game: Game,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    games: int = 100,
    seed: int | None = None,
    jobs: int = 1,
    options: dict[str, Any] | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    progress: Callable[[int], None] | None = None,
    records: Path | None = None,
    cluster: str | None = None,
    samples: Callable[[Finished], None] | None = None,
) -> dict[str, Any]:
    """Play the games and sum them up. One bot fills all seats; several name them, and move on a seat each game.

    A budget in seconds makes searching bots depend on the machine; with `iterations` all is repeatable.
    `progress` is called with the number of games that were finished since its last call. `records` is a file that
    gets every game as a line of JSON. `samples` is called with every finished game and all its decisions, in order.
    """
    check_size(games, jobs, seconds, iterations)
    if seed is None:
        seed = secrets.randbits(32)
    count = players if players is not None else len(bots) if len(bots) > 1 else game.default_players
    opened = game.start(players=count, seed=0, **(options or {}))
    seats = tuple(bots) * count if len(bots) == 1 else tuple(bots)
    if len(seats) != count:
        raise OptionError(Text("core.bots_count", {"bots": len(seats), "players": count}))
    for name in seats:
        check_bot(game, name)
    setting = Setting(
        game.slug, count, opened.options, seconds, iterations, records is not None, sampled=samples is not None
    )
    task = Task(setting, seats, seed)
    begun = time.perf_counter()
    with closing(executor(min(jobs, games), cluster)) as place:
        played = run(place, partial(play_numbers, task), range(games))
        finished = list(_sampled(_kept(_counted(played, progress), records), samples))
    took = time.perf_counter() - begun
    tallies = tally(((one.seats, one.points, one.keys) for one in finished), dict.fromkeys(seats))
    return {
        "game": game.slug,
        "options": {"players": count, **opened.options},
        "games": games,
        "seed": seed,
        "seconds": round(took, 3),
        "turns": sum(one.turns for one in finished) / games,
        "decisions": sum(one.decisions for one in finished) / games,
        "bots": [{**each.json(games), "failures": failures(finished, each.bot)} for each in tallies],
    }


def _counted(done: Iterator[Finished], progress: Callable[[int], None] | None) -> Iterator[Finished]:
    for one in done:
        yield one
        if progress is not None:
            progress(1)


def _kept(finished: Iterator[Finished], records: Path | None) -> Iterator[Finished]:
    """Write the records as the games end, so that they need not all be held."""
    if records is None:
        yield from finished
        return
    with records.open("w", encoding="utf-8") as file:
        for one in finished:
            file.write(json.dumps(one.record, ensure_ascii=False, separators=(",", ":")) + "\n")
            yield one._replace(record=None)


def _sampled(finished: Iterator[Finished], samples: Callable[[Finished], None] | None) -> Iterator[Finished]:
    """Hand the decisions on as the games end."""
    for one in finished:
        if samples is not None:
            samples(one)
        yield one._replace(samples=None)


def play_numbers(task: Task, numbers: Sequence[int]) -> list[Finished]:
    """A worker's piece: the games of these numbers."""
    from branchline.games import find

    game = find(task.setting.game)
    return [play_game(task, game, number) for number in numbers]


def play_game(task: Task, game: Game, number: int, seat_bot: Callable[[Game, str], Bot] = make) -> Finished:
    """The simulation's game of that number. Its luck depends on the seed and the number alone."""
    seed = hashlib.sha256(f"branchline simulate {task.seed} {number}".encode()).digest()
    wits = Generator(int.from_bytes(seed[:8], "big"), 1)
    players = task.setting.players
    seats = tuple(task.bots[(seat + number) % players] for seat in range(players))
    return play(task.setting, game, seats, seed, wits, seat_bot)
