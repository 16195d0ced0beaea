"""Load: many tables of four, one table of twelve with many spectators, and a bare echo on the same server as base.

`python bench/load.py [--tables 125 --rate 2 --seconds 60 --spectators 500]`. Clients run in a process of their own on
the same machine. A move's time runs from its sending until all clients of its table have the new view.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import httpx
from websockets.asyncio.client import ClientConnection, connect

from branchline.games.rails30.rules.drawings import DIE, FIRST
from branchline.server.settings import Settings

ROOMY = {
    "writes_per_minute": 10**6,
    "tables_per_minute": 10**6,
    "connections_per_address": 10**5,
    "plays_per_second": 1000,
    "questions_per_second": 1000,
    "log_level": "error",
}


def serve(settings: Settings) -> None:
    """The server, with a bare echo beside it (the same uvicorn, framework and protocol, no table behind it)."""
    import uvicorn
    from litestar import WebSocket, websocket

    from branchline.server import app, logs, run

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            await socket.send_data(await socket.receive_data(mode="text"))

    app.HANDLERS.append(echo)
    logs.configure(settings)
    run._collect_seldom()
    server: uvicorn.Server = run.make_server(settings)
    server.run(sockets=[run._listen(settings)])


class Watcher:
    """One client: it keeps the number of its newest view and tells whoever waits for one."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.n = -1
        self.text = ""
        self.arrived = asyncio.Event()
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.dropped = False
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        number = re.compile(r'"n":(\d+)\}$')
        try:
            async for text in self.wire:
                assert isinstance(text, str)
                if text.startswith('{"type":"view"'):
                    found = number.search(text[-20:])
                    assert found
                    self.n = int(found[1])
                    self.text = text
                    self.arrived.set()
                    self.arrived = asyncio.Event()
                elif not text.startswith(('{"type":"table"', '{"type":"thinking"', '{"type":"chat"')):
                    self.answers.put_nowait(json.loads(text))
        finally:
            self.dropped = True

    async def until(self, n: int) -> None:
        while self.n < n:
            await self.arrived.wait()

    async def ask(self, **message: Any) -> dict[str, Any]:
        await self.wire.send(json.dumps(message))
        return await self.answers.get()


