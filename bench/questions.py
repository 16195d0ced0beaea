"""How long others wait while one visitor asks for 60 suggestions a second: python -m bench.questions [SECONDS]

A visitor with a game of String Railway asks about a position where a suggestion takes 30 ms and more; another, at a
table of 30 Rails, measures the way of a ping, before and meanwhile. The server is a process of its own, and so is
the visitor who asks.
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

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load import servers
from tests.server.service import Guest, Live


async def main(seconds: float) -> None:
    """Print medians, 99th percentiles and the longest wait, idle and asked."""
    async with servers(1, questions_per_second=60) as server:
        await asyncio.to_thread(_run, server.ports[0], seconds)


def _run(port: int, seconds: float) -> None:
    asker, player = Guest(port), Guest(port)
    table = asker.table("me", "me", game="string-railway")["id"]
    with asker.live(table) as asking, player.live(player.table("me", "me")["id"]) as playing:
        asking.kind("view")
        playing.kind("view")
        seat = _advance(asking, 0.012)
        idle = _measure(playing, seconds)
        _print("idle", idle)
        context = multiprocessing.get_context("spawn")
        stop, ready, answers = context.Event(), context.Event(), context.SimpleQueue()
        flood = context.Process(target=_flood, args=(port, asker.cookie, table, seat, ready, stop, answers))
        flood.start()
        ready.wait()
        asked = _measure(playing, seconds)
        _print("asked", asked)
        stop.set()
        answered, refused = answers.get()
        flood.join()
    print(f"answers {answered}, of them refused {refused}")
    medians = statistics.median(asked) / statistics.median(idle)
    print(f"asked to idle: median {medians:.2f}, p99 {_p99(asked) / _p99(idle):.2f}")


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


def _flood(port: int, cookie: str, table: str, seat: int, ready: Any, stop: Any, answers: Any) -> None:
    """Ask without waiting for answers, 60 times a second; in a process of its own: no ping waits for it."""
    asker = Guest(port)
    asker.http.cookies.clear()
    asker.http.cookies.set("branchline", cookie, domain="127.0.0.1")
    with asker.live(table) as live:
        live.kind("view")
        ready.set()
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


def _measure(live: Live, seconds: float) -> list[float]:
    """How long a ping takes, forty times a second."""
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        live.tell(type="ping")
        live.kind("pong", 120)
        took.append(time.monotonic() - began)
        time.sleep(0.025)
    return took


def _p99(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.99)]


def _print(name: str, took: list[float]) -> None:
    tail = 1000 * _p99(took)
    took = sorted(1000 * each for each in took)
    print(f"{name:6} n {len(took)}  p50 {statistics.median(took):.1f} ms  p99 {tail:.1f} ms  max {took[-1]:.1f} ms")


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0))
