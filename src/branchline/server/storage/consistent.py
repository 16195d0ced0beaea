"""Reads that all see a storage as it was at one instant, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from branchline.server.events import Written, decode_event
from branchline.server.storage.interface import Job, Reading
from branchline.server.storage.schema import log

T = TypeVar("T")


class ConsistentReading(Reading):
    """Jobs over one connection, in one transaction of the storage that made it."""

    def __init__(self, run: Callable[[Job[Any]], Awaitable[Any]]) -> None:
        self._run = run

    async def load(self, table: str, since: int = 0) -> list[Written]:
        def job(connection: sa.Connection) -> list[Written]:
            mine = (log.c.table_id == table) & (log.c.n >= since)
            rows = connection.execute(sa.select(log).where(mine).order_by(log.c.n))
            return [Written(row.n, row.at, decode_event(bytes(row.event)), row.seat, row.client) for row in rows]

        return await self.read(job)

    async def read(self, job: Job[T]) -> T:
        found: T = await self._run(job)
        return found
