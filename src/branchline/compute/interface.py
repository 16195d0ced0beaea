"""What every place for work can do, and the simplest place: this process."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Lost(Exception):
    """The worker died, or took too long. Doing the work again may help."""


class Executor(Protocol):
    """A place where work runs. Work is an importable function with arguments (`facts`) that can be pickled."""

    @property
    def workers(self) -> int:
        """How many pieces of work run at once."""
        ...

    @property
    def ahead(self) -> int:
        """How many pieces of work to hand over at once: enough to keep all workers busy, few to throw away."""
        ...

    @property
    def ready(self) -> bool:
        """Whether work could begin at once."""
        ...

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Have work done. Lost, if its worker died, or had no result after `limit` seconds of work."""
        ...

    def end(self, future: Future[Any]) -> None:
        """End this piece of work, whatever it does."""
        ...

    def warm(self) -> None:
        """Prepare for work before there is any."""
        ...

    def close(self) -> None:
        """Drop what waits, and let what runs end."""
        ...

    def kill(self) -> None:
        """End everything at once."""
        ...


class Here:
    """This process: work is done when it is submitted, and nothing can limit it."""

    workers = 1
    ahead = 1
    ready = True

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Do the work."""
        future: Future[T] = Future()
        try:
            future.set_result(work(*facts))
        except Exception as error:
            future.set_exception(error)
        return future

    def end(self, future: Future[Any]) -> None:
        """It has ended already."""

    def warm(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""

    def kill(self) -> None:
        """Nothing to do."""


def limited(limit: float | None, work: Callable[..., T], *facts: Any) -> T:
    """In a worker: the work's result. After the limit the process ends and leaves a traceback of where it was.

    The watchdog is a thread that needs no interpreter lock, so compiled code that never ends is stopped too; and
    the limit counts from when the work begins, wherever it had to wait before.
    """
    if limit is None:
        return work(*facts)
    faulthandler.dump_traceback_later(limit, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        return work(*facts)
    finally:
        faulthandler.cancel_dump_traceback_later()
