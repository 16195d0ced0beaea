"""Rate limits: buckets of tokens that refill with time, kept for an address or a browser, not for a connection."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from branchline.server.settings import Settings

Clock = Callable[[], float]
HOUSEHOLD = 10
"""The limit of all browsers of one address together, in limits of one browser."""


class Rate(NamedTuple):
    """At most `most` at once, and `per_second` from then on."""

    most: float
    per_second: float


def per_minute(most: float) -> Rate:
    """A rate per minute; all of a minute may come at once."""
    return Rate(most, most / 60)


def rates(settings: Settings) -> dict[str, Rate]:
    """What is limited, by kind. What one browser may do in a second is limited for its address too."""
    found = {
        "read": per_minute(settings.reads_per_minute),
        "write": per_minute(settings.writes_per_minute),
        "table": per_minute(settings.tables_per_minute),
        "notice": per_minute(settings.notices_per_minute),
        "mail": Rate(5, 5 / 3600),
    }
    found["sign_up"] = Rate(settings.sign_ups_per_hour, settings.sign_ups_per_hour / 3600)
    found["sign_in"] = per_minute(settings.sign_ins_per_minute)
    # Many addresses may try one name; its owner still gets in by a passkey or a code.
    found["sign_in to a name"] = Rate(2 * settings.sign_ins_per_minute, settings.sign_ins_per_minute / 300)
    found["rename"] = Rate(5, 5 / 86_400)
    found["report"] = Rate(10, 10 / 3600)
    found["invite"] = Rate(20, 20 / 600)
    plays, questions = settings.plays_per_second, settings.questions_per_second
    for kind, rate in {
        "play": Rate(plays, plays),
        "question": Rate(questions, questions),
        "thought": Rate(10 * settings.question_cpu, settings.question_cpu),
        "chat": Rate(5, 1),
    }.items():
        found[kind] = rate
        found[of_address(kind)] = Rate(rate.most * HOUSEHOLD, rate.per_second * HOUSEHOLD)
    return found


def of_address(kind: str) -> str:
    """The kind under which all browsers of one address are counted together."""
    return f"{kind} of an address"


def network(address: str) -> str:
    """Whom an address stands for: an IPv6 customer has a /64 at least, so all of it is one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Bucket:
    """Holds at most `most` tokens and gains `rate` of them per second."""

    __slots__ = ("_clock", "_most", "_rate", "_tokens", "_when")

    def __init__(self, most: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._most = most
        self._rate = rate
        self._clock = clock
        self._tokens = most
        self._when = clock()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens; False, and none is taken, if there are too few."""
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def charge(self, tokens: float) -> None:
        """Take tokens that may not be there yet."""
        self.take(0)
        self._tokens -= tokens

    @property
    def full(self) -> bool:
        """Whether it is full again, so that it can be forgotten."""
        return self._tokens + (self._clock() - self._when) * self._rate >= self._most


class Limits:
    """A bucket for each kind of request and whoever makes it: an address or a browser."""

    def __init__(self, rates: Mapping[str, Rate], clock: Clock = time.monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._sweep = 10_000

    def allow(self, kind: str, who: str, tokens: float = 1) -> bool:
        """Whether they may do one more of that kind now; what costs more takes more tokens."""
        return self._bucket(kind, who).take(tokens)

    def allow_browser(self, kind: str, browser: str | None, address: str, tokens: float = 1) -> bool:
        """Whether one browser may do one more; whoever has many browsers or none is counted by address."""
        if browser is not None and not self.allow(kind, browser, tokens):
            return False
        return self.allow(of_address(kind), address, tokens)

    def charge_browser(self, kind: str, browser: str | None, address: str, tokens: float) -> None:
        """Take what something has cost, which is known only afterwards; there may be a debt."""
        if browser is not None:
            self._bucket(kind, browser).charge(tokens)
        self._bucket(of_address(kind), address).charge(tokens)

    def _bucket(self, kind: str, who: str) -> Bucket:
        bucket = self._buckets.get((kind, who))
        if bucket is None:
            if len(self._buckets) >= self._sweep:
                self._forget()
            rate = self._rates[kind]
            bucket = self._buckets[kind, who] = Bucket(rate.most, rate.per_second, self._clock)
        return bucket

    def _forget(self) -> None:
        """Drop what was left alone; only when the number has doubled, since a look at all of them takes a while."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        self._sweep = max(10_000, 2 * len(self._buckets))


class OpenConnections:
    """The number of open connections by address, limited."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether that address may open one more connection; if so it is counted."""
        if self._inside[address] >= self._most:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection from that address was closed."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
