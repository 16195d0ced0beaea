"""A real server for tests, in a thread or as a process that can be killed, and clients that speak to it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from argon2.profiles import CHEAPEST
from websockets.sync.client import ClientConnection, connect

from branchline.server import administration
from branchline.server.changes import changed
from branchline.server.hub import Hub
from branchline.server.people import passwords
from branchline.server.run import make_server
from branchline.server.settings import Settings

T = TypeVar("T")
Message = dict[str, Any]
PATIENCE = 40.0
"""Seconds that anything is waited for: a busy machine is slow, and waiting ends as soon as it may."""


class Service:
    """A server in a thread of this process."""

    def __init__(self, data: Path, **changes: Any) -> None:
        values: dict[str, Any] = {"bot_pace": 0.0, "bot_seconds": 0.05, "bot_workers": 1}
        values |= {"writes_per_minute": 100_000, "tables_per_minute": 100_000, "connections_per_address": 1000}
        values |= {"plays_per_second": 10_000, "questions_per_second": 10_000, "reads_per_minute": 1_000_000}
        values |= {"notices_per_minute": 100_000, "bot_tables_per_network": 100_000}
        values |= {"sign_ups_per_hour": 1000, "sign_ins_per_minute": 1000}
        self.settings = Settings(data=str(data), port=0, **(values | changes))
        passwords.PROFILE = CHEAPEST  # a real one takes a second on a busy machine
        self._server = make_server(self.settings)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._guests: list[Guest] = []
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def open(self) -> Service:
        self._thread.start()
        try:
            wait_for(lambda: self._server.started or not self._thread.is_alive())
            assert self._server.started, "the server does not start"
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        for guest in self._guests:
            guest.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive()

    @property
    def hub(self) -> Hub:
        app: Any = self._server.config.app
        hub: Hub = app.app.state.hub
        return hub

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the server's own event loop."""
        keeping = self.hub._keeping
        assert keeping is not None
        return asyncio.run_coroutine_threadsafe(work, keeping.get_loop()).result(PATIENCE)

    def ban(self, holder: str) -> None:
        """Ban somebody, as an administrator would, without the wait until the server hears of it."""
        self.run(administration.ban(self.hub.storage, holder))
        self.hub.banned.add(holder)

    def guest(self, name: str | None = None) -> Guest:
        guest = Guest(self.port, name)
        self._guests.append(guest)
        return guest

    def back(self, cookie: str) -> Guest:
        """The browser with that secret, come back."""
        guest = self.guest()
        guest.http.cookies.clear()
        guest.http.cookies.set("branchline", cookie, domain="127.0.0.1")
        guest.http.headers["cookie"] = f"branchline={cookie}"
        return guest


class Guest:
    """One browser."""

    def __init__(self, port: int, name: str | None = None) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)
        try:
            self.http.get("/api/me")
            if name:
                self.http.put("/api/me", json={"name": name}).raise_for_status()
        except BaseException:
            # Left open it would be a warning, and so a failure, of whichever test runs next.
            self.http.close()
            raise

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        return self.http.cookies["branchline"]

    def table(self, *kinds: str, start: bool = True, game: str = "30-rails", **more: Any) -> Message:
        """Make a table with seats of these kinds; `bot:random` names a level."""
        seats = [{"kind": kind.partition(":")[0], "level": kind.partition(":")[2] or None} for kind in kinds]
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, "start": start, **more})
        assert answer.status_code == 201, answer.text
        found: Message = answer.json()
        return found

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(path, json=body) if body is not None else self.http.post(path)

    def sign_up(self, name: str, password: str = "correct horse", **more: Any) -> list[str]:
        """Make an account of this browser; its recovery codes."""
        answer = self.ok("/api/account", {"name": name, "password": password, **more})
        codes: list[str] = answer["recovery_codes"]
        return codes

    def sign_in(self, name: str, password: str = "correct horse") -> Message:
        return self.ok("/api/account/sign-in", {"name": name, "password": password})

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """The status and the error's code of a request of any method that is refused."""
        answer = self.http.request(method, path, json=body)
        return answer.status_code, answer.json()["error"]["code"]

    def ok(self, path: str, body: Any = None) -> Message:
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        found: Message = answer.json()
        return found

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def code(self, path: str, body: Any = None) -> tuple[int, str]:
        """The status and the error's code of a request that is refused."""
        answer = self.post(path, body)
        return answer.status_code, answer.json()["error"]["code"]

    @contextmanager
    def live(self, table: str, origin: str | None = None, cookie: bool = True, changes: bool = False) -> Iterator[Live]:
        headers = {"Cookie": f"branchline={self.cookie}"} if cookie else {}
        if origin:
            headers["Origin"] = origin
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live{'?changes=1' if changes else ''}"
        with connect(address, additional_headers=headers, max_size=None, proxy=None, compression=None) as wire:
            yield Live(wire)


