"""A cluster while it is there, processes of this machine while it is not."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from branchline.compute.interface import Executor
from branchline.core.errors import OptionError

T = TypeVar("T")
RETRY = 30.0
"""Seconds after which a lost cluster is looked for again."""


class Fallback:
    """Work goes to the cluster; what was lost with it, and all that comes then, goes to the processes.

    `on_change` is called when the cluster is lost, with the reason, and when it is back (None).
    """

    def __init__(
        self,
        connect: Callable[[], Executor],
        local: Executor,
        on_change: Callable[[str | None], None] = lambda _: None,
    ) -> None:
        self._connect = connect
        self.local = local
        self._on_change = on_change
        self._lock = threading.Lock()
        self._cluster: Executor | None = None
        self._closed = False
        self._again = math.inf
        """When the cluster is looked for again, by the monotonic clock."""
        self._join()

    @property
    def clustered(self) -> bool:
        """Whether work goes to the cluster now."""
        return self._place() is not self.local

    @property
    def workers(self) -> int:
        """How many pieces of work run at once where they go now."""
        return self._place().workers

    @property
    def ahead(self) -> int:
        """How many pieces of work to hand over at once."""
        return self._place().ahead

    @property
    def ready(self) -> bool:
        """Whether work could begin at once."""
        return self._place().ready

    def submit(self, limit: float | None, work: Callable[..., T], *facts: Any) -> Future[T]:
        """Have work done, wherever that is possible now."""
        return self._place().submit(limit, work, *facts)

    def end(self, future: Future[Any]) -> None:
        """End this piece of work, wherever it runs."""
        for place in (self._cluster, self.local):
            if place is not None:
                place.end(future)

    def warm(self) -> None:
        """Prepare for work before there is any."""
        self._place().warm()

    def close(self) -> None:
        """Drop what waits, let what runs here end, and leave the cluster."""
        self._leave(lambda place: place.close())

    def kill(self) -> None:
        """End everything at once."""
        self._leave(lambda place: place.kill())

    def _leave(self, end: Callable[[Executor], None]) -> None:
        with self._lock:
            self._closed = True
            cluster, self._cluster = self._cluster, None
        for place in (cluster, self.local):
            if place is not None:
                end(place)

    def _place(self) -> Executor:
        with self._lock:
            if self._cluster is not None and self._cluster.ready:
                return self._cluster
            lost, self._cluster = self._cluster, None
            now = time.monotonic()
            if lost is not None:
                self._again = now + RETRY
            elif now >= self._again and not self._closed:
                self._again = math.inf
                threading.Thread(target=self._join, daemon=True).start()
        if lost is not None:
            self._on_change("the cluster does not answer any more")
            lost.kill()
        return self.local

    def _join(self) -> None:
        try:
            cluster = self._connect()
        except OptionError as error:
            self._again = time.monotonic() + RETRY
            self._on_change(str(error))
            return
        with self._lock:
            if not self._closed:
                self._cluster = cluster
        if self._closed:
            cluster.kill()
        else:
            self._on_change(None)
