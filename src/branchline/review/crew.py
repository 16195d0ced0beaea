"""The workers that play out: pieces of work go to whoever is free, and what was lost with a worker is done again."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial

from branchline.compute import Executor, Here, Lost, Processes
from branchline.review.history import Brief
from branchline.review.playouts import Ask, Job, Outcome, prepare, work

Task = Job | Ask
Answer = list[Outcome] | list[str]
PIECE = 0.3
"""Seconds that a piece should take: long beside the cost of handing it over, short beside the budget."""
MOST_DEATHS = 5
"""Workers that may die before the work itself is held to be the cause."""


def workers_for(game: str, jobs: int) -> Executor:
    """Processes of this machine, which load the game before there is work; for one job, this process itself."""
    if jobs == 1:
        return Here()
    place = Processes(jobs, prepare=partial(prepare, game))
    place.warm_all()
    return place


class Crew:
    """A place for the work of one review: this process, processes of this machine, or a cluster."""

    def __init__(self, brief: Brief, seed: int, place: Executor, own: bool) -> None:
        self.brief = brief
        self.seed = seed
        self.place = place
        self.own = own
        """Whether the place ends with the review."""

    @property
    def workers(self) -> int:
        """How many pieces are worked on at once."""
        return self.place.workers

    def run(self, pieces: Sequence[list[Task]]) -> Iterator[tuple[list[Task], list[Answer]]]:
        """The answers, piece by piece as they are ready."""
        left = deque(range(len(pieces)))
        waiting: dict[Future[list[Answer]], int] = {}
        deaths: Counter[int] = Counter()
        try:
            while left or waiting:
                while left and len(waiting) < self.place.ahead:
                    number = left.popleft()
                    waiting[self.place.submit(None, work, self.brief, pieces[number], self.seed)] = number
                for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                    number = waiting.pop(done)
                    try:
                        answers = done.result()
                    except Lost:
                        deaths[number] += 1
                        if deaths[number] >= MOST_DEATHS:
                            raise
                        left.appendleft(number)
                        continue
                    yield pieces[number], answers
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """End the workers; a piece under way ends first."""
        if self.own:
            self.place.close()
