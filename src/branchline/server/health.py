"""Whether the server can do its work: it tries to write, as seldom as is enough, and says what is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from contextlib import closing

import structlog
from sqlalchemy import Connection

from branchline.server import outage
from branchline.server.errors import Refused, log_fault, public_error
from branchline.server.faults import storage_code
from branchline.server.storage.interface import Storage

log = structlog.get_logger("branchline.server")
FRESH = 5.0
"""Seconds for which an answer holds; whoever asks more often gets the same."""
PATIENCE = 4.0
"""Seconds after which a write that has not come back is called stuck."""
SOON = 5.0
"""Seconds from the start to the first look at every page of the database: a start has other things to do."""
THOROUGH = 600.0
"""Seconds between two looks at every page."""
AGAIN = 30.0
"""Seconds between two looks while something is damaged."""


class StorageCheck:
    """Checks that the storage can be written to, one check at a time; reads every page beside that, now and then."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._checked = -FRESH
        self._trouble: Refused | None = None
        self._damaged = False
        self._lock = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look for damage, which takes long where there is much: nobody waits for it."""
        self._looking = asyncio.create_task(self._look_on())

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    async def check(self) -> None:
        """Nothing if all is well; otherwise Refused with what is wrong."""
        async with self._lock:
            if time.monotonic() - self._checked >= FRESH:
                self._trouble = await self._try()
                self._checked = time.monotonic()
        if self._trouble is not None:
            raise self._trouble

    async def _try(self) -> Refused | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._storage.write(_touch)
        except TimeoutError:
            outage.STORAGE.failed(f"a write has not come back after {PATIENCE:g} s", trouble="stuck")
            return Refused(503, "stuck")
        except Exception as error:
            log_fault(error, asked="health")
            shown = public_error(error)
            return shown if isinstance(shown, Refused) else Refused(503, "fault")
        return Refused(503, "damaged") if self._damaged else None

    async def _look_on(self) -> None:
        await asyncio.sleep(SOON)
        while True:
            try:
                await self._look()
            except Exception as error:
                log_fault(error, asked="health")
            await asyncio.sleep(AGAIN if self._damaged else THOROUGH)

    async def _look(self) -> None:
        """Read every page; what is damaged stays named until it is mended."""
        file = await self._storage.read(_file)
        if file is None:
            return
        found = await _in_thread(file)
        before, self._damaged = self._damaged, found != "ok"
        if self._damaged and not before:
            # Not an outage: what is not damaged goes on being read and written.
            log.error("storage", trouble="damaged", why=found)
        elif before and not self._damaged:
            log.warning("storage is whole again")


def _touch(connection: Connection) -> None:
    """Write something that changes nothing."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def _file(connection: Connection) -> str | None:
    """The file of the database, where it is one."""
    return str(connection.engine.url.database) if connection.dialect.name == "sqlite" else None


async def _in_thread(file: str) -> str:
    """Look at a file in a thread that neither readers nor the end of the server wait for."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[str] = loop.create_future()

    def settle(told: str, error: BaseException | None) -> None:
        if not found.done():
            found.set_result(told) if error is None else found.set_exception(error)

    def work() -> None:
        told, error = "", None
        try:
            told = _inspect(file)
        except Exception as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(settle, told, error)

    threading.Thread(target=work, name="inspector", daemon=True).start()
    return await found


def _inspect(file: str) -> str:
    """What SQLite finds in the file, by a connection that has nothing of it in memory yet."""
    try:
        with closing(sqlite3.connect(file)) as fresh:
            return str(fresh.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if storage_code(error) == "damaged":
            return str(error)
        raise
