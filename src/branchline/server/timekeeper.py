"""What time it is, what is due, and when no server ran. One for each process; the deadlines are in the storage."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import structlog

from branchline.server.errors import Refused, Unavailable, log_fault
from branchline.server.faults import storage_code
from branchline.server.storage import deadlines
from branchline.server.storage.deadlines import STEP, Stop
from branchline.server.storage.interface import Storage
from branchline.server.timers import Times

if TYPE_CHECKING:
    from branchline.server.hub import Hub

log = structlog.get_logger("branchline.server")
BEAT = 2.0
"""Seconds between two looks, and between two signs of life."""
GAP = 6_000
"""Milliseconds without a sign of life after which no server can have run."""


class Timekeeper:
    """Does what is due at tables, and keeps signs of life so that clocks stop while no server runs."""

    def __init__(self, hub: Hub, storage: Storage) -> None:
        self._hub = hub
        self._storage = storage
        self.now: Callable[[], float] = time.time
        """Seconds since 1970; tests put another one here."""
        self.lived: int | None = None
        """The last moment at which this process is known to have run, in ms."""
        self._stops: list[Stop] = []
        self._latest = 0
        """The latest time that was seen, in ms."""
        self._stepped: Stop | None = None
        """The last time that the clock was set back: from when, to when."""
        self._next: int | None = None
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Find out how long no server ran, then look after the deadlines."""
        # Alone on the storage any pause was a stop; beside others only one in which they were silent too.
        last = await self._beat(GAP if self._storage.shared else 0)
        if not self._storage.shared:
            # Other hosts may have another time; one's own must not go back.
            self._latest = last
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, with a last sign of life at this very moment."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(Unavailable):
                await self._beat(None)

    # ── deadlines ──
    def heard(self, deadline: int | None) -> None:
        """A table has a deadline; look earlier if it is the next one."""
        if deadline is not None and (self._next is None or deadline < self._next):
            self._next = deadline
            self._woken.set()

    async def _run(self) -> None:
        while True:
            try:
                pause = await self.look()
            except Unavailable:
                pause = BEAT  # logged where it was raised
            except Refused as error:
                log.warning("deadlines cannot be read", why=str(error))
                pause = BEAT
            except Exception as error:
                log_fault(error)
                pause = BEAT
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), pause)
            self._woken.clear()

    async def look(self) -> float:
        """Do what is due; in how many seconds to look again."""
        self._next = first = await self._storage.read(deadlines.first)
        now = self.ms()
        if now < self._latest - STEP:
            self._set_back(self._latest, now)
            for id_ in await self._storage.read(deadlines.tables):
                # Their deadlines are of the old time.
                await self._settle(id_)
            first = await self._storage.read(deadlines.first)
        self._latest = now
        if first is not None or self._storage.shared:
            await self._live(now)
        else:
            # Nobody's time runs, so nobody needs to know that the server does.
            self.lived = now
        if first is None or first > now:
            return BEAT if first is None else max(0.001, min(BEAT, (first - now) / 1000))
        for id_ in await self._storage.read(partial(deadlines.due, now=now)):
            await self._settle(id_)
        return min(BEAT, 1.0)

    @property
    def behind(self) -> int:
        """By how many seconds the clock was set back; 0 when the old time has come again."""
        if self._stepped is None or self.ms() >= self._stepped[0]:
            return 0
        return round((self._stepped[0] - self._stepped[1]) / 1000)

    def _set_back(self, before: int, now: int) -> None:
        """The clock of this machine goes wrong, or was wrong; time that is counted goes on from the new one."""
        log.warning("the clock was set back", seconds=round((before - now) / 1000))
        self._stepped, self.lived = (before, now), None

    async def _settle(self, id_: str) -> None:
        """Do what is due at a table, unless another process looks after its clocks."""
        if not await self._hub.cluster.lead(f"clocks {id_}"):
            return
        try:
            table = await self._hub.table(id_)
            async with table.lock:
                await table.keep_time()
        except Unavailable:
            raise
        except Refused as error:
            log.warning("table does not come back", table=id_, why=str(error))
            await self._storage.write(partial(deadlines.drop, table=id_))
        except Exception as error:
            if storage_code(error) is not None:
                raise
            # One broken table must not stop the clocks of all others.
            log_fault(error, table=id_)

    # ── stops ──
    async def missed(self, times: Times, now: int) -> list[Stop]:
        """The stops that a table's log does not have yet, while somebody's time ran there."""
        await self._live(now)
        running = [timer.since for timer in times.timers if timer.since is not None]
        ahead = max(running, default=now)
        if ahead > now + STEP:
            # Their time began by a clock that was set back since: what they used counts, and goes on from now.
            before = self._stepped[0] if self._stepped is not None else ahead
            return [(max(before, ahead), now)]
        since = max(times.held, min(running, default=now))
        return [stop for stop in self._stops if stop[1] > since]

    async def _live(self, now: int) -> None:
        """Give a sign of life if one is due; after a gap of this process the others' signs decide what it was."""
        if self.lived is None or now - self.lived >= BEAT * 1000:
            await self._beat(GAP if self.lived is None or now - self.lived > GAP else None)

    async def _beat(self, gap: int | None) -> int:
        """A sign of life; the one before, of whichever process."""
        now = self.ms()
        last = await self._storage.write(partial(deadlines.beat, now=now, gap=gap))
        known = max((until for _, until in self._stops), default=0)
        self._stops += await self._storage.read(partial(deadlines.stops_after, at=known))
        self.lived = now
        return last

    def ms(self) -> int:
        """The time in milliseconds since 1970."""
        return round(self.now() * 1000)
