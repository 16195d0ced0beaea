"""PostgreSQL: the log through asyncpg, everything else through SQLAlchemy, news by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from branchline.core.errors import OptionError
from branchline.core.text import Text
from branchline.server import outage
from branchline.server.errors import Unavailable
from branchline.server.events import Written, decode_event, encode_event
from branchline.server.faults import storage_code
from branchline.server.metrics import COMMIT_SECONDS, COMMIT_SIZE
from branchline.server.patience import within
from branchline.server.storage import outbox, queries
from branchline.server.storage.consistent import ConsistentReading
from branchline.server.storage.interface import Change, Conflict, Job, News, Reading, Storage
from branchline.server.storage.migrate import migrate

T = TypeVar("T")
CHANNEL = "branchline"
CONNECTIONS = 8
"""Connections for the log, and as many at most for everything else."""
SECONDS = 10.0
"""Seconds that a statement or a connection may take."""
GOODBYE = 0.7
"""Seconds that closing the connections may take."""
STARTING = 30.0
"""Seconds to wait for a database that says that it is starting up."""
MIGRATION_LOCK = 7_264_723
"""Several processes start at once; one of them migrates."""
GONE = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.CannotConnectNowError, TimeoutError)
STARTS_UP = (asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError, ConnectionResetError)
UNWRITABLE = (
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.PostgresIOError,
    asyncpg.OperatorInterventionError,
)


class PostgresStorage(Storage):
    """One PostgreSQL database that any number of processes share."""

    shared = True

    def __init__(self, address: str) -> None:
        self._address = address.replace("postgres://", "postgresql://", 1)
        self._engine = create_async_engine(
            self._address.replace("postgresql://", "postgresql+asyncpg://", 1),
            # All are kept: one above the pool's size would be opened for a statement and closed after it.
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=SECONDS,
            connect_args={"timeout": SECONDS, "command_timeout": SECONDS},
        )
        sa.event.listen(self._engine.sync_engine, "checkout", _must_be_open)
        sa.event.listen(self._engine.sync_engine, "connect", self._opened)
        self._connections: weakref.WeakSet[Any] = weakref.WeakSet()
        """The driver's connections behind the engine."""
        # Each statement reads what is committed, so a transaction around them would be two more round trips.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._pool: asyncpg.Pool[Any] | None = None
        self._news: News = lambda _kind, _table: None
        self._listener: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._due: dict[str, str] = {}
        """News that were not sent yet: the newest of each kind and table."""
        self._telling: asyncio.Task[None] | None = None

    async def open(self) -> None:
        end = time.monotonic() + STARTING
        while True:
            try:
                await self._open()
                break
            except OptionError as error:
                # A database that is about to be there is waited for; anything else is for a person to mend.
                if not _starts_up(error.__cause__) or time.monotonic() > end:
                    raise
                await asyncio.sleep(0.2)
        self._listener = asyncio.create_task(self._listen())
        await self._listening.wait()

    async def _open(self) -> None:
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
                await connection.run_sync(
                    migrate, Text("server.start_newer_database", {"address": _shown(self._address)})
                )
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,  # with a floor it writes a trace for each try to have one while the database is away
                max_size=CONNECTIONS,
                timeout=SECONDS,
                command_timeout=SECONDS,
                reset=_as_it_is,
            )
        except (*GONE, sa.exc.DBAPIError, asyncpg.PostgresError, OptionError) as error:
            await self._engine.dispose()
            if isinstance(error, OptionError):
                raise
            facts = {"address": _shown(self._address), "why": _why(error)}
            raise OptionError(Text("server.start_database", facts)) from error

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        # A database that does not answer would hold the process for ever, also those that wait for it here.
        await within(self._say_goodbye(), GOODBYE)
        if self._pool is not None:
            self._pool.terminate()
        for connection in list(self._connections):
            connection.terminate()

    async def _say_goodbye(self) -> None:
        if self._telling is not None:
            await within(self._telling, GOODBYE / 2)
        if self._pool is not None:
            await self._pool.close()
        await self._engine.dispose()

    def _opened(self, connection: Any, _record: Any) -> None:
        self._connections.add(connection.driver_connection)

    # ── the log ──
    async def append(self, change: Change) -> None:
        table = change.projection
        rows = [(table.id, each.n, each.at, encode_event(each.event), each.seat, each.client) for each in change.events]
        with _translated(), COMMIT_SECONDS.time():
            try:
                async with self._acquired() as connection:
                    if len(rows) == 1 and _is_plain(change):
                        # An action of a running game: one statement, one round trip.
                        await connection.execute(_ACT, *rows[0], *queries.changed_values(table)[:-1])
                    else:
                        await self._append(connection, rows, change)
            except asyncpg.UniqueViolationError as error:
                raise Conflict from error
        COMMIT_SIZE.observe(1)
        outage.STORAGE.worked()
        self._announce(f"table {table.id}", str(table.length))

    async def _append(self, connection: Any, rows: list[tuple[Any, ...]], change: Change) -> None:
        table = change.projection
        async with connection.transaction():
            await connection.executemany(_APPEND, rows)
            if change.reseated:
                await self._put(connection, change)
            else:
                await connection.execute(_UPDATE, *queries.changed_values(table))
            if table.time is not None:
                await connection.execute("DELETE FROM deadlines WHERE table_id = $1", table.id)
                if table.deadline is not None:
                    await connection.execute(_DEADLINE, table.id, table.deadline)
            if change.locked:
                await connection.execute(_LOCK_SEATS, table.id, list(change.locked))
            if change.snapshot is not None:
                await connection.execute(_SNAPSHOT, table.id, table.events, change.snapshot)
            for notice in change.notices:
                await connection.execute(_NOTICE, *outbox.values(notice))

    async def _put(self, connection: Any, change: Change) -> None:
        row = queries.table_row(change.projection)
        for name in ("options", "actors", "scores", "ending", "time", "notes"):
            row[name] = msgspec.json.encode(row[name]).decode()
        await connection.execute(_upsert("tables", list(row), ["id"]), *row.values())
        seats = queries.seat_rows(change.projection)
        await connection.executemany(
            _upsert("seats", list(seats[0]), ["table_id", "seat"]), [tuple(seat.values()) for seat in seats]
        )

    async def load(self, table: str, since: int = 0) -> list[Written]:
        with _translated():
            async with self._acquired() as connection:
                rows = await connection.fetch(_LOAD, table, since)
        return [Written(n, at, decode_event(event), seat, client) for n, at, event, seat, client in rows]

    async def snapshot(self, table: str) -> bytes | None:
        with _translated():
            async with self._acquired() as connection:
                data: bytes | None = await connection.fetchval(_KEPT, table)
                return data

    def _acquired(self) -> Any:
        if self._pool is None:
            raise Unavailable("the database is closed")
        return self._pool.acquire(timeout=SECONDS)

    # ── everything else ──
    async def write(self, job: Job[T]) -> T:
        with _translated():
            async with self._engine.begin() as connection:
                found = await connection.run_sync(job)
        outage.STORAGE.worked()
        return found

    async def read(self, job: Job[T]) -> T:
        with _translated():
            async with self._reading.connect() as connection:
                return await connection.run_sync(job)

    @contextlib.asynccontextmanager
    async def consistent(self) -> AsyncIterator[Reading]:
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

            async def run(job: Job[Any]) -> Any:
                with _translated():
                    return await connection.run_sync(job)

            yield ConsistentReading(run)

    async def tell(self, kind: str, table: str) -> None:
        self._announce(f"{kind} {table}")

    def _announce(self, what: str, newest: str = "") -> None:
        """Send news soon: after the commit, and many at once, since a NOTIFY makes all commits wait for each other."""
        self._due[what] = f"{what} {newest}".strip()
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self._due:
            due, self._due = self._due, {}
            try:
                with _translated():
                    async with self._acquired() as connection:
                        await connection.execute(_NOTIFY, CHANNEL, list(due.values()))
            except Unavailable:
                self._due = {**due, **self._due}
                await asyncio.sleep(0.5)

    def listen(self, news: News) -> None:
        self._news = news

    async def _listen(self) -> None:
        """Hear what other processes write; after a lost connection everything in memory may be old."""
        first = True
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=SECONDS)
            except (*GONE, asyncpg.PostgresError) as error:
                outage.STORAGE.failed(_why(error))
                await asyncio.sleep(1)
                continue
            try:
                gone = _termination(connection)
                await connection.add_listener(CHANNEL, self._heard)
                self._listening.set()
                if not first:
                    self._news("lost", "")
                first = False
                await gone.wait()
            except (*GONE, asyncpg.PostgresError) as error:
                outage.STORAGE.failed(_why(error))
            finally:
                connection.terminate()

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        kind, _, rest = str(payload).partition(" ")
        self._news(kind, rest)


