"""Processes beside this one. One that dies takes nothing with it but its work, and is replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, NamedTuple, TypeVar

from branchline.compute.interface import Lost, limited

T = TypeVar("T")
AHEAD = 3
"""So many pieces of work per process are taken before their turn."""


class _Job(NamedTuple):
    future: Future[Any]
    limit: float | None
    work: Callable[..., Any]
    facts: tuple[Any, ...]


class _Process:
    """One process that does one thing after another."""

    def __init__(self, method: str, nice: int, leave_core: bool, prepare: Callable[[], None] | None) -> None:
        context = multiprocessing.get_context(method)
        begin = partial(_begin, nice, leave_core, prepare)
        self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
        self.started = self.pool.submit(os.getpid)

    def kill(self) -> None:
        """End it, whatever it does."""
        for process in list((self.pool._processes or {}).values()):
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)


class Processes:
    """So many processes of this machine, started when they are first needed.

    With `nice` they have that lower priority; with `leave_core` they leave one core of several to the process that
    started them.
    """

    def __init__(
        self,
        workers: int,
        prepare: Callable[[], None] | None = None,
        method: str | None = None,
        nice: int = 0,
        leave_core: bool = False,
    ) -> None:
        self.workers = workers
        self.ahead = workers * AHEAD
        quickest = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._start = partial(_Process, method or quickest, nice, leave_core, prepare)
        self._lock = threading.RLock()
        self._waiting: deque[_Job] = deque()
        self._idle: list[_Process] = []
        self._busy: dict[Future[Any], _Process] = {}
        self._closed = False

    @property
    def ready(self) -> bool:
        """Whether a process runs."""
        with self._lock:
            return any(each.started.done() for each in (*self._idle, *self._busy.values()))

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Have work done by the next process that is free."""
        future: Future[T] = Future()
        with self._lock:
            self._waiting.append(_Job(future, limit, work, facts))
            self._give_out()
        return future

    def end(self, future: Future[Any]) -> None:
        """End the process that does this work; it is replaced when it is needed."""
        future.cancel()
        with self._lock:
            process = self._busy.get(future)
        if process is not None:
            process.kill()

    def warm(self) -> None:
        """Start a process before it is needed."""
        with self._lock:
            if not self._idle and not self._busy and not self._closed:
                self._idle.append(self._start())

    def warm_all(self) -> None:
        """Start all processes before they are needed."""
        with self._lock:
            while len(self._idle) + len(self._busy) < self.workers and not self._closed:
                self._idle.append(self._start())

    def pids(self) -> list[int]:
        """The processes that run."""
        with self._lock:
            everybody = [*self._idle, *self._busy.values()]
        return [each.started.result() for each in everybody if each.started.done()]

    def close(self) -> None:
        """Drop what waits, let what runs end, and end the processes."""
        for each in self._stop():
            each.pool.shutdown(wait=True, cancel_futures=True)

    def kill(self) -> None:
        """End all processes at once."""
        for each in self._stop():
            each.kill()

    def _stop(self) -> list[_Process]:
        with self._lock:
            self._closed = True
            for job in self._waiting:
                job.future.cancel()
            self._waiting.clear()
            everybody = [*self._idle, *self._busy.values()]
            self._idle.clear()
            return everybody

    def _give_out(self) -> None:
        while self._waiting and not self._closed and (self._idle or len(self._busy) < self.workers):
            job = self._waiting.popleft()
            if not job.future.set_running_or_notify_cancel():
                continue
            process = self._idle.pop() if self._idle else self._start()
            try:
                done = process.pool.submit(limited, job.limit, job.work, *job.facts)
            except BrokenProcessPool:  # it was killed while it had nothing to do
                process = self._start()
                done = process.pool.submit(limited, job.limit, job.work, *job.facts)
            self._busy[job.future] = process
            done.add_done_callback(partial(self._ended, process, job))

    def _ended(self, process: _Process, job: _Job, done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        with self._lock:
            self._busy.pop(job.future, None)
            if not isinstance(error, BrokenProcessPool) and not self._closed:
                self._idle.append(process)
            self._give_out()
        if done.cancelled() or isinstance(error, BrokenProcessPool):
            lost = Lost("a worker process died, or was ended because it took too long")
            lost.__cause__ = error
            job.future.set_exception(lost)
        elif error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(done.result())


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin(nice: int, leave_core: bool, prepare: Callable[[], None] | None) -> None:
    """In the process: leave interrupts to the one that started it, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()
    os.nice(nice)
    if leave_core:
        _leave_a_core()


def _leave_a_core() -> None:
    """Stay off one core, so that whoever is to be answered at once finds it free.

    A lower priority alone does not do that: who wakes up may still wait for the end of this process's time slice.
    """
    if hasattr(os, "sched_setaffinity"):
        mine = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, mine[1:] or mine)


def _end_with_parent() -> None:
    """A process that was killed cannot end its workers; they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
