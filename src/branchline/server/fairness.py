"""Turns at something scarce, given in rounds: over networks first, then over their visitors, then over their tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class _Queue:
    """Who waits under one name: other queues by their names, or turns in the order in which they were asked for."""

    def __init__(self) -> None:
        self.parts: OrderedDict[str, _Queue] = OrderedDict()
        self.turns: deque[asyncio.Future[None]] = deque()

    def __len__(self) -> int:
        return len(self.turns) + sum(len(part) for part in self.parts.values())

    def add(self, path: tuple[str, ...], turn: asyncio.Future[None]) -> None:
        if not path:
            self.turns.append(turn)
        else:
            self.parts.setdefault(path[0], _Queue()).add(path[1:], turn)

    def pop(self) -> asyncio.Future[None]:
        """The next turn; each part of its path is the last of its queue from now on."""
        if self.turns:
            return self.turns.popleft()
        name, part = self.parts.popitem(last=False)
        turn = part.pop()
        if part:
            self.parts[name] = part
        return turn

    def remove(self, path: tuple[str, ...], turn: asyncio.Future[None]) -> None:
        """Take a turn out; it may be gone already."""
        if not path:
            if turn in self.turns:
                self.turns.remove(turn)
        elif (part := self.parts.get(path[0])) is not None:
            part.remove(path[1:], turn)
            if not part:
                del self.parts[path[0]]


class FairTurns:
    """A limited number of turns at once.

    Somebody with a hundred tables gets no more of them than somebody with one, and a network with a hundred
    visitors no more than a network with one.
    """

    def __init__(self, turns: int) -> None:
        self._turns = turns
        self._free = turns
        """Fewer than none while more turns are taken than there are since `resize`."""
        self._waiting = _Queue()

    def resize(self, turns: int) -> None:
        """Change the number of turns at once; those that are taken stay taken."""
        more, self._turns = turns - self._turns, turns
        self._free += min(0, more)
        for _ in range(more):
            self.give_back()

    def waits(self, visitor: str) -> int:
        """How many turns a visitor waits for."""
        return sum(len(network.parts[visitor]) for network in self._waiting.parts.values() if visitor in network.parts)

    async def take(self, network: str, visitor: str, table: str) -> None:
        """Wait for a turn; whoever got one gives it back."""
        if self._free > 0:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        path = network, visitor, table
        self._waiting.add(path, mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                # The turn came in the same moment: it is another's.
                self.give_back()
            else:
                self._waiting.remove(path, mine)
            raise

    def give_back(self) -> None:
        """The turn goes to the network, and there to the visitor, who has waited for the longest since their last."""
        while self._waiting and self._free >= 0:
            next_ = self._waiting.pop()
            if not next_.done():
                next_.set_result(None)
                return
        self._free += 1
