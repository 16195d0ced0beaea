"""Earlier positions of a match, replayed once and kept while somebody slides through them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from branchline.core.action import Event, Json, Played
from branchline.core.match import Match
from branchline.server.audience import view_message
from branchline.server.messages import ViewMessage

if TYPE_CHECKING:
    from branchline.server.table import Table

KEPT = 32


class Positions:
    """A replay of the table's match that moves forward, and the last views that were asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = asyncio.Lock()
        self._replay: Match | None = None
        self._views: OrderedDict[tuple[int, int | None], ViewMessage] = OrderedDict()

    async def at(self, n: int, seat: int | None) -> ViewMessage:
        """The view message after the first n events; the caller has checked that there are so many."""
        async with self._lock:
            known = self._views.get((n, seat))
            if known is None:
                match = await self._replayed(n)
                known = view_message(match, seat, 0)
                self._views[n, seat] = known
                if len(self._views) > KEPT:
                    self._views.popitem(last=False)
            return known

    async def over(self, n: int) -> bool:
        """Whether the game was over there."""
        async with self._lock:
            return (await self._replayed(n)).over

    async def instead(self, n: int, seat: int, action: Json) -> ViewMessage:
        """As that seat would have seen the position if it had done something else after the first n events."""
        other = self._new()
        await asyncio.to_thread(_advance, other, self._table.match.events[:n])
        other.feed(Played(seat, action))
        return view_message(other, seat, 0)

    async def _replayed(self, n: int) -> Match:
        events = self._table.match.events[:n]
        if self._replay is None or len(self._replay.events) > n:
            self._replay = self._new()
        await asyncio.to_thread(_advance, self._replay, events)
        return self._replay

    def _new(self) -> Match:
        table = self._table
        made = table.state.made
        return Match(table.game, len(table.state.seats), made.options, None, made.commit)


def _advance(match: Match, events: list[Event]) -> None:
    for event in events[len(match.events) :]:
        match.feed(event)
