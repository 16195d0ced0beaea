"""Puts people together who look for a game, and makes their tables. Every process does; the database decides races."""

from __future__ import annotations

import asyncio
import contextlib
import random
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog

from branchline.bots import levels
from branchline.core.game import Game
from branchline.games import find
from branchline.server import events as e
from branchline.server import seating
from branchline.server.clocks import Clock
from branchline.server.errors import Refused, Unavailable, log_fault
from branchline.server.faults import storage_code
from branchline.server.lobby import open_tables, searches
from branchline.server.lobby.open_tables import OpenTable
from branchline.server.lobby.searches import Found
from branchline.server.people import adoption
from branchline.server.projection import Projection
from branchline.server.ratings.rated import is_account
from branchline.server.table import Table
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

log = structlog.get_logger("branchline.server")
POLL = 2.0
"""Seconds between two looks: somebody may have waited long enough, or another process may have died."""
MOST_REFUSED = 10_000
LATE = 6.0
"""Seconds after which any process may make a table that another one has not finished."""


class Matcher:
    """Seats people who look for a game, now and then and when woken."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._refused: set[tuple[str, str]] = set()
        """Who was refused at which table: nobody is sent there again and again."""

    def open(self) -> None:
        """Begin to look."""
        self._running = asyncio.create_task(self._run())

    def close(self) -> None:
        """Stop; another process finishes what was begun, or this one after a restart."""
        if self._running is not None:
            self._running.cancel()

    def wake(self) -> None:
        """Somebody looks for a game."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL)
            self._wake.clear()
            try:
                if await self._hub.storage.read(searches.any_left):
                    await self.look()
            except Unavailable:
                pass  # logged where it was raised
            except Refused as error:
                log.warning("nobody can be put together", why=str(error))
            except Exception as error:
                log_fault(error)

    async def look(self) -> None:
        """Put together whoever fits, and make the tables that are due."""
        now = self._hub.timekeeper.now()
        storage = self._hub.storage
        left = await storage.read(partial(searches.left, before=now - LATE))
        tables = await self._open_tables(now)
        found = await storage.write(partial(searches.take, now=now, tables=tables, refused=self._refused))
        for party in [*left, *found]:
            try:
                await self.seat(party)
            except Unavailable:
                raise
            except Refused as error:
                log.warning("a table could not be made", table=party.table, why=str(error))
            except Exception as error:
                if storage_code(error) is not None:
                    raise
                # One party that cannot be seated must not keep all others waiting.
                log_fault(error, table=party.table)
        if left:
            # Somebody may have signed in while they waited for the seat.
            await adoption.finish(self._hub)

    async def _open_tables(self, now: float) -> list[OpenTable]:
        """Tables of the lobby that wait for anybody."""
        hub = self._hub
        found, ratings = await hub.storage.read(partial(open_tables.read, now=now))
        elsewhere = {table for table, _ in await hub.cluster.present([each.id for each in found])}

        def present(table: Projection) -> bool:
            return table.id in elsewhere or any(
                known.audience.online(seat.place.browser) for known in hub.in_memory(table.id) for seat in table.seats
            )

        return open_tables.waiting(found, ratings, present, now)

    async def seat(self, party: Found) -> None:
        """Make a party's table, or find it made, and begin; or seat somebody at a table that is there."""
        if party.players is None:
            await self._sit_down(party)
            return
        table = await self._table(party, party.players)
        async with table.lock:
            if table.status == "open":
                with contextlib.suppress(Refused):
                    # Another process may be as far as this one.
                    await table.begin([], itself=True)
        if table.status == "open":
            raise Refused(409, "stale")
        await self._finish(party)

    async def _sit_down(self, party: Found) -> None:
        """Take a seat of an open table, which begins when it is full; if none is left the search goes on elsewhere."""
        (member,) = party.members
        person = member.holder if is_account(member.holder) else None
        visitor = Visitor("", member.holder, person=person, name=member.name)
        expected = partial(searches.is_expected, holder=member.holder, table=party.table)
        try:
            table = await self._hub.table(party.table)
            sits = await seating.join_by_search(table, visitor, lambda: self._hub.storage.read(expected))
        except Unavailable:
            raise
        except Refused as error:
            log.info("a seat was taken meanwhile", table=party.table, why=str(error))
            if len(self._refused) >= MOST_REFUSED:
                self._refused.clear()
            self._refused.add((member.holder, party.table))
            await self._hub.storage.write(partial(searches.release, party=party))
            self._wake.set()
            return
        if sits:
            await seating.begin_if_full(table)
        await self._finish(party)

    async def _finish(self, party: Found) -> None:
        await self._hub.storage.write(partial(searches.finish, party=party, now=self._hub.timekeeper.now()))

    async def _table(self, party: Found, players: int) -> Table:
        hub, first = self._hub, party.members[0]
        if await hub.look([party.table]):
            return await hub.table(party.table)
        game = find(first.game)
        places = [e.Place("human", member.name, None, member.holder) for member in party.members]
        places += [e.Place("bot", None, usual_level(game))] * (players - len(places))
        # Who sits first must not depend on who came first.
        random.SystemRandom().shuffle(places)
        try:
            return await hub.make(
                Visitor("", first.holder),
                game,
                {},
                places,
                public=True,
                language=first.language,
                clock=msgspec.json.decode(first.clock, type=Clock),
                id_=party.table,
                rated=first.rated,
            )
        except Refused:
            if not await hub.look([party.table]):
                await hub.storage.write(partial(searches.release, party=party))
                raise
            return await hub.table(party.table)


def usual_level(game: Game) -> str:
    """The level that plays with people by default: the one in the middle."""
    known = list(levels(game))
    return known[len(known) // 2]
