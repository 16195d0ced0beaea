"""A real server on a free port with a database of its own, and a real browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.driver import DESKTOP, Visitor

CHROMIUM = "/usr/bin/chromium"
PATIENCE = 30_000
"""How long anything is waited for, in milliseconds: a busy machine is slow, and waiting ends as soon as it may."""
expect.set_options(timeout=PATIENCE)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


class Server:
    """One server process that can be killed and started again over the same data."""

    def __init__(self, data: Path, games: str = "") -> None:
        self.data = data
        self.games = games
        """Packages of games besides those of the application."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
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
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None, (self.data / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert Path(CHROMIUM).exists(), f"the browser tests need {CHROMIUM}: `make browser` installs it"
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield one
        one.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers that know nothing of each other; errors in their consoles fail the test."""
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
