"""SQLite with one writer thread: whatever waits is written in one transaction, and acknowledged after the commit."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from branchline.server.metrics import COMMIT_SECONDS, COMMIT_SIZE

T = TypeVar("T")
Job = Callable[[sa.Connection], T]
_Waiting = tuple[Job[Any], "asyncio.Future[Any]"]
MOST_IN_ONE_COMMIT = 256


class Database:
    """One SQLite file. `write` is durable when it returns; `read` never waits for a writer (WAL)."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._engine = sa.create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._writer: threading.Thread | None = None

    def open(self) -> None:
        """Migrate to the newest schema and start the writer."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
        with self._engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
            self._writer = None
        self._readers.shutdown()
        self._engine.dispose()

    async def write(self, job: Job[T]) -> T:
        """Run a job inside the next transaction; its result once that is on disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return await future

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def _read(self, job: Job[T]) -> T:
        with self._engine.connect() as connection:
            return job(connection)

    def _write_on(self) -> None:
        with self._engine.connect().execution_options(branchline_writer=True) as connection:
            running = True
            while running:
                batch = [self._jobs.get()]
                while len(batch) < MOST_IN_ONE_COMMIT and not self._jobs.empty():
                    batch.append(self._jobs.get())
                running = None not in batch
                self._commit(connection, [waiting for waiting in batch if waiting is not None])

    def _commit(self, connection: sa.Connection, batch: list[_Waiting]) -> None:
        """One transaction for the whole batch. A job that fails undoes itself and leaves the others alone."""
        if not batch:
            return
        outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        raw: Any = connection.connection.driver_connection
        try:
            with COMMIT_SECONDS.time(), connection.begin():
                for job, future in batch:
                    raw.execute("SAVEPOINT job")
                    try:
                        outcomes.append((future, job(connection), None))
                    except Exception as error:
                        raw.execute("ROLLBACK TO job")
                        outcomes.append((future, None, error))
                    raw.execute("RELEASE job")
        except Exception as error:
            outcomes = [(future, None, error) for _, future in batch]
        COMMIT_SIZE.observe(len(batch))
        loops: dict[asyncio.AbstractEventLoop, list[Any]] = {}
        for outcome in outcomes:
            loops.setdefault(outcome[0].get_loop(), []).append(outcome)
        for loop, settled in loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, settled)


def _settle(outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for future, value, error in outcomes:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


def _prepare(raw: Any, _record: Any) -> None:
    """Durable at every commit; the driver's own transactions off, since they would not span savepoints."""
    raw.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        raw.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("branchline_writer")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
