"""A storage that is away is a few lines in the log, however many requests meet it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from branchline.server import outage
from branchline.server.errors import Unavailable, log_fault
from branchline.server.outage import Outage
from tests.server.postgres import Cluster
from tests.server.service import Service, wait_for

Lines = list[Any]


class Watch:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def lines() -> Iterator[Lines]:
    with capture_logs() as found:
        yield found


def test_many_failures_are_one_line_and_a_reminder_now_and_then(watch: Watch, lines: Lines) -> None:
    found = Outage(watch)
    for _ in range(1000):
        found.failed("connection refused", table="T")
    assert [(line["event"], line["log_level"], line["why"], line["table"]) for line in lines] == [
        ("storage unavailable", "error", "connection refused", "T")
    ]
    for _ in range(200):
        watch.now += 0.5
        found.failed("starts up")
    reminders = lines[1:]
    assert len(reminders) == int(100 / outage.REMINDER)
    assert reminders[0]["event"] == "storage still unavailable"
    assert (reminders[0]["seconds"], reminders[0]["why"]) == (60.0, "starts up")
    assert reminders[0]["failures"] == 1000 + 120


def test_the_end_is_one_line_with_how_long_it_was(watch: Watch, lines: Lines) -> None:
    found = Outage(watch)
    found.worked()
    found.failed("connection refused")
    watch.now += 7
    found.failed("connection refused")
    watch.now += 0.5
    found.worked()
    watch.now += outage.SETTLED
    found.worked()
    found.worked()
    assert [line["event"] for line in lines] == ["storage unavailable", "storage is back"]
    assert (lines[1]["seconds"], lines[1]["failures"]) == (7.5, 2)
    found.failed("again")
    assert lines[2]["event"] == "storage unavailable"


def test_a_storage_that_works_now_and_then_does_not_fill_the_log_either(watch: Watch, lines: Lines) -> None:
    found = Outage(watch)
    for _ in range(100):
        watch.now += 0.1
        found.failed("disk full")
        found.worked()
    assert len(lines) == 1


@pytest.mark.usefixtures("fresh")
def test_what_the_storage_refuses_is_told_once_wherever_it_is_met(lines: Lines) -> None:
    for _ in range(50):
        log_fault(Unavailable("connection refused"), table="T")
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        log_fault(full, path="/api/tables")
    assert [line["event"] for line in lines] == ["storage unavailable"]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test before this one has met a storage that was away."""
    monkeypatch.setattr(outage, "STORAGE", Outage())


@pytest.mark.server
@pytest.mark.usefixtures("fresh")
def test_a_database_that_restarts_leaves_two_lines(
    own_postgres: Cluster, tmp_path: Path, lines: Lines, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(tmp_path, database=own_postgres.create("outage")).open()
    try:
        guest = service.guest()
        id_ = guest.table("me", "me", "bot:random")["id"]
        own_postgres.stop()
        for _ in range(150):
            assert guest.http.get(f"/api/tables/{id_}").status_code == 503
            try:
                with guest.live(id_) as live:
                    live.receive(5)
                    live.receive(5)
            except (ConnectionClosed, TimeoutError):
                pass
        own_postgres.start()
        wait_for(lambda: any(line["event"] == "storage is back" for line in lines))
    finally:
        service.close()
    told = [line["event"] for line in lines if line["log_level"] in ("warning", "error")]
    assert told == ["storage unavailable", "storage is back"]
    assert next(line for line in lines if line["event"] == "storage is back")["failures"] > 150
    libraries = [f"{record.name}: {record.getMessage()}" for record in caplog.records if record.levelname != "INFO"]
    assert libraries == []
