"""Starting and ending: what is wrong is said in one sentence, no address is logged, SIGTERM loses nothing."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from branchline.core.errors import OptionError
from branchline.server import logs, run
from branchline.server.cluster import BEAT
from branchline.server.faults import start_fault, storage_code
from branchline.server.settings import Settings
from branchline.server.storage.sqlite import SqliteStorage
from tests.server.postgres import Cluster
from tests.server.service import Guest, Service, slowness, wait_for

pytestmark = [pytest.mark.server, pytest.mark.timeout(120)]


def _newer(folder: Path) -> None:
    async def scene() -> None:
        storage = SqliteStorage(folder / "branchline.db")
        await storage.open()
        await storage.close()

    asyncio.run(scene())
    with sqlite3.connect(folder / "branchline.db") as raw:
        raw.execute("UPDATE alembic_version SET version_num = 'from the future'")
    raw.close()


def _corrupt(folder: Path) -> None:
    (folder / "branchline.db").write_bytes(b"this is no database at all" * 100)


def _directory(folder: Path) -> None:
    (folder / "branchline.db").mkdir()


@pytest.mark.parametrize(
    ("prepare", "words"), [(_newer, "newer Branchline"), (_corrupt, "is damaged"), (_directory, "must be a file")]
)
def test_a_server_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepare: object, words: str
) -> None:
    prepare(tmp_path)  # type: ignore[operator]
    monkeypatch.setattr(logs, "configure", lambda _: None)
    with pytest.raises(OptionError, match=words) as refused:
        run.run(Settings(data=str(tmp_path), port=0))
    assert "--data" in str(refused.value)
    assert "--data" in refused.value.text.render("ru")


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OptionError, match="a folder is needed"):
            run.make_server(Settings(data=str(folder)))


@pytest.mark.slow
def test_the_sentence_stands_alone_and_the_exit_code_tells(tmp_path: Path) -> None:
    _corrupt(tmp_path)
    process = Process(tmp_path)
    out, errors = process.process.communicate(timeout=60)
    assert process.process.returncode == 2
    assert out == ""
    assert "Traceback" not in errors
    assert [line for line in errors.splitlines() if "[info" not in line] == [
        line for line in errors.splitlines() if line.startswith("branchline: ")
    ]


def _error(path: Path, how: str) -> sqlite3.Error:
    """A real error of that kind."""
    raw = sqlite3.connect(path / "x.db")
    raw.execute("CREATE TABLE t (a)")
    raw.commit()
    if how == "full":
        raw.execute("PRAGMA max_page_count = 2")
    if how == "readonly":
        raw.close()
        raw = sqlite3.connect(f"file:{path}/x.db?mode=ro", uri=True)
    if how == "busy":
        other = sqlite3.connect(path / "x.db")
        other.execute("BEGIN EXCLUSIVE")
        raw.execute("PRAGMA busy_timeout = 0")
    if how == "notadb":
        raw.close()
        (path / "y.db").write_bytes(b"x" * 4096)
        raw = sqlite3.connect(path / "y.db")
    try:
        raw.execute("INSERT INTO t VALUES (?)", (b"x" * 100_000,))
        raw.commit()
    except sqlite3.Error as error:
        return error
    finally:
        raw.close()
        if how == "busy":
            other.close()
    raise AssertionError(how)


@pytest.mark.parametrize(
    ("how", "code"), [("full", "disk_full"), ("readonly", "read_only"), ("busy", "busy"), ("notadb", "damaged")]
)
def test_faults_of_the_storage_are_told_apart(tmp_path: Path, how: str, code: str) -> None:
    error = _error(tmp_path, how)
    assert storage_code(error) == code
    assert storage_code(sa.exc.OperationalError("x", {}, error)) == code
    assert storage_code(BaseExceptionGroup("x", [error])) == code
    told = start_fault(ExceptionGroup("x", [error]), tmp_path)
    assert told.code == f"server.start_{code}"
    assert str(tmp_path) in str(told)


def test_what_is_no_fault_of_the_storage_is_not_called_one(tmp_path: Path) -> None:
    assert storage_code(ValueError("x")) is None
    assert storage_code(sqlite3.IntegrityError("x")) is None
    assert start_fault(ValueError("odd"), tmp_path).code == "server.start_fault"
    assert storage_code(OSError(28, "No space left on device")) == "disk_full"


class Process:
    """`branchline serve` as a process."""

    def __init__(self, folder: Path, **settings: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        more = {"BRANCHLINE_PORT": str(self.port), "BRANCHLINE_DATA": str(folder)}
        more |= {f"BRANCHLINE_{name.upper()}": value for name, value in settings.items()}
        self.process = subprocess.Popen(
            [str(Path(sys.executable).parent / "branchline"), "serve"],
            env=os.environ | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> Process:
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith("Branchline: ")
        return self


@pytest.fixture
def process(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Process]:
    found = Process(tmp_path, **getattr(request, "param", {})).ready()
    yield found
    found.process.kill()
    found.process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("process", [{"log_level": "debug"}], indirect=True)
def test_no_address_and_no_secret_is_logged(process: Process) -> None:
    with Guest(process.port, "Anna") as guest:
        table = guest.table("me")["id"]
        with guest.live(table) as live:
            live.kind("view")
            live.play(0)
        with pytest.raises(Exception, match="403"), guest.live(table, origin="http://evil.example"):
            pass
        guest.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
    with socket.create_connection(("127.0.0.1", process.port)) as wire:
        wire.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
    with socket.create_connection(("127.0.0.1", process.port)) as wire:
        wire.sendall(b"nonsense\r\n\r\n")
        wire.recv(100)
    time.sleep(0.3)
    process.process.send_signal(signal.SIGTERM)
    _, errors = process.process.communicate(timeout=60)
    own = re.compile(rf"Uvicorn running on \S*127\.0\.0\.1:{process.port}.*")
    said = own.sub("", errors)
    assert "127.0.0.1" not in said
    assert guest.cookie.partition(".")[0] not in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_sigterm_tells_clients_to_come_back_and_ends_within_five_seconds(process: Process, tmp_path: Path) -> None:
    with Guest(process.port) as guest:
        table = guest.table("me", "me", "bot:random")["id"]
        with guest.live(table) as live:
            live.kind("view")
            done = live.play(0)
            most = 5 * slowness()
            began = time.monotonic()
            process.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                live.until(lambda _: False, most)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            process.process.wait(60)
            assert time.monotonic() - began < max(most, 5 * slowness())
    service = Service(tmp_path).open()
    try:
        events = service.guest().get(f"/api/tables/{table}")["events"]
    finally:
        service.close()
    assert events >= done["n"]


@pytest.mark.slow
def test_a_server_ends_though_another_program_holds_the_write_lock(process: Process, tmp_path: Path) -> None:
    with Guest(process.port) as guest:
        table = guest.table("me", "me")["id"]
        with guest.live(table) as live:
            live.until(lambda said: said["type"] == "view" and said["seat"] == 1)
            done = live.play(0)
            action = live.legal(1)[0]["action"]
            other = sqlite3.connect(tmp_path / "branchline.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            live.tell(type="chat", id="1", text="hello")
            live.tell(type="play", id="2", seat=1, action=action)
            time.sleep(1)
            most = 4 + slowness()  # five seconds, of which at most one is work
            began = time.monotonic()
            process.process.send_signal(signal.SIGTERM)
            process.process.wait(60)
            assert time.monotonic() - began < max(most, 4 + slowness())
            other.close()
    service = Service(tmp_path).open()
    try:
        assert service.guest().get(f"/api/tables/{table}")["events"] == done["n"]
    finally:
        service.close()


@pytest.mark.slow
def test_a_request_that_never_came_whole_leaves_no_trace_when_the_server_ends(process: Process) -> None:
    with socket.create_connection(("127.0.0.1", process.port)) as wire:
        wire.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        with Guest(process.port) as guest:
            guest.get("/healthz")
        process.process.send_signal(signal.SIGTERM)
        _, errors = process.process.communicate(timeout=60)
        said = wire.makefile("rb").read()
    assert b"503" in said.splitlines()[0]
    assert b"server.ending" in said
    assert "Traceback" not in errors


@pytest.mark.slow
def test_a_server_ends_though_its_database_does_not_answer(tmp_path: Path, own_postgres: Cluster) -> None:
    process = Process(tmp_path, database=own_postgres.create("frozen"))
    try:
        process.ready()
        with Guest(process.port) as guest, guest.live(guest.table("me", "bot:random")["id"]) as live:
            live.kind("view")
            live.play(0)
            with own_postgres.frozen():
                # What somebody said and the signs of life wait for the database, and always will.
                live.tell(type="chat", id="1", text="hello")
                time.sleep(1.5 * BEAT)
                most = 4 + slowness()  # five seconds, of which at most one is work
                began = time.monotonic()
                process.process.send_signal(signal.SIGTERM)
                process.process.wait(60)
                assert time.monotonic() - began < max(most, 4 + slowness())
    finally:
        process.process.kill()
        process.process.communicate()


@pytest.mark.parametrize(
    "half", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"POST /api/tables HTTP/1.1\r\nHost: a"]
)
def test_silent_and_half_sent_connections_are_closed(tmp_path: Path, half: bytes) -> None:
    # Long enough for the requests of a busy machine's honest guest.
    service = Service(tmp_path, request_seconds=1.5).open()
    try:
        with socket.create_connection(("127.0.0.1", service.port), timeout=60) as wire:
            wire.sendall(half)
            began = time.monotonic()
            try:
                assert wire.recv(100) == b""
            except ConnectionResetError:
                pass
            assert time.monotonic() - began < 4 * slowness()
        guest = service.guest()
        with guest.live(guest.table("me")["id"]) as live:
            live.kind("view")
            time.sleep(2.0)
            assert live.play(0)["type"] == "done"
    finally:
        service.close()


def test_a_body_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    service = Service(tmp_path, request_seconds=0.3).open()
    try:
        with socket.create_connection(("127.0.0.1", service.port), timeout=60) as wire:
            wire.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")
            wait_for(lambda: _closed(wire))
    finally:
        service.close()


def _closed(wire: socket.socket) -> bool:
    try:
        return wire.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_a_browser_is_opened_only_where_it_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not run.has_screen()
    opened: list[str] = []
    monkeypatch.setattr(run.webbrowser, "open", lambda address: opened.append(address) is None)
    run._show("http://127.0.0.1:1/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    run._show("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
