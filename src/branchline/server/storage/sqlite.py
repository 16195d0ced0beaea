"""SQLite with one writer thread: whatever waits is written in one transaction, and acknowledged after the commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from branchline.core.text import Text
from branchline.server import outage
from branchline.server.errors import Unavailable
from branchline.server.events import Written, decode_event, encode_event
from branchline.server.faults import storage_code
from branchline.server.metrics import COMMIT_SECONDS, COMMIT_SIZE
from branchline.server.storage import outbox, queries
from branchline.server.storage.consistent import ConsistentReading
from branchline.server.storage.folder import FolderLock
from branchline.server.storage.interface import Change, Conflict, Job, News, Reading, Storage
from branchline.server.storage.migrate import migrate

T = TypeVar("T")
_Waiting = tuple[Job[Any], "asyncio.Future[Any]"]
_Outcome = tuple["asyncio.Future[Any]", Any, BaseException | None]
MOST_IN_ONE_COMMIT = 256
JOURNAL = 16_000
"""Pages of the journal after which a commit checkpoints it at the latest, which takes some ten milliseconds. Sixteen
times the usual number (64 MB): the same pages are written again and again, so a rare checkpoint is less work."""
MANY = 200
"""Commits after which the journal is checkpointed in a quiet moment."""
BUSY = 5.0
"""Seconds to wait for another program that holds the file's write lock."""
TRY = 0.1
"""Seconds between two looks whether the server ends, while it waits for that lock."""
GOODBYE = 0.7
"""Seconds that writing what waits may take when the storage is closed."""
IDLE = 1.0
"""Seconds without a write that are a quiet moment."""


