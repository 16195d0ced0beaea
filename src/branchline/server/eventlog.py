"""The event log behind one small interface. SQLite by hand: the bare driver costs an eighth of the general one."""

from __future__ import annotations

import sqlite3
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa

from branchline.server.database import Database


class Act(msgspec.Struct, frozen=True):
    """What one transaction added to a match: events as records write them, numbered from `n`."""

    n: int
    events: list[list[Any]]
    seat: int | None
    client: str | None
    at: float


class Summary(msgspec.Struct, frozen=True):
    """What lists show of a table without loading its match."""

    status: str
    events: int
    actors: list[int]
    scores: list[int] | None
    changed: float


class Conflict(Exception):
    """That number is taken: somebody else wrote to this table, so what is in memory is stale."""


class EventLog(Protocol):
    """An append-only log for every table; the truth about every match."""

    async def append(self, table: str, act: Act, summary: Summary, snapshot: bytes | None = None) -> None:
        """Write an act, the table's summary and perhaps a snapshot in one durable transaction, or raise Conflict."""

    async def load(self, table: str) -> list[Act]:
        """All acts of a table, in order."""

    async def snapshot(self, table: str) -> bytes | None:
        """The newest snapshot of the table's match."""


class SqliteLog(EventLog):
    """The event log in SQLite, through the database's writer thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, table: str, act: Act, summary: Summary, snapshot: bytes | None = None) -> None:
        encode = msgspec.json.encode
        row = (table, act.n, encode(act.events), act.seat, act.client, act.at)
        told = (
            summary.status,
            summary.events,
            encode(summary.actors).decode(),
            encode(summary.scores).decode(),
            summary.changed,
            table,
        )

        def job(connection: sa.Connection) -> None:
            raw: Any = connection.connection.driver_connection
            try:
                if act.events:
                    raw.execute(_APPEND, row)
            except sqlite3.IntegrityError as error:
                raise Conflict from error
            raw.execute(_SUMMARY, told)
            if snapshot is not None:
                raw.execute(_SNAPSHOT, (table, summary.events, snapshot))

        await self._database.write(job)

    async def load(self, table: str) -> list[Act]:
        def job(connection: sa.Connection) -> list[Act]:
            raw: Any = connection.connection.driver_connection
            decode = msgspec.json.decode
            return [
                Act(n, decode(events, type=list[list[Any]]), seat, client, at)
                for n, events, seat, client, at in raw.execute(_LOAD, (table,))
            ]

        return await self._database.read(job)

    async def snapshot(self, table: str) -> bytes | None:
        def job(connection: sa.Connection) -> bytes | None:
            raw: Any = connection.connection.driver_connection
            row = raw.execute("SELECT data FROM snapshots WHERE table_id = ?", (table,)).fetchone()
            return row[0] if row else None

        return await self._database.read(job)


_APPEND = "INSERT INTO acts (table_id, n, events, seat, client, at) VALUES (?, ?, ?, ?, ?, ?)"
_SUMMARY = "UPDATE tables SET status = ?, events = ?, actors = ?, scores = ?, changed = ? WHERE id = ?"
_SNAPSHOT = "INSERT OR REPLACE INTO snapshots (table_id, n, data) VALUES (?, ?, ?)"
_LOAD = "SELECT n, events, seat, client, at FROM acts WHERE table_id = ? ORDER BY n"