def _must_be_open(connection: Any, _record: Any, _proxy: Any) -> None:
    """Refuse a connection that is known to have ended. A ping would find out too, and cost a round trip."""
    if connection.driver_connection.is_closed():
        raise sa.exc.DisconnectionError


async def _as_it_is(_connection: Any) -> None:
    """Reset nothing when a connection goes back to the pool: we change nothing in it, and a reset is a round trip."""


def _termination(connection: Any) -> asyncio.Event:
    """Set when the connection has ended."""
    gone = asyncio.Event()
    connection.add_termination_listener(lambda _: gone.set())
    return gone


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Errors of a database that is away or cannot write, as Unavailable."""
    try:
        yield
    except (*GONE, sa.exc.TimeoutError) as error:
        raise Unavailable(_why(error)) from error
    except UNWRITABLE as error:
        raise Unavailable(_why(error), storage_code(error)) from error
    except sa.exc.DBAPIError as error:
        cause = getattr(error.orig, "__cause__", None) or error.orig
        if error.connection_invalidated or isinstance(cause, (*GONE, *UNWRITABLE)):
            code = storage_code(cause) if isinstance(cause, UNWRITABLE) else None
            raise Unavailable(_why(error), code) from error
        raise


def _starts_up(error: BaseException | None) -> bool:
    """Whether the database says that it is starting up, or closed the connection while we talked to it."""
    cause = getattr(getattr(error, "orig", None), "__cause__", error)
    return isinstance(cause, STARTS_UP)


def _why(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error) or type(error).__name__


def _shown(address: str) -> str:
    """An address without its password."""
    before, at, after = address.rpartition("@")
    return f"{before.rpartition(':')[0]}:…@{after}" if at and before.count(":") > 1 else address


def _upsert(table: str, columns: list[str], key: list[str]) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
    # Not the key: a row whose key may change is locked against rows that refer to it, and two transactions could wait
    # for each other.
    changes = ", ".join(f'"{column}" = EXCLUDED."{column}"' for column in columns if column not in key)
    return f"INSERT INTO {table} ({names}) VALUES ({values}) ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def _is_plain(change: Change) -> bool:
    """Whether only the log and the table's row are written: no clock, no notice, no change of seats, no snapshot."""
    rest = change.reseated or change.snapshot is not None or change.notices or change.locked
    return not rest and change.projection.time is None


