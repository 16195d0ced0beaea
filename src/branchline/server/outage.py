"""A storage that is away, in the log: one line when it goes, a reminder now and then, one when it is back."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import structlog

log = structlog.get_logger("branchline.server")
REMINDER = 60.0
"""Seconds between two lines that say that it is still away."""
SETTLED = 3.0
"""Seconds without a failure after which it counts as back: a disk that is nearly full takes some writes."""


class Outage:
    """Counts what fails, so that thousands of requests which meet the same fault do not fill the log."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        """How often it has failed since it is away; 0 while all is well."""
        self._since = self._last = self._told = 0.0
        self._worked: float | None = None
        """When it first worked again after the last failure."""

    def failed(self, why: str, **facts: Any) -> None:
        """Something could not be read or written."""
        now = self._clock()
        self._failures += 1
        self._last, self._worked = now, None
        if self._failures == 1:
            self._since = self._told = now
            log.error("storage unavailable", why=why, **facts)
        elif now - self._told >= REMINDER:
            self._told = now
            log.error("storage still unavailable", why=why, seconds=self._seconds(now), failures=self._failures)

    def worked(self) -> None:
        """Something was written."""
        if not self._failures:
            return
        now = self._clock()
        if self._worked is None:
            self._worked = now
        if now - self._last >= SETTLED:
            log.warning("storage is back", seconds=self._seconds(self._worked), failures=self._failures)
            self._failures, self._worked = 0, None

    def _seconds(self, until: float) -> float:
        return round(until - self._since, 1)


STORAGE = Outage()
"""That of this process: whoever meets a fault of the storage says so here instead of in the log."""
