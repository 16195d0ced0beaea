"""A training from its first generation to the weights file: practice, a look at unseen games, the gate."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from branchline.compute import Executor, executor
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.learning import Learnable
from branchline.core.options import brief
from branchline.core.text import Text
from branchline.core.weights import Origin, fingerprint, make_weights, write_weights
from branchline.learn.evolution import Search, rounded
from branchline.learn.gate import Duel, Verdict, decide
from branchline.learn.practice import Task, Vector, as_numbers, as_vector, worths

UNSEEN = -1
"""The generation whose games no generation has played."""


class Settings(msgspec.Struct, frozen=True):
    """All that the numbers depend on, besides the game and what its expert plays by."""

    generations: int = 20
    games: int = 200
    seed: int = 1
    iterations: int = 200
    """Playouts a decision at the gate."""
    rounds: int = 200
    """Rounds of two games after which an undecided test counts as lost."""
    proposed: dict[str, int] = {}
    """Numbers of one's own that go to the gate as they are, without practice."""


class Progress(msgspec.Struct):
    """A training that may have been interrupted."""

    game: str
    settings: Settings
    present: Vector
    search: Search


class Outcome(msgspec.Struct, frozen=True):
    """What a training came to."""

    numbers: dict[str, int]
    gain: float | None
    """By how much they did better than the present ones over unseen practice games; None: they were proposed."""
    verdict: Verdict | None
    """None: they did no better at practice, so no games were spent on them."""
    written: Path | None


Report = Callable[[int, list[float], Vector], None]
"""Called after every generation with its number, the worth of its vectors, and the middle of the search."""


def train(
    game: Game,
    settings: Settings,
    out: Path,
    workers: int = 1,
    resume: bool = False,
    report: Report | None = None,
    judged: Callable[[float], None] | None = None,
) -> Outcome:
    """Learn numbers for the game's expert; they are written only if the gate lets them through.

    The same settings find the same numbers on any number of workers, whether interrupted or not. An interrupted
    training is neither written over nor, without one, gone on with. `judged` is called with the gain over unseen
    practice games, before the gate takes its time.
    """
    learnable = game.learnable()
    if learnable is None:
        raise OptionError(Text("core.nothing_to_learn", {"game": game.slug}))
    kept = out.with_name(f"{out.name}.progress")
    progress = _begin(game, learnable, settings, kept, resume)
    verdict = None
    with closing(executor(workers)) as place:
        if settings.proposed:
            vector, gain = _proposed(learnable, progress.present, settings.proposed), None
        else:
            vector, gain = _practise(place, learnable, progress, kept, report)
            if judged is not None:
                judged(gain)
        if gain is None or gain > 0:
            duel = Duel(game.slug, settings.seed, settings.iterations, as_numbers(learnable, vector))
            verdict = decide(place, duel, settings.rounds)
    written = None
    if verdict is not None and verdict.stronger:
        _write(out, game, learnable, vector, progress, verdict)
        written = out
    if not settings.proposed:
        kept.unlink(missing_ok=True)
    return Outcome(as_numbers(learnable, vector), gain, verdict, written)


def _practise(
    place: Executor, learnable: Learnable, progress: Progress, kept: Path, report: Report | None
) -> tuple[Vector, float]:
    """All generations that are left; where they lead, and what that brings over unseen games."""
    task = Task(progress.game, progress.settings.seed, progress.present)
    while progress.search.generation < progress.settings.generations:
        _generation(place, learnable, task, progress, report)
        kept.write_bytes(msgspec.json.encode(progress))
    vector = rounded(learnable.numbers, progress.search.middle)
    return vector, _gain(place, learnable, task, vector, progress.settings.games)


def _proposed(learnable: Learnable, present: Vector, proposed: dict[str, int]) -> Vector:
    """The present numbers with some of one's own; OptionError for a name or a value that does not fit."""
    known = {number.name: number for number in learnable.numbers}
    for name, value in proposed.items():
        if name not in known:
            raise OptionError(Text("core.unknown_number", {"name": brief(name), "known": ", ".join(known)}))
        if not known[name].least <= value <= known[name].most:
            facts = {"name": name, "value": value, "allowed": f"{known[name].least}–{known[name].most}"}
            raise OptionError(Text("core.bad_option_value", facts))
    return as_vector(learnable, {**as_numbers(learnable, present), **proposed})


def _begin(game: Game, learnable: Learnable, settings: Settings, kept: Path, resume: bool) -> Progress:
    present = as_vector(learnable, learnable.present())
    fresh = Progress(game.slug, settings, present, Search.begin(settings.seed, learnable.numbers, present))
    if not resume:
        if kept.exists() and not settings.proposed:
            raise OptionError(Text("core.training_unfinished", {"file": str(kept)}))
        return fresh
    if not kept.exists():
        raise OptionError(Text("core.training_absent", {"file": str(kept)}))
    try:
        found = msgspec.json.decode(kept.read_bytes(), type=Progress)
    except (msgspec.MsgspecError, ValueError) as error:
        raise OptionError(Text("core.training_unreadable", {"file": str(kept), "why": str(error)})) from error
    if (found.game, found.settings, found.present) != (fresh.game, fresh.settings, fresh.present):
        raise OptionError(Text("core.training_other", {"file": str(kept)}))
    return found


def _generation(place: Executor, learnable: Learnable, task: Task, progress: Progress, report: Report | None) -> None:
    search = progress.search
    vectors = search.neighbours(learnable.numbers)
    number, games = search.generation, progress.settings.games
    found = list(worths(place, task, len(learnable.practice), vectors, number, games))
    search.follow(learnable.numbers, vectors, found)
    if report is not None:
        report(number, found, rounded(learnable.numbers, search.middle))


def _gain(place: Executor, learnable: Learnable, task: Task, vector: Vector, games: int) -> float:
    """What the vector brings more than the present numbers, in four times as many games as a generation has."""
    both = (vector, task.present)
    new, present = worths(place, task, len(learnable.practice), both, UNSEEN, 4 * games)
    return new - present


def _write(out: Path, game: Game, learnable: Learnable, vector: Vector, progress: Progress, verdict: Verdict) -> None:
    settings, generations = progress.settings, progress.search.generation
    origin = Origin(
        seed=settings.seed,
        generations=generations,
        games=settings.games if generations else 0,
        iterations=settings.iterations,
        rounds=verdict.rounds,
        score=round(verdict.score, 4),
        proposed=settings.proposed,
        began=fingerprint(as_numbers(learnable, progress.present)),
    )
    out.write_bytes(write_weights(make_weights(game.slug, as_numbers(learnable, vector), origin)))
