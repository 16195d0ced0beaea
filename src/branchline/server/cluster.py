"""Several processes on one storage: hearing what others wrote, doing work that only one may do, taking over."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
import structlog

from branchline.server.errors import Refused, Unavailable, log_fault
from branchline.server.limits import of_address
from branchline.server.people import conduct
from branchline.server.projection import Projection
from branchline.server.storage import queries, shared
from branchline.server.storage.interface import Job, Storage

if TYPE_CHECKING:
    from branchline.server.hub import Hub
    from branchline.server.table import Table

log = structlog.get_logger("branchline.server")
BEAT = 2.0
"""Seconds between two signs of life."""


class Viewers(NamedTuple):
    """Who looks at certain tables."""

    present: set[tuple[str, str]]
    """A table and a browser that has it open through a process on a shared storage."""
    spectators: dict[str, int]
    """How many look at a table who do not play."""


class Cluster:
    """This process among the others. On a storage that is not shared it is alone, and everything is its work."""

    def __init__(self, hub: Hub, storage: Storage) -> None:
        self._hub = hub
        self._storage = storage
        self.process = secrets.token_hex(8)
        self._beating: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._living: set[str] = set()
        """The processes that gave a sign of life when this one gave its last."""
        self._spectators: dict[str, int] | None = {}
        """How many spectators this process last reported, by table; None where that may be lost."""
        self._lapsed = False
        """Whether what the storage has of who looks through this process may be wrong."""
        self._late: set[str] = set()
        """Tables that are about to catch up."""
        storage.listen(self._heard)

    async def open(self) -> None:
        """Make this process known."""
        if self._storage.shared:
            await self._storage.write(partial(shared.beat, process=self.process))
            self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Leave this process's work to the others."""
        for task in (self._beating, *self._tasks):
            if task is not None:
                task.cancel()
        if self._storage.shared:
            with contextlib.suppress(Unavailable):
                await self._storage.write(partial(shared.depart, process=self.process))

    # ── work that one process does ──
    async def lead(self, name: str) -> bool:
        """Whether this process may do that work now."""
        if not self._storage.shared:
            return True
        return await self._storage.write(partial(shared.lease, name=name, process=self.process))

    async def allow(self, kind: str, who: str) -> bool:
        """Whether all processes together let somebody do one more of that kind."""
        return await self._allow((kind, who))

    async def allow_browser(self, kind: str, browser: str, address: str) -> bool:
        """Whether all processes together let one browser, and all of its address, do one more."""
        return await self._allow((kind, browser), (of_address(kind), address))

    async def _allow(self, *asked: tuple[str, str]) -> bool:
        if not self._storage.shared:
            return True

        def job(connection: sa.Connection) -> bool:
            for kind, who in asked:
                rate = self._hub.rates[kind]
                # Under a pseudonym: an address is written nowhere.
                name = f"{kind} {self._hub.networks.name(who)}"
                if not shared.allow(connection, name, rate.most, rate.per_second):
                    return False
            return True

        return await self._storage.write(job)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                self._count(await self._storage.write(self._sign_of_life))
                if self._lapsed:
                    await self._attend()
                await self._tell_spectators()
                await self._take_over()
            except Exception as error:
                log_fault(error)

    def _sign_of_life(self, connection: sa.Connection) -> set[str]:
        # After an outage whoever came back first has removed what this process had written of itself.
        self._lapsed |= shared.lapsed(connection, self.process)
        return shared.beat(connection, self.process)

    async def _attend(self) -> None:
        """Write anew who looks at tables through this process."""
        self._spectators = None
        looking = self._looking_here()
        await self._storage.write(partial(shared.attend, process=self.process, looking=looking))
        # Who came or went meanwhile may have been written before it.
        self._lapsed = looking != self._looking_here()
        for id_ in {table for table, _ in looking}:
            await self._storage.tell("presence", id_)

    def _looking_here(self) -> dict[tuple[str, str], bool]:
        """Which seat holders have their table open through this process, and whether they are away."""
        return {
            (table.id, connection.hash): not table.audience.looking(connection.hash)
            for table in self._hub.in_memory()
            for connection in table.audience.connections
            if connection.hash is not None and table.seats_of(connection.hash)
        }

    async def _tell_spectators(self) -> None:
        """Write down how many watch here, if that has changed since the last sign of life."""
        found = {table.id: n for table in self._hub.in_memory() if (n := table.audience.spectators) > 0}
        if found != self._spectators:
            await self._storage.write(partial(shared.watch, process=self.process, spectators=found))
            self._spectators = found

    def _count(self, living: set[str]) -> None:
        """A process that is gone may have died between a write and its notice to others: read every table again."""
        if self._living - living:
            self._heard("lost", "")
        self._living = living

    async def _take_over(self) -> None:
        """Wake the bots that a dead process has left, and one's own at tables that left memory."""
        waiting = await self._storage.read(queries.waiting_for_bots)
        names = {bots_of(table): table for table in waiting}
        for name in await self._storage.read(partial(shared.unclaimed, names=list(names), process=self.process)):
            try:
                (await self._hub.table(names[name])).bots.wake()
            except Unavailable:
                raise
            except Refused as error:
                log.warning("table does not come back", table=names[name], why=str(error))

    # ── news ──
    def _heard(self, kind: str, rest: str) -> None:
        id_, _, length = rest.partition(" ")
        if kind == "lost":
            for table in self._hub.in_memory():
                self._later(self._catch_up(table))
            return
        if kind == "muted":
            self._later(conduct.heard(self._hub, id_))
            return
        if kind == "person":
            self._later(self._hub.people.sessions.heard(id_))
            return
        known = self._hub.in_memory(id_)
        if not known:
            return
        table = known[0]
        if kind == "table":
            if table.state.length < int(length) and id_ not in self._late:
                self._late.add(id_)
                self._later(self._catch_up(table))
        elif kind == "anew":
            self._hub.forget(table)
        elif kind == "chat":
            self._later(table.audience.tell_chat())
        elif kind == "presence":
            self._later(self.look_around(table))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Unavailable):
            # Logged already; when the storage is back everything is caught up with.
            self._lapsed = True
        elif error is not None:
            log.error("news could not be taken in", exc_info=error)

    async def _catch_up(self, table: Table) -> None:
        async with table.lock:
            self._late.discard(table.id)
            await table.catch_up()

    # ── who is there ──
    async def arrived(self, table: Table, browser: str | None) -> None:
        """A seat's holder has opened the table here."""
        if self._storage.shared and browser is not None:
            job = partial(shared.arrive, table=table.id, browser=browser, process=self.process)
            await self._storage.write(job)
            await self._storage.tell("presence", table.id)

    def gone(self, table: Table, browser: str | None) -> None:
        """A seat's holder has closed the table here."""
        if self._storage.shared and browser is not None:
            self._later(self._gone(table, browser))

    def left(self, table: Table, browser: str | None) -> None:
        """A seat's holder has closed one of several pages here; those that are left may be hidden."""
        if self._storage.shared and browser is not None:
            self._later(self.turned(table, browser))

    async def _gone(self, table: Table, browser: str) -> None:
        await self._storage.write(partial(shared.go, table=table.id, browser=browser, process=self.process))
        await self._storage.tell("presence", table.id)

    async def look_around(self, table: Table) -> None:
        """Learn who looks at the table through other processes."""
        if self._storage.shared:
            found = await self._storage.read(partial(shared.present, tables=[table.id], except_by=self.process))
            table.audience.others({browser for _, browser in found})

    async def turned(self, table: Table, browser: str) -> None:
        """A seat's holder has hidden every page of the table that this process serves, or shows one again."""
        if self._storage.shared:
            away = not table.audience.looking(browser)
            job = partial(shared.turn_away, table=table.id, browser=browser, process=self.process, away=away)
            await self._storage.write(job)

    async def looking(self, table: str) -> set[str]:
        """The browsers in which a page of the table is visible, through any process."""
        if not self._storage.shared:
            return set()
        found = await self._storage.read(partial(shared.present, tables=[table], looking=True))
        return {browser for _, browser in found}

    async def tables_of(self, browsers: set[str]) -> set[tuple[str, str]]:
        """Which tables these browsers have open, through any process."""
        if not browsers:
            return set()
        here = {
            (table.id, connection.hash)
            for table in self._hub.in_memory()
            for connection in table.audience.connections
            if connection.hash in browsers
        }
        if self._storage.shared:
            here |= await self._storage.read(partial(shared.tables_of, browsers=browsers))
        return {(table, browser) for table, browser in here if browser is not None}

    async def present(self, tables: list[str]) -> set[tuple[str, str]]:
        """Which browsers look at which of these tables, through any process."""
        if not self._storage.shared or not tables:
            return set()
        return await self._storage.read(partial(shared.present, tables=tables))

    def viewers(self, tables: Sequence[Projection]) -> Job[Viewers]:
        """A job that finds who looks at these tables through any process."""
        running = [table.id for table in tables if table.status == "running"]
        here = {id_: table.audience.spectators for id_ in running for table in self._hub.in_memory(id_)}

        def job(connection: sa.Connection) -> Viewers:
            if not self._storage.shared or not tables:
                return Viewers(set(), here)
            present = shared.present(connection, [table.id for table in tables])
            there = shared.watched(connection, running, except_by=self.process) if running else {}
            return Viewers(present, {id_: here.get(id_, 0) + there.get(id_, 0) for id_ in {*here, *there}})

        return job


def bots_of(table: str) -> str:
    """The name of the work of playing a table's bots."""
    return f"bots {table}"
