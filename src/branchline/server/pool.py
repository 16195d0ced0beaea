"""Fair turns for work that runs elsewhere, with a time limit; what is lost is said to be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from branchline.compute import Executor, Lost
from branchline.server.fairness import FairTurns

__all__ = ["Lost", "Pool"]
T = TypeVar("T")
STARTING = 60.0
"""Seconds that work may wait for its process to start; on a busy machine it takes several."""


class Pool:
    """A place for work, with as many turns as it has workers."""

    def __init__(self, place: Executor) -> None:
        self.place = place
        self.turns = FairTurns(place.workers)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, network: str, visitor: str, table: str, limit: float, work: Callable[..., T], *facts: Any) -> T:
        """What the work comes to in a worker. The limit counts from when it begins."""
        return await asyncio.shield(await self.begin(network, visitor, table, limit, work, *facts))

    async def begin(
        self, network: str, visitor: str, table: str, limit: float, work: Callable[..., T], *facts: Any
    ) -> asyncio.Task[T]:
        """Wait for a turn and let the work begin. It goes on to its end, whether anybody waits for it or not."""
        self.turns.resize(self.place.workers)  # a cluster grows, shrinks and can be lost
        await self.turns.take(network, visitor, table)
        # Work that runs cannot be stopped: when nobody waits for it any more, its turn still ends when it does.
        task = asyncio.create_task(self._run(limit, work, *facts))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def _run(self, limit: float, work: Callable[..., T], *facts: Any) -> T:
        try:
            future = self.place.submit(limit, work, *facts)
            try:
                return await asyncio.wait_for(asyncio.wrap_future(future), STARTING + limit)
            except TimeoutError as error:  # It neither ended nor was ended: a machine that stands still.
                self.place.end(future)
                raise Lost("no answer from a worker") from error
        finally:
            self.turns.give_back()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, since whoever waited for it may be gone

    def close(self) -> None:
        """End all work and its place."""
        self.place.kill()
        for task in self._tasks:
            task.cancel()