class Spectator(asyncio.Protocol):
    """A client that only watches, and costs little: hundreds of them must not slow down what is measured."""

    def __init__(self, port: int, table: str) -> None:
        self.n = -1
        self.arrived = asyncio.Event()
        self.dropped = False
        self._wants = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._inbox = bytearray()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._wire = cast(asyncio.Transport, transport)
        self._wire.write(self._wants.encode())

    def data_received(self, data: bytes) -> None:
        self._inbox += data
        if not self._upgraded:
            head, found, rest = self._inbox.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._upgraded, self._inbox = True, rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one whole frame from the inbox (RFC 6455; a server's frames are not masked)."""
        inbox = self._inbox
        if len(inbox) < 2:
            return False
        size, start = inbox[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(inbox) < start:
                return False
            size = int.from_bytes(inbox[2:start], "big")
        if len(inbox) < start + size:
            return False
        kind, text = inbox[0] & 15, bytes(inbox[start : start + size])
        del inbox[: start + size]
        if kind == 9:  # a ping: the same back, masked with zeros
            self._wire.write(bytes([0x8A, 0x80 | size, 0, 0, 0, 0]) + text)
        elif kind == 1 and text.startswith(b'{"type":"view"'):
            found = VIEW_NUMBER.search(text, len(text) - 20)
            assert found
            self.n = int(found[1])
            self.arrived.set()
            self.arrived = asyncio.Event()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.dropped = True

    async def until(self, n: int) -> None:
        while self.n < n:
            await self.arrived.wait()


VIEW_NUMBER = re.compile(rb'"n":(\d+)\}$')


class Club:
    """A table with its players (one browser and one connection each) and spectators."""

    def __init__(self, port: int, players: int, spectators: int, number: int) -> None:
        self.port, self.players, self.spectators, self.number = port, players, spectators, number
        self.watchers: list[Watcher | Spectator] = []
        self.times: list[float] = []
        self._rng = random.Random(number)
        self._turn = 0
        self._count = 0

    async def open(self, stack: contextlib.AsyncExitStack) -> None:
        """Make the table, seat everybody, connect."""
        seats: list[dict[str, str]] = [{"kind": "me"}] + [{"kind": "open"}] * (self.players - 1)
        cookies = []
        for seat in range(self.players):
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=60) as http:
                if seat == 0:
                    body = {"game": "30-rails", "seats": seats, "start": True}
                    self.id = (await http.post("/api/tables", json=body)).json()["id"]
                else:
                    (await http.post(f"/api/tables/{self.id}/join", json={"seat": seat})).raise_for_status()
                if seat == self.players - 1 and self.players > 1:
                    (await http.post(f"/api/tables/{self.id}/start")).raise_for_status()
                cookies.append(http.cookies["branchline"])
        self.players_at = [await self._join(stack, cookie) for cookie in cookies]
        loop = asyncio.get_running_loop()
        for _ in range(self.spectators):
            wire, spectator = await loop.create_connection(
                lambda: Spectator(self.port, self.id), "127.0.0.1", self.port
            )
            stack.callback(wire.close)
            self.watchers.append(spectator)
        for watcher in self.watchers:
            await watcher.until(1)

    async def _join(self, stack: contextlib.AsyncExitStack, cookie: str) -> Watcher:
        headers = {"Cookie": f"branchline={cookie}"}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live"
        wire = connect(
            address, additional_headers=headers, proxy=None, compression=None, max_size=None, open_timeout=60
        )
        watcher = Watcher(await stack.enter_async_context(wire))
        self.watchers.append(watcher)
        return watcher

    async def play(self, rate: float, seconds: float) -> None:
        """Play that many moves per second, seat after seat; note how long each took to be seen by all."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._rng.random() / rate)
        end = loop.time() + seconds
        due = loop.time()
        while due < end:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += 1 / rate
            if not await self._move():
                return

    async def _move(self) -> bool:
        for _ in range(self.players):
            seat = self._turn % self.players
            self._turn += 1
            player = self.players_at[seat]
            self._count += 1
            choices = json.loads(player.text)["view"]["choices"]
            if choices:
                action = choose(choices, self._rng)
                before = player.n
                began = time.perf_counter()
                done = await player.ask(type="play", id=f"p{self._count}", seat=seat, action=action)
                assert done["type"] == "done", done
                await asyncio.gather(*(watcher.until(before + 1) for watcher in self.watchers))
                self.times.append(time.perf_counter() - began)
                return True
        return False


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


async def echo(port: int, clients: int, rate: float, seconds: float, size: int) -> list[float]:
    """The same number of messages through a connection with nothing behind it."""
    times: list[float] = []

    async def one(number: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/echo", proxy=None, compression=None, max_size=None) as wire:
            rng = random.Random(number)
            await asyncio.sleep(rng.random() / rate)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.perf_counter()
                await wire.send("x" * size)
                await wire.recv()
                times.append(time.perf_counter() - began)
                await asyncio.sleep(max(0.0, 1 / rate - (time.perf_counter() - began)))

    await asyncio.gather(*(one(number) for number in range(clients)))
    return times


def percentiles(times: list[float]) -> dict[str, float]:
    """p50 and p99 in milliseconds."""
    cuts = statistics.quantiles(times, n=100)
    return {"p50_ms": round(1000 * cuts[49], 1), "p99_ms": round(1000 * cuts[98], 1)}


def memory(pid: int) -> int:
    """Resident kilobytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def cpu(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[tuple[int, int]]:
    """A fresh server process; its port and process number."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=folder, port=port, **ROOMY)  # type: ignore[arg-type]
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(settings,), daemon=True)
        process.start()
        async with httpx.AsyncClient(trust_env=False) as http:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await http.get(f"http://127.0.0.1:{port}/healthz")
                    break
                await asyncio.sleep(0.1)
        try:
            yield port, process.pid or 0
        finally:
            process.terminate()
            process.join(10)


async def measure(clubs: int, players: int, spectators: int, rate: float, seconds: float) -> dict[str, Any]:
    """One scene: echo first, then the tables."""
    async with server() as (port, pid), contextlib.AsyncExitStack() as stack:
        base = percentiles(await echo(port, min(clubs * players, 100), rate, min(seconds, 10), 200))
        empty = memory(pid)
        tables = [Club(port, players, spectators, number) for number in range(clubs)]
        for table in tables:
            await table.open(stack)
        full = memory(pid)
        before, began = cpu(pid), time.monotonic()
        await asyncio.gather(*(table.play(rate, seconds) for table in tables))
        spent = cpu(pid) - before
        used = spent / (time.monotonic() - began)
        times = [each for table in tables for each in table.times]
        found = percentiles(times)
        return {
            "tables": clubs,
            "players": players,
            "spectators": spectators,
            "moves": len(times),
            **found,
            "echo": base,
            "p99_to_echo": round(found["p99_ms"] / base["p99_ms"], 1),
            "dropped": sum(watcher.dropped for table in tables for watcher in table.watchers),
            "server_cpu": round(used, 2),
            "cpu_ms_a_move": round(1000 * spent / len(times), 2),
            "kB_a_table": round((full - empty) / clubs, 1),
            "load": os.getloadavg()[0],
        }


def main() -> None:
    """Run both scenes and print them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=125)
    parser.add_argument("--rate", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--spectators", type=int, default=500)
    given = parser.parse_args()
    try:
        import uvloop

        run: Any = uvloop.run
    except ImportError:
        run = asyncio.run
    scenes = [(given.tables, 4, 0), (1, 12, given.spectators)]
    for clubs, players, spectators in scenes:
        print(json.dumps(run(measure(clubs, players, spectators, given.rate, given.seconds))), flush=True)


if __name__ == "__main__":
    sys.exit(main())
