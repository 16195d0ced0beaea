"""`serve --workers`: several processes on one port play one table, and come and go together."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.postgres import Cluster
from tests.server.service import Guest, Live, act_past_chance, slowness, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.timeout(240)]
_numbers = itertools.count()


def _serves(pid: str) -> bool:
    try:
        return "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()
    except FileNotFoundError:
        return False  # it has ended since it was listed


class Workers:
    """A `branchline serve --workers 2`."""

    def __init__(self, folder: Path, database: str) -> None:
        self.database = database
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        command = [str(Path(sys.executable).parent / "branchline"), "serve", "--workers", "2"]
        command += ["--port", str(self.port), "--data", str(folder), "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def pids(self) -> list[int]:
        """The processes that serve."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found if _serves(pid)]

    @contextmanager
    def live(self, pid: int, guest: Guest, table: str) -> Iterator[Live]:
        """A connection to the table through that process."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        headers = {"Cookie": f"branchline={guest.cookie}"}
        with connect(address, sock=self._accepted(pid), additional_headers=headers, proxy=None) as wire:
            yield Live(wire)

    def _accepted(self, pid: int) -> socket.socket:
        """A connection that this process has accepted, while the others stand still."""
        wait_for(lambda: self.port in _listening(pid), 60)
        others = [other for other in self.pids() if other != pid]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            made = socket.create_connection(("127.0.0.1", self.port))
            try:
                wait_for(lambda: _inode(self.port, made.getsockname()[1]) in _sockets(pid), 60)
            except BaseException:
                made.close()
                raise
            return made
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)


def _sockets(pid: int) -> set[str]:
    """The sockets of a process, by number."""
    found = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(each).removeprefix("socket:[").removesuffix("]"))
        except OSError:
            pass  # closed meanwhile
    return found


def _inode(local: int, remote: int) -> str:
    """The number of the server's end of a connection; 0 until it is accepted."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if [int(end.rpartition(":")[2], 16) for end in fields[1:3]] == [local, remote]:
            return fields[9]
    return ""


def _listening(pid: int) -> set[int]:
    """The ports that a process waits on."""
    mine, found = _sockets(pid), set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and fields[9] in mine:
            found.add(int(fields[1].rpartition(":")[2], 16))
    return found


@contextmanager
def started(folder: Path, database: str) -> Iterator[Workers]:
    """Workers that are gone at the end, whatever a test made of them."""
    running = Workers(folder, database)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


@pytest.fixture
def workers(postgres: Cluster, tmp_path: Path) -> Iterator[Workers]:
    with started(tmp_path, postgres.create(f"workers_{next(_numbers)}")) as running:
        yield running


def test_workers_share_a_port_and_a_table_and_end_together(workers: Workers) -> None:
    wait_for(lambda: len(workers.pids()) == 2, 60)
    with Guest(workers.port, "Anna") as anna, Guest(workers.port, "Boris") as boris:
        first, fresh, began = _played_on_two(workers, anna, boris)
    _, errors = workers.process.communicate(timeout=60)
    assert time.monotonic() - began < 5 * max(4.0, slowness()), "5 seconds on a machine that does nothing else"
    assert workers.process.returncode == 0
    assert errors.count("worker ended") == 1
    assert "Traceback" not in errors
    assert not [pid for pid in (first, fresh) if Path(f"/proc/{pid}").exists()]
    with socket.create_server(("127.0.0.1", workers.port)):
        pass  # nobody holds the port any more
    assert len(asyncio.run(_left_behind(workers.database))) <= 1, "the killed one could not say goodbye"


def _played_on_two(workers: Workers, anna: Guest, boris: Guest) -> tuple[int, int, float]:
    """A game over two processes of which one is killed, until all are told to end; who was left, and since when."""
    first, second = workers.pids()
    id_ = anna.table("me", "open", start=False)["id"]
    boris.ok(f"/api/tables/{id_}/join", {})
    anna.ok(f"/api/tables/{id_}/start")
    with workers.live(first, anna, id_) as a:
        with workers.live(second, boris, id_) as b:
            act_past_chance(a, b)
            if a.views[0]["n"] < b.views[1]["n"]:  # it may have come already
                a.until(lambda said: said["type"] == "view" and said["n"] >= b.views[1]["n"], 90)
            os.kill(second, signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                b.kind("never", 90)
        assert a.play(0)["type"] == "done"
        wait_for(lambda: len(workers.pids()) == 2 and second not in workers.pids(), 60)
        fresh = next(pid for pid in workers.pids() if pid != first)
        with workers.live(fresh, boris, id_) as b:
            assert b.kind("view", 60)["n"] == a.views[0]["n"]
        began = time.monotonic()
        workers.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            a.kind("never", 90)
    return first, fresh, began


async def _left_behind(database: str) -> set[str]:
    """The processes that the database still knows of."""
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch(
            "SELECT id FROM processes UNION SELECT process FROM presence UNION SELECT holder FROM leases"
        )
        return {row["id"] for row in rows}
    finally:
        await connection.close()


def test_workers_end_with_a_first_process_that_was_killed(workers: Workers) -> None:
    wait_for(lambda: len(workers.pids()) == 2, 60)
    pids = workers.pids()
    wait_for(lambda: all(workers.port in _listening(pid) for pid in pids), 60)
    workers.process.kill()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 60)


def test_a_database_that_is_not_there_is_said_once(tmp_path: Path) -> None:
    with started(tmp_path, "postgresql://postgres@127.0.0.1:1/none") as workers:
        _, errors = workers.process.communicate(timeout=60)
    assert workers.process.returncode == 2
    assert errors.count("cannot be used") == 1
    assert "Traceback" not in errors
