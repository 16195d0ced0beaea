"""A Ray driver in a process of its own: Ray ends a process that has lost its cluster, and that must not be ours."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from branchline.compute.interface import Lost
from branchline.compute.ray import AHEAD, RayExecutor, locate, reach
from branchline.core.errors import OptionError
from branchline.core.text import Text

T = TypeVar("T")
WATCH = 2.0
"""Seconds between two looks whether the cluster answers."""
PARTING = 5.0
"""Seconds that the driver has to take leave."""
GONE = "the cluster is gone"


class RayProcess:
    """A cluster as `RayExecutor` has it, driven by another process. When it is gone, all its work is Lost."""

    def __init__(self, address: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_drive, args=(address, theirs), name="branchline ray", daemon=True)
        self._process.start()
        theirs.close()
        self.workers = self._first(address)
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._running: dict[int, Future[Any]] = {}
        self._there = True
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def ahead(self) -> int:
        """As many tasks as keep all cores busy; Ray queues them."""
        return self.workers * AHEAD

    @property
    def ready(self) -> bool:
        """Whether the cluster is there, as far as is known."""
        return self._there

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Have work done by some node."""
        future: Future[T] = Future()
        number = next(self._numbers)
        self._running[number] = future
        try:
            self._send((number, limit, pickle.dumps((work, facts))))
        except OSError as error:
            self._running.pop(number, None)
            future.set_exception(_lost(error))
        except Exception as error:  # it cannot be pickled
            self._running.pop(number, None)
            future.set_exception(error)
        else:
            future.add_done_callback(partial(self._dropped, number))
        return future

    def end(self, future: Future[Any]) -> None:
        """End the worker that does this work."""
        future.cancel()

    def warm(self) -> None:
        """Ray starts its processes by itself."""

    def close(self) -> None:
        """Drop all work and leave the cluster."""
        for future in list(self._running.values()):
            future.cancel()
        self._pipe_end()
        self._process.join(PARTING)
        self.kill()

    def kill(self) -> None:
        """End the driver; Ray then ends what it had begun."""
        self._process.kill()
        self._process.join()

    def _first(self, address: str) -> int:
        """The number of cores, or why there is no cluster."""
        try:
            said = self._pipe.recv()
        except EOFError as error:
            raise OptionError(Text("core.compute_silent", {"address": address, "why": GONE})) from error
        if isinstance(said, OptionError):
            raise said
        assert isinstance(said, int)
        return said

    def _send(self, message: object) -> None:
        data = pickle.dumps(message)
        with self._lock:
            if not self._there:
                raise OSError(GONE)
            self._pipe.send_bytes(data)

    def _pipe_end(self) -> None:
        """An empty message says that there is no more to come."""
        try:
            with self._lock:
                self._pipe.send_bytes(b"")
        except OSError:
            return  # the driver is gone already

    def _dropped(self, number: int, future: Future[Any]) -> None:
        if future.cancelled() and self._running.pop(number, None) is not None:
            try:
                self._send((number, None, None))
            except OSError:
                return  # then it has ended anyway

    def _listen(self) -> None:
        """Hand out results until the driver ends."""
        while True:
            try:
                number, ok, data = pickle.loads(self._pipe.recv_bytes())
            except (EOFError, OSError):
                break
            if number is None:
                self.workers = data
            elif (future := self._running.pop(number, None)) is not None:
                _settle(future, ok, data)
        with self._lock:
            self._there = False
        while self._running:
            _, future = self._running.popitem()
            if future.set_running_or_notify_cancel():
                future.set_exception(_lost(None))


def _settle(future: Future[Any], ok: bool, data: bytes) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = pickle.loads(data)
    except Exception as error:
        ok, result = False, error
    if ok:
        future.set_result(result)
    else:
        future.set_exception(result)


def _lost(cause: BaseException | None) -> Lost:
    lost = Lost(GONE)
    lost.__cause__ = cause
    return lost


# ── in the driver ──
def _drive(address: str, pipe: Connection) -> None:
    """Pass work on to the cluster and results back, until there is no more or the cluster is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # standard output may be somebody's protocol; Ray's warnings are not part of it
    try:
        found = locate(address)
        place = RayExecutor(found)
    except OptionError as error:
        pipe.send(error)
        return
    pipe.send(place.workers)
    driver = _Driver(pipe, place)
    threading.Thread(target=driver.watch, args=(found,), daemon=True).start()
    driver.serve()
    place.close()
    os._exit(0)  # without waiting for Ray's threads


class _Driver:
    """What is under way on the cluster, by number."""

    def __init__(self, pipe: Connection, place: RayExecutor) -> None:
        self.pipe = pipe
        self.place = place
        self.lock = threading.Lock()
        self.running: dict[int, Future[Any]] = {}

    def serve(self) -> None:
        """Do what is asked until nothing more is."""
        while message := self._next():
            number, limit, job = pickle.loads(message)
            if job is None:
                if (dropped := self.running.pop(number, None)) is not None:
                    self.place.end(dropped)
                continue
            try:
                work, facts = pickle.loads(job)
                future = self.place.submit(limit, work, *facts)
            except Exception as error:
                self.tell(number, False, error)
                continue
            self.running[number] = future
            future.add_done_callback(partial(self._ended, number))

    def watch(self, address: str) -> None:
        """Tell how many cores there are; end this process when nothing answers, as Ray does only after a minute."""
        while True:
            time.sleep(WATCH)
            try:
                reach(address)
            except OSError:
                os._exit(1)
            self.tell(None, True, self.place.workers)

    def tell(self, number: int | None, ok: bool, result: object) -> None:
        """Say how a piece of work ended; without a number, how many cores there are."""
        data: object = result
        if number is not None:
            try:
                data = pickle.dumps(result)
            except Exception as error:
                ok, data = False, pickle.dumps(TypeError(f"the result cannot be sent: {error}"))
        with self.lock:
            self.pipe.send_bytes(pickle.dumps((number, ok, data)))

    def _ended(self, number: int, future: Future[Any]) -> None:
        if self.running.pop(number, None) is None or future.cancelled():
            return
        error = future.exception()
        self.tell(number, error is None, future.result() if error is None else error)

    def _next(self) -> bytes:
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return b""  # whoever asked is gone
