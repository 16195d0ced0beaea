"""Bots against each other, all against all, with equal luck: ratings, an early end, and a file to go on from."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Generator as Yielding
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from branchline.arena import workers
from branchline.arena.journal import Journal, Lines, as_json, read
from branchline.arena.playing import Finished, Setting, check_bot, check_size, play
from branchline.arena.schedule import Plan, Round, rounds
from branchline.arena.sprt import Sprt
from branchline.arena.standings import pairs, score, standings
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.options import brief
from branchline.core.text import Text

BATCH_SECONDS = 0.5
"""A worker gets rounds for about so long at a time."""
Progress = Callable[[Sequence[Finished], int], None]
"""Is told the games so far and how many are planned."""


class Batch(NamedTuple):
    """What a worker process gets at a time."""

    plan: Plan
    rounds: tuple[Round, ...]


def tournament(
    game: Game,
    bots: Sequence[str],
    players: int | None = None,
    games: int = 100,
    seed: int | None = None,
    jobs: int = 1,
    options: dict[str, Any] | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    patience: float = 10.0,
    sprt: tuple[float, float] | None = None,
    resume: Path | None = None,
    records: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play every line-up at least `games` times and rate the bots; `sprt` ends a match of two as soon as it is clear.

    `resume` keeps every result; games that it already has are not played again. `records` takes all games.
    """
    check(game, bots, games, jobs, seconds, iterations, sprt)
    count = players if players is not None else max(2, game.players.start)
    opened = game.start(players=count, seed=0, **(options or {}))
    setting = Setting(game.slug, count, opened.options, seconds, iterations, records is not None, patience)
    plan = Plan(setting, tuple(bots), games, seed if seed is not None else secrets.randbits(32))
    known: list[Finished] = []
    if resume is not None:
        plan, known = read(resume, plan, fixed=seed is not None)
    planned = list(rounds(plan.bots, count, games))
    total = sum(len(each.seatings) for each in planned)
    test = Sprt(*sprt) if sprt is not None else None
    begun = time.perf_counter()
    played: list[Finished] = []
    if progress is not None:
        progress(known, total)
    with closing(_kept(_played(plan, planned, known, jobs), plan, len(known), resume, records)) as parts:
        for part in parts:
            played.extend(part)
            if progress is not None:
                progress(played, total)
            if test is not None and test.add(fmean(score(one, bots[0], bots[1]) for one in part)) is not None:
                break
    return {
        "game": game.slug,
        "options": {"players": count, **opened.options},
        "seed": plan.seed,
        "games": len(played),
        "planned": total,
        "seconds": round(time.perf_counter() - begun, 3),
        "bots": standings(played, plan.bots),
        "pairs": pairs(played, plan.bots),
        "sprt": None if test is None else test.json(),
    }


def check(
    game: Game,
    bots: Sequence[str],
    games: int,
    jobs: int,
    seconds: float | None,
    iterations: int | None,
    sprt: tuple[float, float] | None,
) -> None:
    """OptionError or UnknownGame where a tournament cannot be played as asked."""
    check_size(games, jobs, seconds, iterations)
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionError(Text("cli.tournament_bots", {"value": brief(",".join(bots))}))
    for name in bots:
        check_bot(game, name)
    if sprt is not None and (len(bots) != 2 or not sprt[0] < sprt[1]):
        raise OptionError(Text("cli.tournament_sprt"))


def play_batch(batch: Batch) -> list[list[Finished]]:
    """A worker's piece: all games of its rounds."""
    from branchline.games import find

    plan = batch.plan
    game = find(plan.setting.game)
    return [
        [
            play(plan.setting, game, seats, each.luck(plan.seed), Generator(each.wits(plan.seed, rotation), 1))
            for rotation, seats in enumerate(each.seatings)
        ]
        for each in batch.rounds
    ]


def _played(plan: Plan, planned: list[Round], known: list[Finished], jobs: int) -> Iterator[list[Finished]]:
    """The games of every round in order: those that are known, then those that are played now."""
    place = 0
    while place < len(planned) and len(known) >= len(planned[place].seatings):
        size = len(planned[place].seatings)
        yield known[:size]
        known = known[size:]
        place += 1
    size = 1

    def batches() -> Iterator[Batch]:
        nonlocal place
        while place < len(planned):
            due = tuple(planned[place : place + size])
            place += len(due)
            yield Batch(plan, due)

    for part in workers.run(play_batch, batches(), jobs):
        yield from part
        took = sum(total for one in part for game in one for total, _, _ in game.thought)
        # Larger batches for quick games; what is played does not depend on it.
        if took < BATCH_SECONDS / 2 and size < 512:
            size *= 2
        elif took > BATCH_SECONDS * 2 and size > 1:
            size //= 2


def _kept(
    played: Iterator[list[Finished]], plan: Plan, known: int, resume: Path | None, records: Path | None
) -> Yielding[list[Finished], None, None]:
    """Write results and records as rounds end, so that an interruption loses nothing that was finished."""
    with Journal(resume, plan if known == 0 else None) as journal, Lines(records, append=known > 0) as kept:
        seen = 0
        for part in played:
            seen += len(part)
            if seen > known:
                journal.write([as_json(one) for one in part])
                kept.write([one.record for one in part])
            yield [one._replace(record=None) for one in part]
