"""Many small pieces of work in batches of some tenths of a second: results come in order, whoever found them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from typing import TypeVar

from branchline.compute.interface import Executor, Lost

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")
BATCH_SECONDS = 0.25
"""How long a batch should take: long beside the milliseconds of handing it over, and short enough to lose."""
MOST_ITEMS = 4096
MOST_DEATHS = 20
"""Workers that may die before the work itself is held to be the cause."""


def run(
    place: Executor, work: Callable[[Sequence[I]], list[R]], items: Iterable[I], seconds: float = BATCH_SECONDS
) -> Iterator[R]:
    """What `work` makes of all items, in their order.

    Batches grow and shrink with the time that they take. Lost ones are done again. Closing the iterator cancels the
    rest.
    """
    source = iter(items)
    waiting: deque[tuple[list[I], Future[tuple[float, list[R]]]]] = deque()
    size, deaths = 1, 0
    try:
        while True:
            while len(waiting) < place.ahead and (batch := list(islice(source, size))):
                waiting.append((batch, place.submit(None, timed, work, batch)))
            if not waiting:
                return
            batch, future = waiting[0]
            try:
                took, results = future.result()
            except Lost:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise
                waiting[0] = (batch, place.submit(None, timed, work, batch))
                continue
            waiting.popleft()
            yield from results
            fitting = int(seconds * len(batch) / max(took, 1e-6))
            size = max(1, min(MOST_ITEMS, fitting, size * 4))
    finally:
        for _, future in waiting:
            future.cancel()


def timed(work: Callable[[Sequence[I]], list[R]], batch: Sequence[I]) -> tuple[float, list[R]]:
    """In a worker: how long a batch took, and what came out."""
    begun = time.perf_counter()
    results = work(batch)
    return time.perf_counter() - begun, results
