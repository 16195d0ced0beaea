"""`branchline` alone: it serves, opens the browser, and says what it does; its workers end with it."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from branchline.server import run
from tests.server.service import Guest, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.timeout(120)]


class Home:
    """A home folder with a browser that only notes where it was sent."""

    def __init__(self, folder: Path) -> None:
        self.opened = folder / "opened.txt"
        self.browser = folder / "browser"
        self.browser.write_text(f'#!/bin/sh\necho "$1" >> "{self.opened}"\n')
        self.browser.chmod(0o755)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.processes: list[subprocess.Popen[str]] = []
        self.folder = folder

    def start(self) -> subprocess.Popen[str]:
        more = {"BROWSER": str(self.browser), "BRANCHLINE_PORT": str(self.port), "BRANCHLINE_DATA": str(self.folder)}
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / "branchline")],
            env=os.environ | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.processes.append(process)
        return process

    def sent(self) -> list[str]:
        return self.opened.read_text().split() if self.opened.exists() else []


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    one = Home(tmp_path)
    yield one
    for process in one.processes:
        process.kill()
        process.communicate()


def test_it_opens_the_browser_and_a_second_one_shows_the_first(home: Home) -> None:
    first = home.start()
    wait_for(lambda: home.sent() == [home.address], 60)
    second = home.start()
    out, _ = second.communicate(timeout=60)
    assert second.returncode == 0
    assert f"runs already: {home.address}" in out
    assert home.sent() == [home.address] * 2
    first.send_signal(signal.SIGINT)
    out, _ = first.communicate(timeout=60)
    assert f"Branchline: {home.address}" in out
    assert "opens in your browser" in out


def test_a_port_that_somebody_else_has_is_refused_in_words(home: Home) -> None:
    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", home.port), Stranger) as stranger:
        Thread(target=stranger.serve_forever, daemon=True).start()
        process = home.start()
        _, errors = process.communicate(timeout=60)
        stranger.shutdown()
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{home.port}" in errors
    assert "BRANCHLINE_PORT" in errors
    assert home.sent() == []


def test_workers_end_with_a_server_that_was_killed(home: Home) -> None:
    process = home.start()
    wait_for(lambda: bool(home.sent()), 60)
    with Guest(home.port) as guest, guest.live(guest.table("me", "bot:random")["id"]) as live:
        live.until(lambda said: said["type"] == "view" and said["view"]["actors"] == [0], 60)
    workers = _children(process.pid)
    assert workers
    process.kill()
    process.wait()
    wait_for(lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers), 30)


def _children(pid: int) -> list[int]:
    return [
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if stat.exists() and int(stat.read_text().rpartition(")")[2].split()[1]) == pid
    ]


def test_the_collector_never_makes_everybody_wait() -> None:
    """A portion of young objects, all of them in cycles, is collected in a few milliseconds of CPU."""
    kept = gc.get_threshold()
    try:
        run._collect_in_portions()
        gc.disable()
        assert min(_collected(gc.get_threshold()[0]) for _ in range(3)) < 0.003
    finally:
        gc.enable()
        gc.unfreeze()
        gc.set_threshold(*kept)


def _collected(count: int) -> float:
    """The CPU seconds that so many new objects take which only hold each other."""
    gc.collect()
    pairs: list[tuple[Any, Any]] = [({}, {}) for _ in range(count // 2)]
    for one, other in pairs:
        one["other"], other["one"] = other, one
    del pairs, one, other
    began = time.thread_time()
    gc.collect(0)
    return time.thread_time() - began


def test_a_server_spares_itself_what_it_does_not_use() -> None:
    """Each of these takes megabytes: 1,000 loaded tables and the server must fit into 150."""
    look = "import sys, branchline.server.run; print(*{'rich', 'pygments', 'alembic', 'webauthn'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.split() == []
