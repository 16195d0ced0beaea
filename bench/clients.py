"""Cheap clients: WebSockets and requests by hand, so that thousands of them fit into one process beside the server."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec

from branchline.games.rails30.rules.drawings import DIE, FIRST

NUMBER = re.compile(rb'"n":(\d+)\}$')
PATIENCE = 60.0
"""Seconds after which something that does not come is a fault of the run."""


class Wire(asyncio.Protocol):
    """A WebSocket of a client (RFC 6455), as bare as possible: text frames in and out, pings answered."""

    def __init__(self, port: int, path: str, heard: Callable[[bytes], None], cookie: str = "") -> None:
        self.dropped = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._heard = heard
        who = f"Cookie: branchline={cookie}\r\n" if cookie else ""
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{who}\r\n"
        )
        self._inbox = b""
        self._upgraded = False

    @classmethod
    async def open(cls, port: int, path: str, heard: Callable[[bytes], None], cookie: str = "") -> Wire:
        """Connect and upgrade."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(port, path, heard, cookie), "127.0.0.1", port)
        await asyncio.wait_for(wire.opened, PATIENCE)
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request.encode())

    def send(self, text: bytes) -> None:
        """A text frame, masked with zeros."""
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        """Hang up without a word."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take whole frames; what is left waits for the rest."""
        inbox = self._inbox + data if self._inbox else data
        if not self._upgraded:
            head, found, inbox = inbox.partition(b"\r\n\r\n")
            if not found:
                self._inbox = head
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._upgraded = True
            self.opened.set_result(None)
        at, end = 0, len(inbox)
        while end - at >= 2:
            kind, size, start = inbox[at] & 15, inbox[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(inbox[at + 2 : start], "big") if end >= start else end
            if end < start + size:
                break
            at = start + size
            if kind == 1:
                self._heard(inbox[start:at])
            elif kind == 9:
                self._transport.write(bytes([0x8A, 0x80 | size, 0, 0, 0, 0]) + inbox[start:at])
        self._inbox = inbox[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it is gone."""
        self.dropped = True


class Requests:
    """Requests of many browsers over one kept connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = asyncio.Lock()
        self._reader: asyncio.StreamReader | None = None

    async def post(self, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        """The answer, and the browser's cookie (the one that was given, or a new one)."""
        data = json.dumps(body).encode() if body is not None else b""
        who = f"Cookie: branchline={cookie}\r\n" if cookie else ""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{who}\r\n"
        )
        async with self._lock:
            if self._reader is None:
                self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
            self._writer.write(head.encode() + data)
            answer = (await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
            size = int(re.findall(r"(?i)content-length: (\d+)", answer)[0])
            text = await self._reader.readexactly(size)
        assert answer.split(" ", 2)[1] in ("200", "201"), text
        given = re.findall(r"(?i)set-cookie: branchline=([^;\r]+)", answer)
        return json.loads(text), given[0] if given else cookie

    def close(self) -> None:
        """Hang up."""
        if self._reader is not None:
            self._writer.close()


class _Choices(msgspec.Struct):
    choices: dict[str, Any] | None = None


class _View(msgspec.Struct):
    view: _Choices


_view = msgspec.json.Decoder(_View)


class Watcher:
    """One client at a table: the number of its newest view, and that view for whoever plays."""

    def __init__(self, club: Club) -> None:
        self.n = -1
        self._club = club
        self._text = b""
        self.wire: Wire

    def hear(self, text: bytes) -> None:
        """A view is noted, an answer given to whoever waits, anything else left alone."""
        if text.startswith(b'{"type":"view'):
            found = NUMBER.search(text, len(text) - 20)
            assert found
            before, self.n, self._text = self.n, int(found[1]), text
            self._club.seen(before, self.n)
        elif text.startswith(b'{"type":"refused"'):
            raise AssertionError(text)

    def choices(self) -> dict[str, Any] | None:
        """What this player may do now."""
        return _view.decode(self._text).view.choices


class Club:
    """A table with its players (one browser and one connection each) and spectators, spread over the ports."""

    def __init__(self, ports: list[int], players: int, spectators: int, number: int) -> None:
        self.times: list[float] = []
        self.watchers: list[Watcher] = []
        self._ports, self._players, self._spectators = ports, players, spectators
        self._rng = random.Random(number)
        self._turn = self._count = 0
        self._target = self._missing = 0
        self._all: asyncio.Future[None] | None = None

    async def open(self, requests: Requests) -> None:
        """Make the table, seat everybody, connect."""
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (self._players - 1)
        made, host = await requests.post("/api/tables", {"game": "30-rails", "seats": seats})
        cookies = [host]
        for seat in range(1, self._players):
            cookies.append((await requests.post(f"/api/tables/{made['id']}/join", {"seat": seat}))[1])
        await requests.post(f"/api/tables/{made['id']}/start", cookie=host)
        path = f"/api/tables/{made['id']}/live?changes=1"
        self._await_all(1, self._players + self._spectators)
        for number, cookie in enumerate(cookies + [""] * self._spectators):
            watcher = Watcher(self)
            port = self._ports[number % len(self._ports)]
            self.watchers.append(watcher)
            watcher.wire = await Wire.open(port, path, watcher.hear, cookie)
        await self._seen_by_all()

    def close(self) -> None:
        """Everybody leaves."""
        for watcher in self.watchers:
            watcher.wire.close()

    async def play(self, rate: float, seconds: float) -> None:
        """Play that many moves per second, seat after seat; note how long each took to be seen by all."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._rng.random() / rate
        end = loop.time() + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += 1 / rate
            if not await self._move():
                return

    async def _move(self) -> bool:
        for _ in range(self._players):
            seat = self._turn % self._players
            self._turn += 1
            player = self.watchers[seat]
            choices = player.choices()
            if choices:
                self._count += 1
                said = {"type": "play", "id": f"p{self._count}", "seat": seat, "action": choose(choices, self._rng)}
                self._await_all(player.n + 1, len(self.watchers))
                began = time.perf_counter()
                player.wire.send(json.dumps(said).encode())
                await self._seen_by_all()
                self.times.append(time.perf_counter() - began)
                return True
        return False

    def _await_all(self, n: int, missing: int) -> None:
        self._target, self._missing = n, missing
        self._all = asyncio.get_running_loop().create_future()

    async def _seen_by_all(self) -> None:
        assert self._all is not None
        await asyncio.wait_for(self._all, PATIENCE)

    def seen(self, before: int, n: int) -> None:
        """One client has a new view."""
        if before < self._target <= n:
            self._missing -= 1
            if self._missing == 0 and self._all is not None and not self._all.done():
                self._all.set_result(None)


def choose(choices: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A random action from what a view of 30 Rails offers, as the page makes it; jokers stay in hand."""
    step = choices["step"]
    if step == "mountain":
        return {"type": step, "draw": rng.random() < 0.8}
    if step == "station":
        return {"type": step, "number": choices["number"], **rng.choice(choices["borders"])}
    cell = rng.choice(choices["cells"])
    place = {"row": cell // 6 + 1, "column": cell % 6 + 1}
    if step == "draw":
        drawing = rng.choice(choices["drawings"])
        track = int(DIE[drawing])
        return {"type": step, **place, "track": track, "turn": drawing - int(FIRST[track])}
    return {"type": step, **place}


async def echo(port: int, clients: int, rate: float, seconds: float, size: int = 200) -> list[float]:
    """The time of messages through connections with nothing behind them."""
    times: list[float] = []

    async def one(number: int) -> None:
        answers: asyncio.Queue[bytes] = asyncio.Queue()
        wire = await Wire.open(port, "/echo", answers.put_nowait)
        loop = asyncio.get_running_loop()
        due = loop.time() + random.Random(number).random() / rate
        end = loop.time() + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += 1 / rate
            began = time.perf_counter()
            wire.send(b"x" * size)
            await asyncio.wait_for(answers.get(), PATIENCE)
            times.append(time.perf_counter() - began)
        wire.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return times
