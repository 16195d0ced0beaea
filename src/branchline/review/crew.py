"""The processes that play out: pieces of work go to whoever is free, and what a dead process had is done again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool

from branchline.core.processes import process_pool
from branchline.review.history import Brief
from branchline.review.playouts import Ask, Job, Outcome, work

Task = Job | Ask
Answer = list[Outcome] | list[str]
PIECE = 0.3
"""About so many seconds a piece should take: long beside its cost, short beside the budget."""
MOST_DEATHS = 5


class Crew:
    """Workers for one review. Without processes of its own it works in this one."""

    def __init__(self, brief: Brief, seed: int, workers: int, executor: Executor | None = None) -> None:
        self.brief = brief
        self.seed = seed
        self.workers = workers
        self.executor = executor
        self.own = executor is None and workers > 1
        self.deaths = 0

    def run(self, pieces: Sequence[list[Task]]) -> Iterator[tuple[list[Task], list[Answer]]]:
        """The answers, piece by piece as they are ready."""
        if self.own and self.executor is None:
            self.executor = process_pool(self.workers)
        if self.executor is None:
            for piece in pieces:
                yield piece, work(self.brief, piece, self.seed)
            return
        waiting: dict[Future[list[Answer]], list[Task]] = {}
        left = list(reversed(pieces))
        try:
            while left or waiting:
                while left and len(waiting) < 2 * self.workers:
                    piece = left.pop()
                    waiting[self.executor.submit(work, self.brief, piece, self.seed)] = piece
                for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                    piece = waiting.pop(done)
                    try:
                        answers = done.result()
                    except BrokenProcessPool:
                        left += [piece, *waiting.values()]
                        waiting.clear()
                        self._replace()
                        break
                    yield piece, answers
        finally:
            for future in waiting:
                future.cancel()

    def _replace(self) -> None:
        """Start new processes instead of those that died."""
        self.deaths += 1
        if not self.own or self.deaths > MOST_DEATHS:
            raise BrokenProcessPool("the processes of the review died")
        assert self.executor is not None
        self.executor.shutdown(wait=False)
        self.executor = process_pool(self.workers)

    def close(self) -> None:
        """Let the processes go; a piece under way ends first."""
        if self.own and self.executor is not None:
            self.executor.shutdown(wait=True, cancel_futures=True)
            self.executor = None
