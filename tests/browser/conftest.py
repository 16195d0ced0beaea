"""A real server on a free port with a database of its own, and a real browser."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.driver import DESKTOP, Visitor

SHELL, CHROMIUM = "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"
"""The browser without windows, which takes half the time, and the whole one for what the first lacks."""
PATIENCE = 30_000
"""How long anything is waited for, in milliseconds: a busy machine is slow, and waiting ends as soon as it may."""
expect.set_options(timeout=PATIENCE)
FLAGS = [
    "--no-sandbox",
    "--font-render-hinting=none",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]


class Server:
    """One server process that can be killed and started again over the same data."""

    def __init__(self, data: Path, games: str = "") -> None:
        self.data = data
        self.games = games
        """Packages of games besides those of the application."""
        self.process: subprocess.Popen[bytes] | None = None
        self._find_port()

    def _find_port(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    @contextlib.contextmanager
    def running(self) -> Iterator[Server]:
        """Started, and ended with the block, also if it did not come up."""
        try:
            for _ in range(3):
                if self._came_up():
                    break
                # Somebody was faster at the port that was free a moment ago.
                self._find_port()
            assert self.process is not None
            yield self
        finally:
            self.kill()

    def start(self) -> None:
        """Start it and wait until it answers."""
        assert self._came_up(), f"port {self.port} is taken"

    def _came_up(self) -> bool:
        """Start it and wait until it answers; False if its port was taken meanwhile."""
        settings = {"port": self.port, "data": self.data, "bot_seconds": 0.05, "bot_pace": 0, "log_level": "warning"}
        settings |= {
            "reads_per_minute": 100_000,
            "tables_per_minute": 1000,
            "writes_per_minute": 5000,
            "plays_per_second": 200,
            "questions_per_second": 500,
            "question_cpu": 100,
            "sign_ups_per_hour": 1000,
            "sign_ins_per_minute": 1000,
        }
        settings |= {"notice_seconds": 0, "notices_per_minute": 1000, "private_webhooks": True}
        settings["review_seconds"] = 4
        settings["games"] = self.games
        environment = os.environ | {f"BRANCHLINE_{name.upper()}": str(value) for name, value in settings.items()}
        with (self.data / "server.log").open("ab") as log:
            command = [sys.executable, "-m", "branchline.server"]
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
                return True
            except urllib.error.HTTPError as error:
                # An answer that says what is wrong; left open it would be a warning of a later test.
                error.close()
            except OSError:
                pass
            if self.process.poll() is not None:
                said = (self.data / "server.log").read_text()
                self.process = None
                assert "cannot listen on" in said.splitlines()[-1], said
                return False
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")).running() as one:
        yield one


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The server that all tests share; a second try gets one of its own, without the tables and names of the first."""
    if getattr(request.node, "execution_count", 1) == 1:
        yield request.getfixturevalue("shared_server")
        return
    with Server(tmp_path).running() as one:
        yield one


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as one:
        yield one


@contextlib.contextmanager
def started(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A browser, ended with the block."""
    assert Path(program).exists(), f"the browser tests need {program}: `make programs` installs it"
    one = playwright.chromium.launch(executable_path=program, args=FLAGS)
    try:
        yield one
    finally:
        one.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with started(playwright, SHELL) as one:
        yield one


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers that know nothing of each other; errors in their consoles fail the test."""
    if server.process is None:
        # A test that kills the server has failed before it was started again.
        server.start()
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_browser(language: str = "en-GB", phone: bool = False, quiet: bool = False, **more: Any) -> Visitor:
        size = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True} if phone else DESKTOP
        # A service worker would answer requests that tests watch or change.
        steady = {"reduced_motion": "reduce", "service_workers": "block"}
        options: dict[str, Any] = {"locale": language, **steady, **size, **more}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page: Page = context.new_page()
        if not quiet:
            page.on("console", lambda each: each.type == "error" and complaints.append(f"{each.text} {each.location}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return Visitor(page, server.address)

    yield open_browser
    for context in contexts:
        context.close()
    assert not complaints