_NOTIFY = "SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news"
_APPEND = "INSERT INTO log (table_id, n, at, event, seat, client) VALUES ($1, $2, $3, $4, $5, $6)"
_UPDATE = (
    "UPDATE tables SET status = $1, length = $2, events = $3, actors = $4, scores = $5, ending = $6, changed = $7, "
    "time = $8, turn_number = $9 WHERE id = $10"
)
_DEADLINE = "INSERT INTO deadlines (table_id, at) VALUES ($1, $2)"
_ACT = (
    "WITH done AS (UPDATE tables SET status = $7, length = $8, events = $9, actors = $10, scores = $11, ending = $12, "
    f"changed = $13, time = $14, turn_number = $15 WHERE id = $1) {_APPEND}"
)
_SNAPSHOT = (
    "INSERT INTO snapshots (table_id, n, data) VALUES ($1, $2, $3) "
    "ON CONFLICT (table_id) DO UPDATE SET n = EXCLUDED.n, data = EXCLUDED.data"
)
_LOCK_SEATS = "DELETE FROM seat_keys WHERE table_id = $1 AND seat = ANY($2::int[])"
_LOAD = "SELECT n, at, event, seat, client FROM log WHERE table_id = $1 AND n >= $2 ORDER BY n"
_KEPT = "SELECT data FROM snapshots WHERE table_id = $1"
_NOTICE = outbox.put_statement(*(f"${number}" for number in range(1, 11)))
