"""Whether the server can do its work: it tries to write, as seldom as is enough, and says what is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import structlog
from sqlalchemy import Connection

from branchline.server import outage
from branchline.server.errors import Refused, log_fault, public_error
from branchline.server.storage.interface import Storage

log = structlog.get_logger("branchline.server")
FRESH = 5.0
"""Seconds for which an answer holds; whoever asks more often gets the same."""
PATIENCE = 4.0
"""Seconds after which a write that has not come back is called stuck."""
THOROUGH = 600.0
"""Seconds between two looks at every page of the database."""


class StorageCheck:
    """Checks that the storage can be written to, one check at a time."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._checked = -FRESH
        self._looked = time.monotonic()
        self._trouble: Refused | None = None
        self._damaged = False
        self._lock = asyncio.Lock()

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
            if self._damaged or time.monotonic() - self._looked > THOROUGH:
                await self._look()
        except TimeoutError:
            outage.STORAGE.failed(f"a write has not come back after {PATIENCE:g} s", trouble="stuck")
            return Refused(503, "stuck")
        except Exception as error:
            log_fault(error, asked="health")
            shown = public_error(error)
            self._damaged = shown.code == "server.damaged"
            return shown if isinstance(shown, Refused) else Refused(503, "fault")
        return Refused(503, "damaged") if self._damaged else None

    async def _look(self) -> None:
        """Read every page; what is damaged stays named until it is mended."""
        found = await self._storage.read(_inspect)
        self._looked = time.monotonic()
        before, self._damaged = self._damaged, found != "ok"
        if self._damaged and not before:
            # Not an outage: what is not damaged goes on being read and written.
            log.error("storage", trouble="damaged", why=found)
        elif before and not self._damaged:
            log.warning("storage is whole again")


def _touch(connection: Connection) -> None:
    """Write something that changes nothing."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def _inspect(connection: Connection) -> str:
    """What SQLite finds in the file, by a connection that has nothing of it in memory yet."""
    if connection.dialect.name != "sqlite":
        return "ok"
    with closing(sqlite3.connect(str(connection.engine.url.database))) as fresh:
        return str(fresh.execute("PRAGMA quick_check(1)").fetchone()[0])
