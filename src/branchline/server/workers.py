"""Several processes on one port: started together, started again when one dies, ended together."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from types import FrameType

import structlog

from branchline.compute import locate
from branchline.core.errors import OptionError
from branchline.core.text import Text
from branchline.server.settings import Settings
from branchline.server.storage import open_storage

log = structlog.get_logger("branchline.server")
PATIENCE = 5.0
"""Seconds that workers have to end by themselves."""
SOON = 5.0
"""A worker that lived shorter than this is not started again at once."""


def must_be_possible(settings: Settings) -> None:
    """Refuse several processes on a SQLite file, and a cluster that does not answer."""
    if settings.workers > 1 and not settings.database:
        raise OptionError(Text("server.workers_need_database"))
    if settings.compute:
        locate(settings.compute)


async def try_storage(settings: Settings) -> None:
    """Bring the storage to the newest schema, or say once what is wrong with it, before each worker would."""
    storage = open_storage(settings.storage)
    await storage.open()
    await storage.close()


def supervise(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Keep the workers running until this process is told to end."""
    asyncio.run(try_storage(settings))
    context = multiprocessing.get_context("spawn")
    ending = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ending.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)

    def start() -> tuple[BaseProcess, float]:
        process = context.Process(target=_work, args=(settings, listener), name="branchline worker")
        process.start()
        return process, time.monotonic()

    running = [start() for _ in range(settings.workers)]
    ready()
    while not ending.wait(0.5):
        for place, (process, since) in enumerate(running):
            if process.is_alive():
                continue
            if time.monotonic() - since < SOON and process.exitcode:
                ending.wait(1)
            log.error("worker ended", code=process.exitcode)
            running[place] = start()
    for process, _ in running:
        process.terminate()
    end_by = time.monotonic() + PATIENCE
    for process, _ in running:
        process.join(max(0.0, end_by - time.monotonic()))
        if process.is_alive():
            process.kill()


def _work(settings: Settings, listener: socket.socket) -> None:
    """In the worker: serve, as long as the first process lives."""
    from branchline.server import logs
    from branchline.server.run import serve_on

    logs.configure(settings)
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    try:
        serve_on(settings, listener)
    except OptionError as error:
        sys.exit(f"branchline: {error}")


def _end_with_supervisor() -> None:
    """A first process that was killed cannot end its workers; they would keep the port for ever."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)