class Live:
    """A live connection that remembers the newest view of each seat."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.seen: list[Message] = []
        self.views: dict[int | None, Message] = {}
        self.table: Message = {}
        self._count = 0

    def receive(self, timeout: float = PATIENCE) -> Message:
        message: Message = json.loads(self.wire.recv(timeout))
        self.seen.append(message)
        if message["type"] == "view":
            self.views[message["seat"]] = message
        if message["type"] == "view_change":
            before = self.views[message["seat"]]
            assert before["n"] == message["base"]
            view = changed(before["view"], message["changes"])
            self.views[message["seat"]] = {**message, "type": "view", "view": view}
        if message["type"] == "table":
            self.table = message["table"]
        return message

    def until(self, fits: Callable[[Message], bool], timeout: float = PATIENCE) -> Message:
        """The next message that fits."""
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if fits(message):
                return message

    def kind(self, kind: str, timeout: float = PATIENCE) -> Message:
        return self.until(lambda message: message["type"] == kind, timeout)

    def tell(self, **message: Any) -> None:
        self.wire.send(json.dumps(message))

    def ask(self, **message: Any) -> Message:
        """Send with a fresh id (unless it has one) and wait for the answer to it."""
        self._count += 1
        message.setdefault("id", f"{id(self)}-{self._count}")
        self.tell(**message)
        return self.until(lambda said: said.get("id") == message["id"] and said["type"] in ANSWERS)

    def legal(self, seat: int) -> list[Message]:
        answer = self.ask(type="legal", seat=seat)
        assert answer["type"] == "answer", answer
        found: list[Message] = answer["actions"]
        return found

    def play(self, seat: int, action: Message | None = None, **more: Any) -> Message:
        """Play an action, the first legal one if none is given."""
        action = self.legal(seat)[0]["action"] if action is None else action
        return self.ask(type="play", seat=seat, action=action, **more)

    def quiet(self) -> list[Message]:
        """Everything that still comes before the answer to a ping."""
        start = len(self.seen)
        self.tell(type="ping")
        self.kind("pong")
        return self.seen[start:-1]


ANSWERS = ("done", "refused", "answer")


def play_out(live: Live, seats: tuple[int, ...]) -> Message:
    """Play these seats, all held by one connection, to the end of the game; the last view."""
    while True:
        view = next(iter(live.views.values()))["view"]
        if view["over"]:
            return next(iter(live.views.values()))
        mine = [seat for seat in seats if seat in view["actors"]]
        if not mine:
            live.kind("view")
            continue
        said = live.play(mine[0])
        assert said["type"] == "done", said


def act_past_chance(a: Live, b: Live) -> None:
    """Both act, so that the dice are thrown again."""
    a.kind("view")
    b.kind("view")
    n = a.views[0]["n"]
    a.play(0)
    done = b.play(1)
    assert done["n"] > n + 2
    a.quiet()


def slowness() -> float:
    """How many times longer than on a quiet machine things take just now; a promise in seconds is multiplied by it."""
    began, used = time.monotonic(), time.thread_time()
    while time.thread_time() - used < 0.05:
        pass
    return max(1.0, (time.monotonic() - began) / 0.05)


def wait_for(fits: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
