"""Bots against each other, all against all, with equal luck: ratings, an early end, and a file to go on from."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Generator as Yielding
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from branchline.arena.foreign import check_patience
from branchline.arena.journal import Journal, Lines, as_json, keep_first, read
from branchline.arena.playing import Finished, Setting, check_bot, check_size, play
from branchline.arena.schedule import Plan, Round, rounds
from branchline.arena.sprt import Sprt
from branchline.arena.standings import pairs, score, standings, together
from branchline.compute import Executor, executor, run
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.options import brief
from branchline.core.text import Text

GAMES, SPRT_GAMES = 100, 20_000
"""How many games are played if nobody says it; a sequential test mostly ends long before."""


class Course(NamedTuple):
    """How far a tournament is."""

    lucks: list[list[Finished]]
    """The games so far, in groups of equal luck."""
    games: int
    planned: int
    test: Sprt | None


Progress = Callable[[Course], None]


def tournament(
    game: Game,
    bots: Sequence[str],
    players: int | None = None,
    games: int | None = None,
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
    cluster: str | None = None,
) -> dict[str, Any]:
    """Play every line-up at least `games` times and rate the bots; `sprt` ends a match of two as soon as it is clear.

    Without `games` it is 100, and with `sprt` as many as it takes, up to 20,000. With one player every bot plays the
    same deals alone, and their results with the same luck are compared as if they had sat at one table.

    `resume` keeps every result; games that it already has are not played again. `records` takes all games.
    """
    if games is None:
        games = GAMES if sprt is None else SPRT_GAMES
    check(game, bots, games, jobs, seconds, iterations, sprt)
    check_patience(patience)
    count = players if players is not None else max(2, game.players.start)
    opened = game.start(players=count, seed=0, **(options or {}))
    setting = Setting(game.slug, count, opened.options, seconds, iterations, records is not None, patience)
    plan = Plan(setting, tuple(bots), games, seed if seed is not None else secrets.randbits(32))
    known: list[Finished] = []
    if resume is not None:
        plan, known = read(resume, plan, fixed=seed is not None)
    keep_first(records, len(known))
    planned = list(rounds(plan.bots, count, games))
    total = sum(len(each.seatings) for each in planned)
    test = Sprt(*sprt) if sprt is not None else None
    begun = time.perf_counter()
    lucks: list[list[Finished]] = []
    played = 0
    with (
        closing(executor(jobs, cluster)) as place,
        closing(_kept(_played(plan, planned, known, place), plan, len(known), resume, records)) as parts,
    ):
        for each, part in zip(planned, parts, strict=True):
            if each.number == len(lucks):
                lucks.append([])
            tables = part if count > 1 else [together(part)]
            lucks[-1].extend(tables)
            played += len(part)
            if test is not None:
                test.add(fmean(score(one, bots[0], bots[1]) for one in tables))
            if progress is not None:
                progress(Course(lucks, played, total, test))
            if test is not None and test.verdict is not None:
                break
    rows = standings(lucks, plan.bots)
    if count == 1:
        rows = [{**row, "seats": []} for row in rows]  # who sits alone has no seat that could be better or worse
    return {
        "game": game.slug,
        "options": {"players": count, **opened.options},
        "seed": plan.seed,
        "games": played,
        "planned": total,
        "seconds": round(time.perf_counter() - begun, 3),
        "bots": rows,
        "pairs": pairs(lucks, plan.bots),
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


def play_rounds(plan: Plan, due: Sequence[Round]) -> list[list[Finished]]:
    """A worker's piece: all games of its rounds."""
    from branchline.games import find

    game = find(plan.setting.game)
    return [
        [
            play(plan.setting, game, seats, each.luck(plan.seed), Generator(each.wits(plan.seed, rotation), 1))
            for rotation, seats in enumerate(each.seatings)
        ]
        for each in due
    ]


def _played(plan: Plan, planned: list[Round], known: list[Finished], place: Executor) -> Iterator[list[Finished]]:
    """The games of every round in order: those that are known, then those that are played now."""
    done = 0
    while done < len(planned) and len(known) >= len(planned[done].seatings):
        size = len(planned[done].seatings)
        yield known[:size]
        known = known[size:]
        done += 1
    yield from run(place, partial(play_rounds, plan), planned[done:])


def _kept(
    played: Iterator[list[Finished]], plan: Plan, known: int, resume: Path | None, records: Path | None
) -> Yielding[list[Finished], None, None]:
    """Write results and records as rounds end, so that an interruption loses nothing that was finished."""
    with Journal(resume, plan if known == 0 else None) as journal, Lines(records, append=known > 0) as kept:
        seen = 0
        for part in played:
            seen += len(part)
            if seen > known:
                # Records first: a kill in between leaves one too many, which is cut off, and never one too few.
                kept.write([one.record for one in part])
                journal.write([as_json(one) for one in part])
            yield [one._replace(record=None) for one in part]
