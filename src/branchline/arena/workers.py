"""Batches of games on worker processes: results come in the order of the batches, whoever played them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from branchline.core.processes import process_pool

B = TypeVar("B")
R = TypeVar("R")
AHEAD = 3
"""So many batches per worker are given out before their turn: enough to keep it busy, few to throw away."""
MOST_DEATHS = 20
"""A batch that kills its workers so often is not the machine's fault."""


def run(work: Callable[[B], R], batches: Iterable[B], jobs: int) -> Iterator[R]:
    """What `work` makes of every batch. Batches of a worker process that died are done again."""
    if jobs == 1:
        yield from map(work, batches)
        return
    source = iter(batches)
    waiting: deque[tuple[B, Future[R]]] = deque()
    pool = process_pool(jobs)
    deaths = 0
    try:
        while True:
            while len(waiting) < jobs * AHEAD and (batch := next(source, None)) is not None:
                waiting.append((batch, pool.submit(work, batch)))
            if not waiting:
                return
            batch, future = waiting[0]
            try:
                result = future.result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise
                pool.shutdown(wait=False)
                pool = process_pool(jobs)
                waiting = deque((each, _again(pool, work, each, done)) for each, done in waiting)
                continue
            waiting.popleft()
            yield result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _again(pool: ProcessPoolExecutor, work: Callable[[B], R], batch: B, future: Future[R]) -> Future[R]:
    finished = future.done() and not future.cancelled() and future.exception() is None
    return future if finished else pool.submit(work, batch)
