"""How long others wait while one visitor asks for 60 suggestions a second: python -m bench.questions [SECONDS]

A visitor with a game of String Railway asks about a position where a suggestion takes 12 ms and more; players of ten
tables of 30 Rails measure the way of a ping, 200 times a second in all, before and meanwhile. The server is a process
of its own, and so is the visitor who asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.clients import Requests, Wire
from bench.load import servers
from tests.server.service import Guest, Live

TABLES = 10
PINGS = 20.0
"""Of each table, per second."""


async def main(seconds: float) -> None:
    """Print medians, 99th percentiles and the longest wait, idle and asked."""
    async with servers(1, questions_per_second=60) as server:
        port = server.ports[0]
        others = [await _Other.open(port) for _ in range(TABLES)]
        context = multiprocessing.get_context("spawn")
        ready, go, stop, answers = context.Event(), context.Event(), context.Event(), context.SimpleQueue()
        flood = context.Process(target=_flood, args=(port, ready, go, stop, answers))
        flood.start()
        await asyncio.to_thread(ready.wait)
        idle = await _measure(others, seconds)
        _print("idle", idle)
        go.set()
        await asyncio.sleep(0.5)
        asked = await _measure(others, seconds)
        _print("asked", asked)
        stop.set()
        answered, refused = await asyncio.to_thread(answers.get)
        flood.join()
    print(f"answers {answered}, of them refused {refused}")
    medians = statistics.median(asked) / statistics.median(idle)
    print(f"asked to idle: median {medians:.2f}, p99 {_p99(asked) / _p99(idle):.2f}")


class _Other:
    """A player at another table."""

    def __init__(self) -> None:
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self._wire: Wire

    @classmethod
    async def open(cls, port: int) -> _Other:
        """Make a table and sit down at it."""
        other, requests = cls(), Requests(port)
        seats = [{"kind": "me"}, {"kind": "me"}]
        made, cookie = await requests.post("/api/tables", {"game": "30-rails", "seats": seats, "start": True})
        requests.close()
        other._wire = await Wire.open(port, f"/api/tables/{made['id']}/live", other._hear, cookie)
        return other

    def _hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"pong"'):
            self._answers.put_nowait(text)

    async def ping(self) -> float:
        """How long the way there and back takes."""
        began = time.perf_counter()
        self._wire.send(b'{"type":"ping"}')
        await asyncio.wait_for(self._answers.get(), 120)
        return time.perf_counter() - began


async def _measure(others: list[_Other], seconds: float) -> list[float]:
    """How long pings take, those of the tables one after another."""
    took: list[float] = []

    async def one(other: _Other, late: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + late
        end = loop.time() + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += 1 / PINGS
            took.append(await other.ping())

    await asyncio.gather(*(one(other, place / TABLES / PINGS) for place, other in enumerate(others)))
    return took


def _advance(live: Live, heavy: float) -> int:
    """Play suggested actions until a suggestion takes so many seconds; the seat that acts then."""
    while True:
        time.sleep(0.1)  # Five messages each time: beyond the allowed 60 per second a ping is refused.
        live.quiet()
        seat = _actor(live)
        took = []
        for _ in range(3):
            began = time.monotonic()
            said = live.ask(type="suggest", seat=seat, request={})
            took.append(time.monotonic() - began)
            if said["type"] == "refused":
                time.sleep(1)  # The budget of CPU time is used up for a moment.
        if "actions" not in said:
            continue
        if min(took) > heavy:
            print(f"a suggestion takes {1000 * min(took):.0f} ms")
            return seat
        live.play(seat, said["actions"][0]["action"])


def _actor(live: Live) -> int:
    newest = max(live.views.values(), key=lambda each: each["n"])
    return int(newest["view"]["actors"][0])


def _flood(port: int, ready: Any, go: Any, stop: Any, answers: Any) -> None:
    """Ask without waiting for answers, 60 times a second; in a process of its own: no ping waits for it."""
    asker = Guest(port)
    with asker.live(asker.table("me", "me", game="string-railway")["id"]) as live:
        live.kind("view")
        seat = _advance(live, 0.012)
        ready.set()
        go.wait()
        asked = answered = refused = 0
        began = time.monotonic()
        while not stop.is_set():
            asked += 1
            live.tell(type="suggest", id=str(asked), seat=seat, request={})
            time.sleep(max(0.0, began + asked / 60 - time.monotonic()))
            with contextlib.suppress(TimeoutError):
                while True:
                    answered += 1
                    refused += live.receive(0.0001)["type"] == "refused"
            answered -= 1
    asker.http.close()
    answers.put((answered, refused))


def _p99(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.99)]


def _print(name: str, took: list[float]) -> None:
    tail = 1000 * _p99(took)
    took = sorted(1000 * each for each in took)
    print(f"{name:6} n {len(took)}  p50 {statistics.median(took):.1f} ms  p99 {tail:.1f} ms  max {took[-1]:.1f} ms")


if __name__ == "__main__":
    uvloop.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0))
