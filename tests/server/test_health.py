"""When the storage fails: /healthz and the player hear what is wrong, and play goes on when it is over."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection

from branchline.server import health
from branchline.server.errors import Unavailable
from branchline.server.storage.postgres import _translated
from tests.server.postgres import Cluster
from tests.server.service import Service, wait_for

pytestmark = pytest.mark.server


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    found = Service(tmp_path).open()
    yield found
    found.close()


def _write(service: Service, job: Any) -> Any:
    """Run a job on the writer's own connection."""
    done: list[Any] = []
    ready = threading.Event()

    def inside(connection: Connection) -> None:
        done.append(job(connection))
        ready.set()

    class Nobody:
        def get_loop(self) -> Any:
            loop = asyncio.new_event_loop()
            loop.close()
            return loop

    service.hub.storage._jobs.put((inside, Nobody()))  # type: ignore[arg-type]
    assert ready.wait(10)
    return done[0]


def test_a_full_disk_is_named_and_play_goes_on_when_there_is_space(service: Service) -> None:
    guest = service.guest()
    table = guest.table("me", "me")["id"]
    most = "PRAGMA max_page_count = {}"
    with guest.live(table) as live:
        n = live.kind("view")["n"]
        action = live.legal(0)[0]["action"]
        pages = _write(service, lambda each: each.exec_driver_sql("PRAGMA page_count").scalar())
        _write(service, lambda each: each.exec_driver_sql(most.format(pages)))
        long = "x" * 400
        said: dict[str, Any] = {}
        for number in range(400):  # until the last page is full, and those that others left free
            said = live.ask(type="chat", id=str(number), text=long)
            if said["type"] == "refused" and said["error"]["code"] != "server.too_fast":
                break
            service.hub.limits._buckets.clear()
        assert said["error"]["code"] == "server.disk_full"
        assert "место" in said["error"]["text"]["ru"]
        _write(service, lambda each: each.exec_driver_sql(most.format(1_000_000)))
        assert live.play(0, action)["n"] > n
    assert guest.get("/healthz") == {"status": "ok", "compute": "processes"}


def test_health_fails_with_a_write_and_is_well_again(service: Service) -> None:
    guest = service.guest()
    assert guest.http.get("/healthz").status_code == 200
    service.hub.storage._engine.dispose()  # type: ignore[attr-defined]  # from now on there is one connection
    raw = _write(service, lambda each: each.connection.driver_connection)
    raw.execute("PRAGMA query_only = ON")
    answer = guest.http.get("/healthz")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server.read_only")
    assert guest.code("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}]}) == (503, "server.read_only")
    raw.execute("PRAGMA query_only = OFF")
    assert guest.get("/healthz") == {"status": "ok", "compute": "processes"}


def test_a_stuck_writer_is_not_well(service: Service) -> None:
    guest, go = service.guest(), threading.Event()
    threading.Thread(target=_write, args=(service, lambda _: go.wait(10))).start()
    answer = guest.http.get("/healthz")
    go.set()
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server.stuck")
    assert guest.get("/healthz") == {"status": "ok", "compute": "processes"}


def test_damage_is_found_soon_after_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is named until it is mended."""
    for name, value in {"FRESH": 0.0, "SOON": 0.2, "AGAIN": 0.2}.items():
        monkeypatch.setattr(health, name, value)
    service = Service(tmp_path).open()
    guest = service.guest()
    for _ in range(30):
        guest.table("me")
    service.close()
    file = Path(service.settings.storage)
    with closing(sqlite3.connect(file)) as raw:
        page = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'chat'").fetchone()[0]
    sound = file.read_bytes()[(page - 1) * 4096 : page * 4096]
    _put_page(file, page, b"\xa5" * 4096)
    service = Service(tmp_path).open()
    try:
        guest = service.guest()
        wait_for(lambda: guest.http.get("/healthz").status_code == 503)
        assert guest.http.get("/healthz").json()["error"]["code"] == "server.damaged"
        _put_page(file, page, sound)
        wait_for(lambda: guest.http.get("/healthz").status_code == 200)
    finally:
        service.close()


def _put_page(file: Path, page: int, data: bytes) -> None:
    with file.open("r+b") as wire:
        wire.seek((page - 1) * 4096)
        wire.write(data)


def test_nobody_waits_for_a_long_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither /healthz, nor whoever reads, nor the end of the server."""
    begun, go = threading.Event(), threading.Event()

    def slow(_: str) -> str:
        begun.set()
        go.wait(60)
        return "ok"

    for name, value in {"FRESH": 0.0, "SOON": 0.0, "_inspect": slow}.items():
        monkeypatch.setattr(health, name, value)
    service = Service(tmp_path).open()
    try:
        guest = service.guest()
        assert begun.wait(10)
        assert guest.get("/healthz") == {"status": "ok", "compute": "processes"}
        assert guest.get("/api/tables")["tables"] == []
        service.close()
        assert not go.is_set()
    finally:
        go.set()
        service.close()


@pytest.mark.slow
def test_a_postgresql_that_cannot_be_written_to_is_named(
    own_postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    service = Service(tmp_path, database=own_postgres.create("read_only")).open()
    try:
        guest = service.guest()
        table = guest.table("me", "me")["id"]
        with guest.live(table) as live:
            n = live.kind("view")["n"]
            action = live.legal(0)[0]["action"]
            asyncio.run(_set_read_only(own_postgres, True))
            wait_for(lambda: guest.http.get("/healthz").status_code == 503)
            assert guest.http.get("/healthz").json()["error"]["code"] == "server.read_only"
            said = live.play(0, action)
            assert said["error"]["code"] == "server.read_only"
            assert guest.code("/api/tables", {"game": "30-rails", "seats": [{"kind": "me"}]}) == (
                503,
                "server.read_only",
            )
            asyncio.run(_set_read_only(own_postgres, False))
            wait_for(lambda: guest.http.get("/healthz").status_code == 200)
        with guest.live(table) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            assert live.play(0, action)["n"] > n
    finally:
        service.close()


async def _set_read_only(cluster: Cluster, yes: bool) -> None:
    """Make every session of the cluster read-only from its next transaction on."""
    connection = await asyncpg.connect(cluster.address())
    await connection.execute("SET default_transaction_read_only = off")
    await connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if yes else 'off'}")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (asyncpg.DiskFullError, "disk_full"),
        (asyncpg.ReadOnlySQLTransactionError, "read_only"),
        (asyncpg.PostgresIOError, "disk_error"),
        (asyncpg.TooManyConnectionsError, "storage"),
        (asyncpg.AdminShutdownError, "storage"),
        (PermissionError, "storage"),
    ],
)
def test_faults_of_postgresql_have_the_codes_of_sqlite(kind: type[Exception], code: str) -> None:
    with pytest.raises(Unavailable) as refused, _translated():
        raise kind(13, "x") if kind is PermissionError else kind("x")
    assert refused.value.code == f"server.{code}"


def test_asking_often_writes_seldom(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, touched = service.guest(), []
    touch = health._touch
    monkeypatch.setattr(health, "_touch", lambda each: (touched.append(1), touch(each)))
    monkeypatch.setattr(health, "FRESH", 60.0)
    for _ in range(20):
        guest.get("/healthz")
    assert len(touched) == 1
