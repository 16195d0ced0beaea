"""The review of a game: reports that grow more exact, until the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from branchline.bots.bot import levels
from branchline.compute import Executor, cores
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.options import brief as brief_value
from branchline.core.record import replay_record
from branchline.core.text import Text
from branchline.review.crew import PIECE, Answer, Crew, Task, workers_for
from branchline.review.history import brief_of, positions
from branchline.review.plan import Plan
from branchline.review.playouts import Ask, Job
from branchline.review.report import Report, Unit
from branchline.review.study import Study
from branchline.review.writing import write

SECONDS = 60.0
BEST = "expert"
clock = time.perf_counter
"""What the budget of seconds is counted by."""
OFTEN = 0.04
"""The part of the budget that is spent between two reports."""
MARGIN = 0.94
"""The part of the time after which no new piece of work is begun."""


def review(
    game: Match | Any,
    seat: int | None = None,
    seconds: float | None = SECONDS,
    playouts: int | None = None,
    workers: int | None = None,
    seed: int = 1,
    place: Executor | None = None,
    on_progress: Callable[[int], None] | None = None,
    since: int = 0,
) -> Iterator[Report]:
    """Review a match or a record: a coarse report first, then better ones; the last one is `final`.

    With `seat` only that seat's decisions are judged, with `since` only what happened from that event on. With a
    budget of `playouts` (and no seconds) the reports depend on the seed alone, whatever the machine and however many
    workers. `place` lends a place for the work, which is not ended.
    `on_progress` is called with the part that is done, in percent.
    """
    match = game if isinstance(game, Match) else _replayed(game)
    _check(match, seat, seconds, playouts)
    level = level_of(match.game)
    own = place is None
    if place is None:  # its processes start while the game is folded
        place = workers_for(match.game.slug, cores() if workers is None else workers)
    brief = brief_of(match, level, since)
    study = Study(match.game, positions(brief, match.game), match.players, seat)
    crew = Crew(brief, seed, place, own)
    return _Review(match, study, crew, level, seconds, playouts, on_progress).reports()


def level_of(game: Game) -> str:
    """The bot that judges: the strongest."""
    known = list(levels(game))
    return BEST if BEST in known else known[-1]


class _Review:
    """One review under way."""

    def __init__(
        self,
        match: Match,
        study: Study,
        crew: Crew,
        level: str,
        seconds: float | None,
        playouts: int | None,
        on_progress: Callable[[int], None] | None,
    ) -> None:
        self.match = match
        self.study = study
        self.crew = crew
        self.level = level
        self.seconds = seconds
        self.playouts = playouts
        self.on_progress = on_progress
        self.begun = clock()
        self.pace = PIECE
        """Seconds that a playout takes, by experience."""

    def reports(self) -> Iterator[Report]:
        """The reports, from coarse to final."""
        unit: Unit = "points" if self.match.players == 1 else "win"
        plan = Plan(self.study, unit, self.spent)
        reported = -1.0
        try:
            for number, tasks in enumerate(plan.rounds()):
                finished = self._work(tasks, bounded=number > 0)
                if not finished:
                    break
                if tasks and isinstance(tasks[0], Job) and self.spent() - reported >= OFTEN:
                    reported = self.spent()
                    yield self._write(False)
        finally:
            self.crew.close()
        yield self._write(True)

    def spent(self) -> float:
        """The part of the budget that is used up."""
        parts = [0.0]
        if self.playouts:
            parts.append(self.study.samples.count / self.playouts)
        if self.seconds:
            parts.append((clock() - self.begun) / (self.seconds * MARGIN))
        return min(1.0, max(parts))

    def _work(self, tasks: Sequence[Task], bounded: bool) -> bool:
        """Do a round; False if the budget ended within it."""
        if bounded and self.playouts:
            tasks = self._affordable(tasks)
        for piece, answers in self.crew.run(self._pieces(tasks)):
            for task, answer in zip(piece, answers, strict=True):
                self._take(task, answer)
            if self.on_progress is not None:
                self.on_progress(round(100 * self.spent()))
            if bounded and self.seconds and self.spent() >= 1.0:
                return False
        return not (bounded and self.spent() >= 1.0)

    def _affordable(self, tasks: Sequence[Task]) -> list[Task]:
        left = (self.playouts or 0) - self.study.samples.count
        kept: list[Task] = []
        for task in tasks:
            if isinstance(task, Job):
                left -= task.last - task.first
            if left < 0:
                break
            kept.append(task)
        return kept

    def _pieces(self, tasks: Sequence[Task]) -> list[list[Task]]:
        """Tasks in pieces that take about the same time; which ones go together changes no result."""
        pieces: list[list[Task]] = []
        filled = PIECE
        for task in tasks:
            if filled >= PIECE or isinstance(task, Ask):
                pieces.append([])
                filled = 0.0
            pieces[-1].append(task)
            if isinstance(task, Job):
                filled += self.pace * (task.last - task.first)
        return pieces

    def _take(self, task: Task, answer: Answer) -> None:
        if isinstance(task, Job):
            self.study.samples.add(task.arm, task.first, answer)  # type: ignore[arg-type]
        else:
            case = next(each for each in self.study.cases if each.place == task.place)
            self.study.answer(case, answer)  # type: ignore[arg-type]
        taken = clock() - self.begun
        self.pace = taken * self.crew.workers / max(self.study.samples.count, 1)

    def _write(self, final: bool) -> Report:
        progress = 100 if final else round(100 * self.spent())
        return write(self.match, self.study, self.level, self.crew.seed, progress, final)


def _replayed(record: Any) -> Match:
    from branchline.games import find

    return replay_record(record, find)


def _check(match: Match, seat: int | None, seconds: float | None, playouts: int | None) -> None:
    """OptionError unless the review can be made."""
    if seat is not None and not 0 <= seat < match.players:
        raise OptionError(
            Text("core.bad_option_value", {"name": "seat", "value": seat, "allowed": f"0–{match.players - 1}"})
        )
    for name, value, least, most in (("seconds", seconds, 1, 86_400), ("playouts", playouts, 1, 1_000_000_000)):
        if value is not None and not least <= value <= most:
            facts = {"name": name, "value": brief_value(value), "allowed": f"{least}–{most}"}
            raise OptionError(Text("core.bad_option_value", facts))
    if seconds is None and playouts is None:
        raise OptionError(Text("core.bad_option_value", {"name": "seconds", "value": "-", "allowed": "1–86400"}))
