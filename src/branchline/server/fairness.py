"""Turns at something scarce, given in rounds: over visitors first, then over each visitor's tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

Waiting = deque[asyncio.Future[None]]


class FairTurns:
    """A limited number of turns at once. Somebody with a hundred tables gets no more of them than somebody with one."""

    def __init__(self, turns: int) -> None:
        self._turns = turns
        self._free = turns
        """Fewer than none while more turns are taken than there are since `resize`."""
        self._waiting: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()

    def resize(self, turns: int) -> None:
        """Change the number of turns at once; those that are taken stay taken."""
        more, self._turns = turns - self._turns, turns
        self._free += min(0, more)
        for _ in range(more):
            self.give_back()

    def waits(self, visitor: str) -> int:
        """How many turns a visitor waits for."""
        return sum(len(queue) for queue in self._waiting.get(visitor, {}).values())

    async def take(self, visitor: str, table: str) -> None:
        """Wait for a turn; whoever got one gives it back."""
        if self._free > 0:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, OrderedDict()).setdefault(table, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                # The turn came in the same moment: it is another's.
                self.give_back()
            else:
                self._leave(visitor, table, mine)
            raise

    def give_back(self) -> None:
        """The turn goes to the visitor who has waited for the longest since their last one."""
        while self._waiting and self._free >= 0:
            visitor, tables = self._waiting.popitem(last=False)
            table, queue = tables.popitem(last=False)
            next_ = queue.popleft()
            if queue:
                tables[table] = queue
            if tables:
                self._waiting[visitor] = tables
            if not next_.done():
                next_.set_result(None)
                return
        self._free += 1

    def _leave(self, visitor: str, table: str, mine: asyncio.Future[None]) -> None:
        tables = self._waiting.get(visitor)
        if tables is None or mine not in tables.get(table, ()):
            return
        tables[table].remove(mine)
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[visitor]
