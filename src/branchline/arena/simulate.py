"""Bots against bots, many games, on one core or several: the same seed gives the same games either way."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from branchline.arena.tally import tally
from branchline.bots import Bot, check_budget, make
from branchline.core.action import Chanced, Event, Move, Played
from branchline.core.chance import commitment, draw
from branchline.core.driver import Decider, Driver, Luck, Observer
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.record import write_record
from branchline.core.state import Payload, State
from branchline.core.text import Text

MOST_GAMES = 10_000_000
MOST_JOBS = 256


class Task(NamedTuple):
    """What a worker process has to know to play any of the games."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    seconds: float | None
    iterations: int | None
    recorded: bool = False


class Finished(NamedTuple):
    """One finished game: who sat where, the points, the keys that rank the seats, the number of decisions."""

    seats: tuple[str, ...]
    points: list[int]
    keys: list[int]
    decisions: int
    record: dict[str, Any] | None


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
) -> dict[str, Any]:
    """Play the games and sum them up. One bot fills all seats; several name them, and move on a seat each game.

    A budget in seconds makes searching bots depend on the machine; with `iterations` all is repeatable.
    `progress` is told how many more games are done. `records` takes every game as a line of JSON.
    """
    _check(games, jobs, seconds, iterations)
    if seed is None:
        seed = secrets.randbits(32)
    count = players if players is not None else len(bots) if len(bots) > 1 else game.default_players
    opened = game.start(players=count, seed=0, **(options or {}))
    seats = tuple(bots) * count if len(bots) == 1 else tuple(bots)
    if len(seats) != count:
        raise OptionError(Text("core.bots_count", {"bots": len(seats), "players": count}))
    for name in seats:
        make(game, name)
    task = Task(game.slug, count, opened.options, seats, seed, seconds, iterations, records is not None)
    begun = time.perf_counter()
    finished = list(_kept(_all(task, games, jobs, progress), records))
    took = time.perf_counter() - begun
    tallies = tally(((one.seats, one.points, one.keys) for one in finished), dict.fromkeys(seats))
    return {
        "game": game.slug,
        "options": {"players": count, **opened.options},
        "games": games,
        "seed": seed,
        "seconds": round(took, 3),
        "turns": sum(one.decisions for one in finished) / games,
        "bots": [each.json(games) for each in tallies],
    }


def _check(games: int, jobs: int, seconds: float | None, iterations: int | None) -> None:
    for name, value, most in (("games", games, MOST_GAMES), ("jobs", jobs, MOST_JOBS)):
        if not 1 <= value <= most:
            raise OptionError(Text("core.bad_option_value", {"name": name, "value": value, "allowed": f"1–{most}"}))
    check_budget(seconds, iterations)


def _all(task: Task, games: int, jobs: int, progress: Callable[[int], None] | None) -> Iterator[Finished]:
    size = max(1, min(200, games // (jobs * 8)))
    chunks = [(task, first, min(size, games - first)) for first in range(0, games, size)]
    if jobs == 1:
        yield from _told(map(_chunk, chunks), progress)
        return
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=context) as pool:
        yield from _told(pool.map(_chunk, chunks), progress)


def _told(done: Iterator[list[Finished]], progress: Callable[[int], None] | None) -> Iterator[Finished]:
    for part in done:
        yield from part
        if progress is not None:
            progress(len(part))


def _kept(finished: Iterator[Finished], records: Path | None) -> Iterator[Finished]:
    """Write the records as the games end, so that they need not all be held."""
    if records is None:
        yield from finished
        return
    with records.open("w", encoding="utf-8") as file:
        for one in finished:
            file.write(json.dumps(one.record, ensure_ascii=False, separators=(",", ":")) + "\n")
            yield one._replace(record=None)


def _chunk(work: tuple[Task, int, int]) -> list[Finished]:
    """A worker's piece: so many games from the given number on."""
    from branchline.games import find

    task, first, n = work
    game = find(task.game)
    return [play_game(task, game, number) for number in range(first, first + n)]


def play_game(task: Task, game: Game, number: int, seat_bot: Callable[[Game, str], Bot] = make) -> Finished:
    """The simulation's game of that number. Its luck depends on the seed and the number alone."""
    seed = hashlib.sha256(f"branchline simulate {task.seed} {number}".encode()).digest()
    wits = Generator(int.from_bytes(seed[:8], "big"), 1)
    seats = tuple(task.bots[(seat + number) % task.players] for seat in range(task.players))
    state = game.new(task.players, task.options)
    history = History(game) if task.recorded else None
    driver = Driver(state, [] if history is None else [history])
    deciders: list[Decider] = [BotDecider(seat_bot(game, name), task, wits) for name in seats]
    decisions = int(driver.run(deciders, ProvableLuck(seed)))
    points, keys = [int(own) for own in state.scores()], [int(key) for key in state.ranking()]
    record = None
    if history is not None:
        named = [{"bot": name} for name in seats]
        record = write_record(game, task.players, task.options, named, commitment(seed), seed, history.events, points)
    return Finished(seats, points, keys, decisions, record)


class ProvableLuck(Luck):
    """Chance drawn from a seed as a match draws it, so that `branchline verify` can check a record."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.drawn = 0

    def draw(self, n: int) -> int:
        self.drawn += 1
        return draw(self.seed, self.drawn - 1, int(n))


class BotDecider(Decider):
    """A bot at its seat: it decides from what the seat can know."""

    def __init__(self, bot: Bot, task: Task, wits: Generator) -> None:
        super().__init__(wits)
        self.bot = bot
        bot.seconds, bot.iterations = task.seconds, task.iterations

    def decide(self, state: State, seat: int) -> int:
        seen = state.resample(seat, Generator(int(self.rng.next()), seat))
        action = self.bot.decide_with(seen, int(seat), int(self.rng.next()) & 0x7FFFFFFF)
        self.payload = self.bot.payload
        return action


class History(Observer):
    """Keeps every event, as a record has it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def before_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        self.events.append(Played(int(seat), self.game.to_json(state, int(seat), Move(int(action), payload))))

    def after_chance(self, state: State, k: int, n: int) -> None:
        self.events.append(Chanced(int(k), int(n)))
