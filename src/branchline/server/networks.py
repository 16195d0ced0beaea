"""From which network each table was made, as this process remembers it: an HMAC, never the address itself."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from branchline.server import keys

T = TypeVar("T")
MOST = 100_000
"""How many tables are remembered; those that were made first are forgotten first."""


class Networks:
    """The networks of the tables that were made through this process and are not over."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._of: OrderedDict[str, str] = OrderedDict()

    def name(self, address: str) -> str:
        """What stands for an address; processes with the same key give it the same name."""
        return keys.pseudonym(self._key, address)

    def note(self, table: str, address: str) -> None:
        """Remember from which network a table is made. The server's own tables come from none."""
        if address:
            self._of[table] = self.name(address)
            if len(self._of) > MOST:
                self._of.popitem(last=False)

    def forget(self, table: str) -> None:
        """The table is over."""
        self._of.pop(table, None)

    def of(self, table: str) -> str | None:
        """The network of a table; None where this process does not know it."""
        return self._of.get(table)

    def spread(self, found: Sequence[T], most: int, facts: Callable[[T], tuple[str, str, str]]) -> list[T]:
        """At most so many, in their order: the first of each network before the second of any.

        The facts are a table's id, its host, who stands for a network that is not known, and a group: tables are
        compared within it alone.
        """
        seen: Counter[tuple[str, str]] = Counter()
        ranked: list[tuple[int, int]] = []
        for number, each in enumerate(found):
            id_, host, group = facts(each)
            whose = (self.of(id_) or host, group)
            ranked.append((seen[whose], number))
            seen[whose] += 1
        return [found[number] for number in sorted(number for _, number in sorted(ranked)[:most])]
