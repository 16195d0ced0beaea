"""Settings, secrets, limits, the database and the log, each by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from branchline.core.errors import OptionError
from branchline.server import keys, schema, store
from branchline.server.audience import Connection
from branchline.server.database import Database
from branchline.server.eventlog import Act, Conflict, SqliteLog, Summary
from branchline.server.limits import Bucket, Doorman, Limits
from branchline.server.settings import load
from branchline.server.visitor import Visitor


def test_settings_come_from_file_environment_and_command_line(tmp_path: Path) -> None:
    (tmp_path / "branchline.toml").write_text('port = 1\nhost = "a"\nbot_pace = 2\norigins = ["https://x"]\n')
    environment = {"BRANCHLINE_DATA": str(tmp_path), "BRANCHLINE_PORT": "2", "BRANCHLINE_METRICS": "false"}
    settings = load({"host": "c", "data": None}, environment)
    assert (settings.host, settings.port, settings.bot_pace, settings.metrics) == ("c", 2, 2.0, False)
    assert settings.origins == ["https://x"]
    assert load({}, {**environment, "BRANCHLINE_ORIGINS": "https://a, https://b"}).origins == ["https://a", "https://b"]


@pytest.mark.parametrize("text", ["port = 'x'", "prot = 1", "port = ", "queue_messages = 1"])
def test_a_wrong_setting_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(OptionError, match=r"port|prot|read|160"):
        load({}, {"BRANCHLINE_SETTINGS": str(tmp_path / "s.toml")})
    with pytest.raises(OptionError):
        load({}, {"BRANCHLINE_SETTINGS": str(tmp_path / "missing.toml")})


def test_secrets_are_long_and_seat_secrets_differ() -> None:
    secret = keys.new_secret()
    assert keys.is_secret(secret)
    assert not keys.is_secret(secret + "x")
    made = {keys.seat_secret(secret, table, seat) for table in "ab" for seat in (0, 1)}
    assert len(made) == 4
    assert all(keys.is_secret(each) for each in made)
    assert keys.same(keys.hashed("a"), keys.hashed("a"))
    assert not keys.same(keys.hashed("a"), keys.hashed("b"))
    assert secret not in repr(Visitor.of(secret))


def test_a_bucket_refills_with_time() -> None:
    now = [0.0]
    bucket = Bucket(2, 1, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take(), bucket.take()] == [True, False]
    limits = Limits({"write": 60}, lambda: now[0])
    assert all(limits.allow("write", "a") for _ in range(60))
    assert not limits.allow("write", "a")
    assert limits.allow("write", "b")


def test_limits_forget_addresses_that_were_quiet() -> None:
    now = [0.0]
    limits = Limits({"write": 60}, lambda: now[0])
    for number in range(10_001):
        limits.allow("write", str(number))
    now[0] = 60.0
    limits.allow("write", "x")
    assert len(limits._buckets) == 1


def test_a_doorman_counts() -> None:
    doorman = Doorman(1)
    assert [doorman.enter("a"), doorman.enter("a"), doorman.enter("b")] == [True, False, True]
    doorman.leave("a")
    assert doorman.enter("a")


def test_a_full_queue_drops_the_connection() -> None:
    async def scene() -> None:
        connection = Connection(None, 3)
        for text in "abcd":
            connection.send(text)
        assert connection.dropped
        assert connection.queue.get_nowait() is None
        connection.send("e")
        assert connection.queue.empty()

    asyncio.run(scene())


def _opened(path: Path) -> Database:
    database = Database(path / "b.db")
    database.open()
    return database


def test_migrations_make_the_schema_and_run_twice(tmp_path: Path) -> None:
    _opened(tmp_path).close()
    _opened(tmp_path).close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'b.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()


def test_a_failing_job_leaves_the_others_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        database = _opened(tmp_path)

        def bad(connection: sa.Connection) -> None:
            store.name_browser(connection, "bad", "x", 0.0)
            raise ValueError

        jobs = [
            database.write(lambda each: store.name_browser(each, "one", "Anna", 0.0)),
            database.write(bad),
            database.write(lambda each: store.name_browser(each, "two", "Boris", 0.0)),
        ]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), ValueError, type(None)]
        names = [await database.read(lambda each, who=who: store.browser_name(each, who)) for who in ("one", "bad")]
        assert names == ["Anna", None]
        database.close()

    asyncio.run(scene())


def test_the_writer_is_durable_at_every_commit(tmp_path: Path) -> None:
    async def scene() -> None:
        database = _opened(tmp_path)
        full = await database.write(lambda each: each.exec_driver_sql("PRAGMA synchronous").scalar())
        assert full == 2
        database.close()

    asyncio.run(scene())


def _row(id_: str) -> dict[str, Any]:
    row: dict[str, Any] = {"id": id_, "game": "30-rails", "rules": 1, "options": {}, "status": "running"}
    row |= {"public": False, "host": "h", "seed": b"", "commit": "", "origin": None, "inherited": 0, "next": None}
    return row | {"events": 0, "actors": [], "scores": None, "created": 0.0, "changed": 0.0}


def test_the_log_keeps_order_and_refuses_a_taken_number(tmp_path: Path) -> None:
    async def scene() -> None:
        database = _opened(tmp_path)
        log = SqliteLog(database)
        place = {"table_id": "t", "seat": 0, "kind": "human", "name": None, "level": None, "browser": "b"}
        await database.write(lambda each: store.add_table(each, _row("t"), [place]))
        first = Act(0, [["chance", 1, 6]], None, None, 1.0)
        second = Act(1, [[0, {"type": "x"}]], 0, "mine", 2.0)
        told = Summary("running", 2, [0], None, 2.0)
        await log.append("t", first, told)
        await log.append("t", second, told, b"snapshot")
        with pytest.raises(Conflict):
            await log.append("t", Act(1, [[0, {}]], 0, "other", 3.0), told)
        with pytest.raises(Conflict):
            await log.append("t", Act(2, [[0, {}]], 0, "mine", 3.0), told)
        assert await log.load("t") == [first, second]
        assert await log.snapshot("t") == b"snapshot"
        assert await log.snapshot("u") is None
        database.close()

    asyncio.run(scene())
    raw = sqlite3.connect(tmp_path / "b.db")
    assert raw.execute("SELECT events, actors, scores FROM tables").fetchall() == [(2, "[0]", "null")]
    raw.close()