class SqliteStorage(Storage):
    """One SQLite file. `write` is durable when it returns; `read` never waits for a writer (WAL).

    A server is `alone` on it; tools look at it beside a server, and the log decides races with them too.
    """

    shared = False

    def __init__(self, path: Path, alone: bool = True) -> None:
        self._path = path
        self._lock = FolderLock(path) if alone else None
        self._engine = sa.create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._writer: threading.Thread | None = None
        self._writing: sa.Connection | None = None
        """The writer's connection, for its thread alone; another one may interrupt it."""
        self._ending = threading.Event()
        """Set when the storage is being closed: nothing is waited for any more."""
        self._reading: set[sa.Connection] = set()
        """The connections that are being read from."""

    async def open(self) -> None:
        await asyncio.to_thread(self._open)

    def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._lock is not None:
            self._lock.take()
        try:
            with self._engine.begin() as connection:
                migrate(connection, Text("server.start_newer", {"folder": str(self._path.parent)}))
        except BaseException:
            self._free()
            raise
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        self._ending.set()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        """Nobody may hold a server that is told to end: what cannot be written soon is refused."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._jobs.put(None)
            writer.join(GOODBYE)
            if writer.is_alive():
                self._refuse_waiting()
                self._interrupt(self._writing)
                writer.join(GOODBYE)
        self._readers.shutdown(wait=False, cancel_futures=True)
        for connection in list(self._reading):
            self._interrupt(connection)
        self._engine.dispose()
        self._free()

    def _refuse_waiting(self) -> None:
        waiting: list[_Outcome] = []
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                waiting.append((job[1], None, Unavailable(_CLOSED)))
        _report(waiting)
        self._jobs.put(None)

    def _interrupt(self, connection: sa.Connection | None) -> None:
        """End what a thread does with that connection; it is rolled back."""
        with contextlib.suppress(Exception):  # the thread may be about to close it
            if connection is not None:
                raw: Any = connection.connection.driver_connection
                raw.interrupt()

    def _free(self) -> None:
        if self._lock is not None:
            self._lock.free()

    # ── the log, by hand: the bare driver costs an eighth of the general one ──
    async def append(self, change: Change) -> None:
        table = change.projection
        rows = [(table.id, each.n, each.at, encode_event(each.event), each.seat, each.client) for each in change.events]
        values, deadline = queries.changed_values(table), table.deadline

        def job(connection: sa.Connection) -> None:
            raw: Any = connection.connection.driver_connection
            try:
                for row in rows:
                    raw.execute(_APPEND, row)
            except sqlite3.IntegrityError as error:
                raise Conflict from error
            if change.reseated:
                queries.put_table(connection, table, reseated=True)
            else:
                raw.execute(_UPDATE, values)
                if table.time is not None:
                    raw.execute("DELETE FROM deadlines WHERE table_id = ?", (table.id,))
                    if deadline is not None:
                        raw.execute("INSERT INTO deadlines (table_id, at) VALUES (?, ?)", (table.id, deadline))
            for seat in change.locked:
                queries.drop_keys(connection, table.id, seat)
            if change.snapshot is not None:
                raw.execute(_SNAPSHOT, (table.id, table.events, change.snapshot))
            for notice in change.notices:
                raw.execute(_NOTICE, outbox.values(notice))

        await self.write(job)

    async def load(self, table: str, since: int = 0) -> list[Written]:
        def job(connection: sa.Connection) -> list[Written]:
            raw: Any = connection.connection.driver_connection
            rows = raw.execute(_LOAD, (table, since))
            return [Written(n, at, decode_event(event), seat, client) for n, at, event, seat, client in rows]

        return await self.read(job)

    async def snapshot(self, table: str) -> bytes | None:
        def job(connection: sa.Connection) -> bytes | None:
            raw: Any = connection.connection.driver_connection
            row = raw.execute("SELECT data FROM snapshots WHERE table_id = ?", (table,)).fetchone()
            return row[0] if row else None

        return await self.read(job)

    # ── everything else ──
    async def write(self, job: Job[T]) -> T:
        if self._writer is None or self._ending.is_set():
            raise Unavailable(_CLOSED)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        found = await future
        outage.STORAGE.worked()
        return found

    async def read(self, job: Job[T]) -> T:
        if self._ending.is_set():
            raise Unavailable(_CLOSED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    @contextlib.asynccontextmanager
    async def consistent(self) -> AsyncIterator[Reading]:
        def run(work: Callable[..., Any], *facts: Any) -> asyncio.Future[Any]:
            return asyncio.get_running_loop().run_in_executor(self._readers, work, *facts)

        connection = await run(self._engine.connect)
        try:
            yield ConsistentReading(lambda job: run(job, connection))
        finally:
            await run(connection.close)

    async def tell(self, kind: str, table: str) -> None:
        """No other server shares a SQLite file."""

    def listen(self, news: News) -> None:
        """No other server shares a SQLite file."""

    def _read(self, job: Job[T]) -> T:
        with self._engine.connect() as connection:
            self._reading.add(connection)
            try:
                return job(connection)
            finally:
                self._reading.discard(connection)

    def _write_on(self) -> None:
        running, commits = True, 0
        while running:
            try:
                batch = [self._jobs.get(timeout=IDLE if commits >= MANY else None)]
            except queue.Empty:
                self._tidy()
                commits = 0
                continue
            while len(batch) < MOST_IN_ONE_COMMIT and not self._jobs.empty():
                batch.append(self._jobs.get())
            running = None not in batch
            self._commit([waiting for waiting in batch if waiting is not None])
            commits += 1
        self._let_go()

    def _commit(self, batch: list[_Waiting]) -> None:
        """One transaction for the whole batch. A job that fails undoes itself and leaves the others alone."""
        if not batch:
            return
        outcomes: list[_Outcome] = []
        with COMMIT_SECONDS.time():
            try:
                connection = self._connected()
                raw: Any = connection.connection.driver_connection
                self._begin(raw)
                for job, future in batch:
                    outcomes.append(_done(connection, raw, job, future, len(batch) == 1))
                # What the general driver has begun, it must end.
                (connection if connection.in_transaction() else raw).commit()
            except Exception as error:
                self._undo()
                outcomes = [(future, None, error) for _, future in batch]
        COMMIT_SIZE.observe(len(batch))
        _report(outcomes)

    def _begin(self, raw: Any) -> None:
        """Take the write lock. SQLite's own waiting for it cannot be ended, so it is short and repeated."""
        end = time.monotonic() + BUSY
        while True:
            try:
                raw.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError as error:
                if storage_code(error) != "busy" or self._ending.is_set() or time.monotonic() > end:
                    raise

    def _connected(self) -> sa.Connection:
        """The writer's own connection: taking one from the pool and giving it back costs more than a move's rows."""
        if self._writing is None:
            self._writing = self._engine.connect().execution_options(branchline_writer=True)
            raw: Any = self._writing.connection.driver_connection
            raw.execute(f"PRAGMA busy_timeout={TRY * 1000:.0f}")
        return self._writing

    def _undo(self) -> None:
        """Nothing of the transaction was written; a connection that cannot even say so is given up."""
        try:
            connection = self._connected()
            connection.rollback()
            raw: Any = connection.connection.driver_connection
            raw.rollback()
        except Exception:
            self._let_go()

    def _let_go(self) -> None:
        connection, self._writing = self._writing, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()

    def _tidy(self) -> None:
        """Checkpoint the journal now that nothing waits, rather than within a commit."""
        with contextlib.suppress(Exception):
            raw: Any = self._connected().connection.driver_connection
            raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _done(connection: sa.Connection, raw: Any, job: Job[Any], future: asyncio.Future[Any], alone: bool) -> _Outcome:
    """A job within a transaction. One that fails is undone; where it is alone that is the whole transaction."""
    if not alone:
        raw.execute("SAVEPOINT job")
    try:
        found = job(connection)
    except Exception as error:
        if alone or not raw.in_transaction:
            # A full disk ends the whole transaction: nothing of the batch is written.
            raise
        raw.execute("ROLLBACK TO job")
        raw.execute("RELEASE job")
        return future, None, error
    if not alone:
        raw.execute("RELEASE job")
    return future, found, None


def _report(outcomes: list[_Outcome]) -> None:
    """Tell whoever waits, each on its own event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        loops.setdefault(outcome[0].get_loop(), []).append(outcome)
    for loop, settled in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, settled)


def _settle(outcomes: list[_Outcome]) -> None:
    for future, value, error in outcomes:
        if future.done():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


def _prepare(raw: Any, _record: Any) -> None:
    """Durable at every commit; the driver's own transactions off, since they would not span savepoints."""
    raw.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY * 1000:.0f}"):
        raw.execute(f"PRAGMA {pragma}")
    raw.execute(f"PRAGMA wal_autocheckpoint={JOURNAL}")


def _begin(connection: sa.Connection) -> None:
    """The writer begins by itself, and for many jobs at once."""
    if not connection.get_execution_options().get("branchline_writer"):
        connection.exec_driver_sql("BEGIN")


_CLOSED = "the database is closed"
_APPEND = "INSERT INTO log (table_id, n, at, event, seat, client) VALUES (?, ?, ?, ?, ?, ?)"
_UPDATE = (
    "UPDATE tables SET status = ?, length = ?, events = ?, actors = ?, scores = ?, ending = ?, changed = ?, time = ?, "
    "turn_number = ? WHERE id = ?"
)
_SNAPSHOT = "INSERT OR REPLACE INTO snapshots (table_id, n, data) VALUES (?, ?, ?)"
_LOAD = "SELECT n, at, event, seat, client FROM log WHERE table_id = ? AND n >= ? ORDER BY n"
_NOTICE = outbox.put_statement(*"??????????")
