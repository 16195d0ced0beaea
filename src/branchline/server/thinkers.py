"""Bots think in processes of their own, with a time limit; a worker that dies or hangs is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

import structlog

from branchline.core.action import Json
from branchline.server.metrics import BOT_FAILURES, BOT_SECONDS

if TYPE_CHECKING:
    from branchline.bots import Bot

log = structlog.get_logger("branchline.server")
MOST_BOTS = 64
"""How many bots a worker keeps."""


class NoThought(Exception):
    """The bot came to no decision in time."""


class Thinkers:
    """A pool of worker processes. It gets packed sights, so not even a worker knows more than its seat."""

    def __init__(self, workers: int, limit: float) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._limit = limit
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(self.workers)

    async def choose(self, who: str, sight: dict[str, Any], level: str, seconds: float) -> Json:
        """The action of the bot known as `who`, as JSON. Two workers may be lost over it; then NoThought."""
        for _ in range(2):
            # The limit counts from when a worker is free, not from when the queue was joined.
            async with self._turn:
                pool = self._ready()
                began = time.perf_counter()
                try:
                    future = pool.submit(think, who, sight, level, seconds)
                    action = await asyncio.wait_for(asyncio.wrap_future(future), seconds + self._limit)
                except (BrokenProcessPool, TimeoutError) as error:
                    BOT_FAILURES.inc()
                    log.warning("bot worker lost", game=sight["game"], level=level, why=repr(error))
                    self._replace(pool)
                    continue
                BOT_SECONDS.labels(level).observe(time.perf_counter() - began)
                return action
        raise NoThought

    def close(self) -> None:
        """End all workers."""
        if self._pool is not None:
            self._replace(self._pool)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=prepare)
        return self._pool

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Kill the pool's processes; the next thought starts a new pool."""
        if self._pool is pool:
            self._pool = None
        processes = list((pool._processes or {}).values())
        for process in processes:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def prepare() -> None:
    """In the worker: leave interrupts to the server, be polite to it, and load what every thought needs."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    os.nice(5)
    import branchline.bots  # noqa: F401


def _end_with_server() -> None:
    """A server that was killed cannot end its workers; they would wait for work for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


_bots: OrderedDict[tuple[str, str], Bot] = OrderedDict()
"""In the worker: the bots that have thought here, the last one last."""


def think(who: str, sight: dict[str, Any], level: str, seconds: float) -> Json:
    """In the worker: the choice of that bot, which remembers what it found out here before."""
    import branchline

    key = (who, level)
    bot = _bots.pop(key, None) or branchline.bot(sight["game"], level)
    _bots[key] = bot
    if len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    return bot.choose(branchline.unpack_sight(sight), seconds=seconds).json()
