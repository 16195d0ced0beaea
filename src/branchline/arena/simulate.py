"""Bots against bots, many games, on one core or several: the same seed gives the same games either way."""

from __future__ import annotations

import hashlib
import multiprocessing
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from branchline.arena.tally import tally
from branchline.bots import Bot, check_budget, make
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.sight import Sight
from branchline.core.state import State, first_seat
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


class Played(NamedTuple):
    """One finished game: who sat where, the points, the keys that rank the seats, the number of actions."""

    seats: tuple[str, ...]
    points: list[int]
    keys: list[int]
    turns: int


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
) -> dict[str, Any]:
    """Play the games and sum them up. One bot fills all seats; several name them, and move on a seat each game.

    A budget in seconds makes searching bots depend on the machine; with `iterations` all is repeatable.
    `progress` is told how many more games are done.
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
    task = Task(game.slug, count, opened.options, seats, seed, seconds, iterations)
    begun = time.perf_counter()
    played = list(_all(task, games, jobs, progress))
    took = time.perf_counter() - begun
    tallies = tally(((one.seats, one.points, one.keys) for one in played), dict.fromkeys(seats))
    return {
        "game": game.slug,
        "options": {"players": count, **opened.options},
        "games": games,
        "seed": seed,
        "seconds": round(took, 3),
        "turns": sum(one.turns for one in played) / games,
        "bots": [each.json(games) for each in tallies],
    }


def _check(games: int, jobs: int, seconds: float | None, iterations: int | None) -> None:
    for name, value, most in (("games", games, MOST_GAMES), ("jobs", jobs, MOST_JOBS)):
        if not 1 <= value <= most:
            raise OptionError(Text("core.bad_option_value", {"name": name, "value": value, "allowed": f"1–{most}"}))
    check_budget(seconds, iterations)


def _all(task: Task, games: int, jobs: int, progress: Callable[[int], None] | None) -> Iterator[Played]:
    size = max(1, min(200, games // (jobs * 8)))
    chunks = [(task, first, min(size, games - first)) for first in range(0, games, size)]
    if jobs == 1:
        yield from _told(map(_chunk, chunks), progress)
        return
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=context) as pool:
        yield from _told(pool.map(_chunk, chunks), progress)


def _told(done: Iterator[list[Played]], progress: Callable[[int], None] | None) -> Iterator[Played]:
    for part in done:
        yield from part
        if progress is not None:
            progress(len(part))


def _chunk(work: tuple[Task, int, int]) -> list[Played]:
    """A worker's piece: so many games from the given number on."""
    from branchline.games import find

    task, first, n = work
    game = find(task.game)
    bots = {name: make(game, name) for name in set(task.bots)}
    return [play_game(task, game, bots, number) for number in range(first, first + n)]


def play_game(task: Task, game: Game, bots: dict[str, Bot], number: int) -> Played:
    """The simulation's game of that number. Its luck depends on the seed and the number alone."""
    digest = hashlib.sha256(f"branchline simulate {task.seed} {number}".encode()).digest()
    luck = Generator(int.from_bytes(digest[:8], "big"), 0)
    wits = Generator(int.from_bytes(digest[:8], "big"), 1)
    seats = tuple(task.bots[(seat + number) % task.players] for seat in range(task.players))
    state = game.new(task.players, task.options)
    turns = 0
    while True:
        if n := state.chance():
            state.apply_chance(luck.below(n))
        elif mask := state.actors():
            seat = int(first_seat(mask))
            state.apply(seat, _decide(task, game, bots[seats[seat]], state, seat, wits))
            turns += 1
        else:
            break
    points, keys = [int(own) for own in state.scores()], [int(key) for key in state.ranking()]
    return Played(seats, points, keys, turns)


def _decide(task: Task, game: Game, bot: Bot, state: State, seat: int, wits: Generator) -> int:
    """The bot's action, chosen from what its seat can know."""
    seen = state.resample(seat, Generator(int(wits.next()), seat))
    listed = state.listed(seat)
    if listed and bot.level.plan is None:
        # The short way of Bot.choose, without wording an action that nobody reads.
        world = bot.policy.prepare(seen, seat)
        return int(bot.policy.choose(world, bot.policy.home(seat), Generator(int(wits.next()) & 0x7FFFFFFF)))
    sight = Sight(game, task.players, task.options, seat, seen)
    action = bot.choose(sight, task.seconds, task.iterations, int(wits.next()) & 0x7FFFFFFF)
    # Where actions cannot be listed a number may name a shape that only the bot's own state holds.
    return action.number if listed else game.parse(state, seat, action.form)
