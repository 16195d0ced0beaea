"""The contract of a storage, over both backends."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from branchline.core.errors import OptionError
from branchline.server import events as e
from branchline.server.clocks import Absence, LiveClock
from branchline.server.errors import Unavailable
from branchline.server.fold import TableState
from branchline.server.projection import Outcome, Projection
from branchline.server.storage import deadlines, open_storage, queries, sqlite
from branchline.server.storage.interface import Change, Conflict, Storage
from branchline.server.storage.postgres import PostgresStorage
from branchline.server.storage.schema import metadata
from branchline.server.storage.sqlite import GOODBYE, TRY, SqliteStorage
from tests.server.postgres import Cluster
from tests.server.service import slowness, wait_for

pytestmark = pytest.mark.server
Scene = Callable[[Storage], Awaitable[None]]


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Storage]:
    storage = open_storage(address)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def play(address: str | Path, scene: Scene) -> None:
    async def whole() -> None:
        async with opened(address) as storage:
            await scene(storage)

    asyncio.run(whole())


MADE = e.Made(
    game="30-rails",
    rules=1,
    options={"variant": "standard"},
    host="h" * 64,
    public=True,
    seed=b"\x00\xffseed",
    commit="c" * 64,
    seats=[e.Place("human", "Анна", None, "a" * 64), e.Place("bot", None, "random")],
)
STARTED = e.Started([["chance", 1, 6]])
ACTED = e.Acted(0, [[0, {"type": "x", "name": "Ёж 🚂"}], ["chance", 2, 6]])


class Writer:
    """Writes a table's events as the server does."""

    def __init__(self, storage: Storage, id_: str) -> None:
        self.storage = storage
        self.state = TableState(id_)
        self.log: list[e.Written] = []

    async def write(
        self, event: e.TableEvent, outcome: Outcome | None = None, client: str | None = None, **more: Any
    ) -> Projection:
        seat = getattr(event, "seat", None) if client else None
        written = e.Written(self.state.length, 1.5 + self.state.length, event, seat, client)
        self.state.add(written, outcome)
        table = self.state.projection()
        await self.storage.append(Change([written], table, **more))
        self.log.append(written)
        return table


def test_a_log_comes_back_as_it_was_written(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]))
        last = await writer.write(ACTED, Outcome(3, [0, 1]), client="mine", reseated=False, snapshot=b"\x00snap")
        assert await storage.load("t1") == writer.log
        assert await storage.load("t1", 2) == writer.log[2:]
        assert await storage.load("other") == []
        assert await storage.snapshot("t1") == b"\x00snap"
        assert await storage.snapshot("other") is None
        assert await storage.read(lambda each: queries.find(each, ["none", "t1"])) == [last]

    play(address, scene)


def test_everything_is_there_after_closing(address: str | Path) -> None:
    kept: list[e.Written] = []

    async def first(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]))
        kept.extend(writer.log)

    async def second(storage: Storage) -> None:
        assert await storage.load("t1") == kept

    play(address, first)
    play(address, second)


def test_a_number_that_is_taken_is_a_conflict_and_changes_nothing(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        one, other = Writer(storage, "t1"), Writer(storage, "t1")
        await one.write(MADE)
        other.state.add(one.log[0])
        before = await one.write(STARTED, Outcome(1, [0]))
        with pytest.raises(Conflict):
            await other.write(e.SeatLeft(0))
        assert await storage.load("t1") == one.log
        assert await storage.read(lambda each: queries.find(each, ["t1"])) == [before]

    play(address, scene)


def test_a_client_id_counts_once(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]))
        await writer.write(ACTED, Outcome(3, [0]), client="mine")
        with pytest.raises(Conflict):
            await writer.write(ACTED, Outcome(5, [0]), client="mine")
        assert len(await storage.load("t1")) == 3

    play(address, scene)


def test_writers_who_race_are_told_apart(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        first = Writer(storage, "t1")
        await first.write(MADE)
        racers = [Writer(storage, "t1") for _ in range(8)]
        for racer in racers:
            racer.state.add(first.log[0])
        events = [e.SeatTaken(0, e.Place("human", str(n))) for n in range(8)]
        outcomes = await asyncio.gather(
            *(racer.write(event) for racer, event in zip(racers, events, strict=True)), return_exceptions=True
        )
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
        won = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, Projection))
        assert (await storage.load("t1"))[1].event == events[won]
        (table,) = await storage.read(lambda each: queries.find(each, ["t1"]))
        assert table.seats[0].place.name == str(won)

    play(address, scene)


