"""Worker processes with fair turns and a time limit; a worker that dies or hangs is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from branchline.server.fairness import FairTurns

T = TypeVar("T")


STARTING = 60.0
"""Seconds that a process may take to start; on a busy machine it takes several."""


class Lost(Exception):
    """The worker died over its work, or took too long."""


class Worker:
    """One process that does one thing after another."""

    def __init__(self, initializer: Callable[[], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self._process = ProcessPoolExecutor(1, mp_context=context, initializer=initializer)
        self._started = self._process.submit(os.getpid)
        self.killed = False

    @property
    def started(self) -> bool:
        """Whether it runs, or has tried to."""
        return self._started.done()

    async def start(self) -> int:
        """Wait until it runs; the number of its process."""
        while not self.started:
            # Not wrapped: whoever is cancelled here must not cancel the start.
            await asyncio.sleep(0.01)
        return self._started.result()

    async def run(self, work: Callable[..., T], *facts: Any) -> T:
        """What the work comes to."""
        return await asyncio.wrap_future(self._process.submit(work, *facts))

    def kill(self) -> None:
        """End it, whatever it does."""
        self.killed = True
        for process in list((self._process._processes or {}).values()):
            process.kill()
        self._process.shutdown(wait=False, cancel_futures=True)


class Pool:
    """Processes that are started when they are first needed. One that is lost takes nothing with it but its work."""

    def __init__(self, workers: int, initializer: Callable[[], None]) -> None:
        self.turns = FairTurns(workers)
        self.idle: list[Worker] = []
        self._initializer = initializer
        self._busy: set[Worker] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, visitor: str, table: str, limit: float, work: Callable[..., T], *facts: Any) -> T:
        """What the work comes to in a worker. The limit counts from when a worker is free and running."""
        await self.turns.take(visitor, table)
        # Work that runs cannot be stopped: when nobody waits for it any more, its turn still ends when it does.
        task = asyncio.create_task(self._run(limit, work, *facts))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def _run(self, limit: float, work: Callable[..., T], *facts: Any) -> T:
        worker = self.idle.pop() if self.idle else Worker(self._initializer)
        self._busy.add(worker)
        try:
            await asyncio.wait_for(worker.start(), STARTING)
            return await asyncio.wait_for(worker.run(work, *facts), limit)
        except (BrokenProcessPool, TimeoutError) as error:
            worker.kill()
            raise Lost from error
        finally:
            self._busy.discard(worker)
            if not worker.killed:
                self.idle.append(worker)
            self.turns.give_back()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, since whoever waited for it may be gone

    @property
    def ready(self) -> bool:
        """Whether a worker runs."""
        return any(worker.started for worker in (*self.idle, *self._busy))

    def warm(self) -> None:
        """Start a worker before it is needed."""
        if not self.idle and not self._busy:
            self.idle.append(Worker(self._initializer))

    def close(self) -> None:
        """End all workers."""
        for worker in (*self.idle, *self._busy):
            worker.kill()
        self.idle.clear()
        for task in self._tasks:
            task.cancel()


def settle_in() -> None:
    """In the worker: leave interrupts to the server, be polite to it, and end with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    os.nice(5)


def _end_with_server() -> None:
    """A server that was killed cannot end its workers; they would wait for work for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
