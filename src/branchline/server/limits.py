"""Rate limits: buckets of tokens that refill with time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

Clock = Callable[[], float]


class Bucket:
    """Holds at most `most` tokens and gains `rate` of them per second."""

    __slots__ = ("_clock", "_most", "_rate", "_tokens", "_when")

    def __init__(self, most: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._most = most
        self._rate = rate
        self._clock = clock
        self._tokens = most
        self._when = clock()

    def take(self) -> bool:
        """Whether there was a token to take."""
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it has been left alone long enough to be forgotten."""
        return self._tokens + (self._clock() - self._when) * self._rate >= self._most


class Limits:
    """A bucket for each address and kind of request."""

    def __init__(self, per_minute: dict[str, int], clock: Clock = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, kind: str, address: str) -> bool:
        """Whether that address may do one more of that kind now."""
        if len(self._buckets) > 10_000:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        most = self._per_minute[kind]
        key = (kind, address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(most, most / 60, self._clock)
        return bucket.take()


class Doorman:
    """Counts open connections by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more from that address may come in; if so it is counted."""
        if self._inside[address] >= self._most:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One from that address went."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