def test_a_failing_job_leaves_the_others_alone(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        def bad(connection: sa.Connection) -> None:
            queries.name_browser(connection, "bad", "x", 0.0)
            raise ValueError

        jobs: list[Awaitable[None]] = [
            storage.write(lambda each: queries.name_browser(each, "one", "Anna", 0.0)),
            storage.write(bad),
            storage.write(lambda each: queries.name_browser(each, "two", "Boris", 0.0)),
        ]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), ValueError, type(None)]
        names = [await storage.read(lambda each, who=who: queries.browser_name(each, who)) for who in ("one", "bad")]
        assert names == ["Anna", None]

    play(address, scene)


def test_lists_show_tables_by_status_and_seat(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        for id_, status in (("open", 0), ("run", 1), ("over", 2)):
            writer = Writer(storage, id_)
            await writer.write(MADE)
            if status:
                await writer.write(STARTED, Outcome(1, [1]))
            if status == 2:
                over_since = (await writer.write(ACTED, Outcome(3, [], [5, 4], [1, 2]))).created
        assert [id_ for id_, _, _ in await storage.read(queries.lobby)] == ["open", "run"]
        mine = await storage.read(lambda each: queries.unfinished_of(each, "a" * 64))
        assert sorted(mine) == ["open", "run"]
        assert await storage.read(lambda each: queries.finished_of(each, "a" * 64, None, 5)) == ["over"]
        assert await storage.read(lambda each: queries.finished_of(each, "a" * 64, over_since, 5)) == []
        assert await storage.read(queries.waiting_for_bots) == ["run"]
        (over,) = await storage.read(lambda each: queries.find(each, ["over"]))
        assert over.ending is not None
        assert (over.ending.reason, over.ending.winners, over.scores) == ("played", [0], [5, 4])

    play(address, scene)


def test_links_open_seats_until_they_are_dropped(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await storage.write(lambda each: queries.add_keys(each, [("t1", 0, "k" * 64), ("t1", 1, "l" * 64)]))
        await storage.write(lambda each: queries.add_keys(each, [("t1", 0, "k" * 64)]))
        assert sorted(await storage.read(lambda each: queries.opens(each, "t1"))) == [(0, "k" * 64), (1, "l" * 64)]
        await storage.write(lambda each: queries.drop_keys(each, "t1", 0))
        assert await storage.read(lambda each: queries.opens(each, "t1")) == [(1, "l" * 64)]
        # With the event that makes them void, or not at all.
        await writer.write(e.SeatLeft(1), locked=[1])
        assert await storage.read(lambda each: queries.opens(each, "t1")) == []
        await storage.write(lambda each: queries.add_keys(each, [("t1", 1, "m" * 64)]))
        stale = Writer(storage, "t1")
        stale.state.add(e.Written(0, 1.5, MADE))
        with pytest.raises(Conflict):
            await stale.write(e.SeatLeft(1), locked=[1])
        assert await storage.read(lambda each: queries.opens(each, "t1")) == [(1, "m" * 64)]

    play(address, scene)


def test_chat_is_numbered_and_a_repeat_is_harmless(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        await Writer(storage, "t1").write(MADE)

        def line(client: str, text: str) -> dict[str, Any]:
            return {
                "table_id": "t1",
                "seat": 0,
                "browser": "b",
                "client": client,
                "name": "Анна",
                "text": text,
                "at": 1.0,
            }

        said = [await storage.write(lambda each, c=c: queries.say(each, line(c, "hi"))) for c in ("1", "2", "1")]
        assert [(row["n"], new) for row, new in said] == [(0, True), (1, True), (0, False)]
        rows = await storage.read(lambda each: queries.last_lines(each, "t1", 100, 1))
        assert [row["n"] for row in rows] == [1]

    play(address, scene)


def test_deadlines_are_written_with_the_events_that_make_them(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(msgspec.structs.replace(MADE, clock=LiveClock(60, 5), absence=Absence("vote")))
        assert await storage.read(deadlines.first) is None
        await writer.write(e.Started([], [0]), Outcome(1, [0]))
        assert await storage.read(deadlines.first) == 62_500
        assert await storage.read(lambda each: deadlines.due(each, 62_499)) == []
        assert await storage.read(lambda each: deadlines.due(each, 62_500)) == ["t1"]
        acted = e.Acted(0, ACTED.events, [0, 1])
        last = await writer.write(acted, Outcome(3, [0, 1]), reseated=False)
        assert await storage.read(deadlines.first) == 3_500 + 64_000
        assert await storage.read(lambda each: queries.find(each, ["t1"])) == [last]
        handed = await writer.write(e.SeatHanded(0, "random", "clock"))
        assert [note.kind for note in handed.notes] == ["clock"]
        assert await storage.read(lambda each: queries.find(each, ["t1"])) == [handed]
        await writer.write(e.Closed())
        assert await storage.read(deadlines.first) is None

    play(address, scene)


def test_a_gap_between_signs_of_life_is_a_stop(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        for now, gap in ((1_000, 0), (3_000, None), (9_000, None), (9_500, 6_000), (20_000, 6_000), (19_000, 6_000)):
            await storage.write(lambda each, now=now, gap=gap: deadlines.beat(each, now, gap))
        await asyncio.gather(*(storage.write(lambda each: deadlines.beat(each, 40_000, 6_000)) for _ in range(4)))
        assert await storage.read(lambda each: deadlines.stops_after(each, 0)) == [(9_500, 20_000), (20_000, 40_000)]
        assert await storage.read(lambda each: deadlines.stops_after(each, 20_000)) == [(20_000, 40_000)]

    play(address, scene)


def test_migrations_make_the_schema_and_run_twice(address: str | Path) -> None:
    async def scene(storage: Storage) -> None:
        def differences(connection: sa.Connection) -> Any:
            return compare_metadata(MigrationContext.configure(connection), metadata)

        assert await storage.read(differences) == []

    play(address, scene)
    play(address, scene)


def test_a_database_of_a_newer_version_is_refused_in_one_sentence(address: str | Path) -> None:
    async def newer(storage: Storage) -> None:
        await storage.write(lambda each: each.execute(sa.text("UPDATE alembic_version SET version_num = '9999'")))

    play(address, newer)
    with pytest.raises(OptionError, match="newer Branchline"):
        asyncio.run(open_storage(address).open())


# ── SQLite alone ──
def test_the_sqlite_writer_is_durable_at_every_commit(tmp_path: Path) -> None:
    async def scene(storage: Storage) -> None:
        assert await storage.write(lambda each: each.exec_driver_sql("PRAGMA synchronous").scalar()) == 2
        assert await storage.read(lambda each: each.exec_driver_sql("PRAGMA journal_mode").scalar()) == "wal"

    play(tmp_path / "b.db", scene)


def test_the_journal_is_brought_in_when_nobody_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", 20)
    monkeypatch.setattr(sqlite, "IDLE", 0.01)
    kept = tmp_path / "kept.db"

    def touch(connection: sa.Connection) -> None:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num || 'x'")

    def brought_in() -> bool:
        shutil.copy(tmp_path / "b.db", kept)  # without its journal
        with closing(sqlite3.connect(kept)) as copy:
            tables = [name for (name,) in copy.execute("SELECT name FROM sqlite_master")]
            found = copy.execute("SELECT version_num FROM alembic_version").fetchone() if tables else [""]
            return str(found[0]).endswith("x" * 20)

    async def scene(storage: Storage) -> None:
        for _ in range(20):
            await storage.write(touch)
        await asyncio.to_thread(wait_for, brought_in)

    play(tmp_path / "b.db", scene)


def test_a_job_that_fails_alone_leaves_nothing_behind(tmp_path: Path) -> None:
    async def scene(storage: Storage) -> None:
        def broken(connection: sa.Connection) -> None:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'broken'")
            raise ValueError("a fault")

        for _ in range(3):
            with pytest.raises(ValueError, match="a fault"):
                await storage.write(broken)
            found = await storage.write(lambda each: each.exec_driver_sql("SELECT * FROM alembic_version").scalar())
            assert found != "broken"

    play(tmp_path / "b.db", scene)


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def test_closing_ends_what_takes_too_long_and_refuses_what_waits(tmp_path: Path) -> None:
    """What was acknowledged stays, and nothing of an interrupted transaction."""

    def name(who: str) -> Any:
        return lambda each: queries.name_browser(each, who, who, 0.0)

    def endless(connection: sa.Connection) -> None:
        queries.name_browser(connection, "half", "half", 0.0)
        connection.exec_driver_sql(ENDLESS).scalar()

    async def scene() -> None:
        storage = SqliteStorage(tmp_path / "b.db")
        await storage.open()
        await storage.write(name("whole"))
        reading = asyncio.create_task(storage.read(lambda each: each.exec_driver_sql(ENDLESS).scalar()))
        waiting = [asyncio.create_task(storage.write(endless))]
        await asyncio.sleep(0.3)
        waiting.append(asyncio.create_task(storage.write(name("late"))))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await storage.close()
        assert time.monotonic() - began < 2 * GOODBYE * slowness()
        told = await asyncio.wait_for(asyncio.gather(*waiting, reading, return_exceptions=True), 10)
        assert isinstance(told[0], sa.exc.OperationalError)
        assert isinstance(told[1], Unavailable)
        assert isinstance(told[2], sa.exc.OperationalError)
        with pytest.raises(Unavailable):
            await storage.write(name("later"))
        with pytest.raises(Unavailable):
            await storage.read(lambda each: queries.browser_name(each, "whole"))
        again = SqliteStorage(tmp_path / "b.db")
        await again.open()
        names = await again.read(lambda each: each.exec_driver_sql("SELECT name FROM browsers").scalars().all())
        assert names == ["whole"]
        await again.close()

    asyncio.run(scene())


def test_a_write_waits_for_another_program(tmp_path: Path) -> None:
    async def scene() -> None:
        storage = SqliteStorage(tmp_path / "b.db")
        await storage.open()
        with closing(sqlite3.connect(tmp_path / "b.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(storage.write(lambda each: queries.name_browser(each, "a", "A", 0.0)))
            await asyncio.sleep(4 * TRY)
            assert not writing.done()
            other.execute("ROLLBACK")
            await writing
        await storage.close()

    asyncio.run(scene())


def test_a_second_server_on_a_folder_is_told_who_holds_it(tmp_path: Path) -> None:
    async def scene(storage: Storage) -> None:
        with pytest.raises(OptionError, match=r"in use by process \d+"):
            await open_storage(tmp_path / "b.db").open()

    play(tmp_path / "b.db", scene)
    play(tmp_path / "b.db", lambda storage: storage.load("x"))  # type: ignore[arg-type,return-value]


def test_columns_hold_plain_json(tmp_path: Path) -> None:
    async def scene(storage: Storage) -> None:
        writer = Writer(storage, "t1")
        await writer.write(MADE)
        await writer.write(STARTED, Outcome(1, [0]), reseated=False)

    play(tmp_path / "b.db", scene)
    raw = sqlite3.connect(tmp_path / "b.db")
    assert raw.execute("SELECT events, actors, scores, length FROM tables").fetchall() == [(1, "[0]", "null", 2)]
    raw.close()


# ── PostgreSQL alone ──
def test_a_process_hears_what_another_writes(postgres: Cluster) -> None:
    address = postgres.create("news")

    async def scene() -> None:
        heard: list[tuple[str, str]] = []
        listening = open_storage(address)
        listening.listen(lambda kind, rest: heard.append((kind, rest)))
        await listening.open()
        async with opened(address) as other:
            await Writer(other, "t1").write(MADE)
            await other.tell("chat", "t1")
            for _ in range(100):
                if len(heard) == 2:
                    break
                await asyncio.sleep(0.02)
        await listening.close()
        assert heard == [("table", "t1 1"), ("chat", "t1")]

    asyncio.run(scene())


def test_what_refers_to_a_table_does_not_wait_for_its_writer(postgres: Cluster) -> None:
    """A notice on its way refers to its table, and the end of a game writes both: they must not wait for each other."""
    address = postgres.create("referring")

    async def scene() -> None:
        storage = PostgresStorage(address)
        await storage.open()
        writer = Writer(storage, "t1")
        table = await writer.write(MADE)
        one, other = await asyncpg.connect(address), await asyncpg.connect(address)
        async with one.transaction():
            await storage._put(one, Change([], table))
            await other.execute("SET lock_timeout = '3s'")
            await other.execute(
                "INSERT INTO deliveries (table_id, owner, channel, tries, due) VALUES ('t1', 'a', 'c', 0, 0)"
            )
        for connection in (one, other):
            await connection.close()
        await storage.close()

    asyncio.run(scene())


def test_an_address_that_nobody_answers_is_one_sentence(tmp_path: Path) -> None:
    storage = open_storage("postgresql://me:secret@127.0.0.1:1/x")
    with pytest.raises(OptionError, match="cannot be used") as refused:
        asyncio.run(storage.open())
    assert "secret" not in str(refused.value)
