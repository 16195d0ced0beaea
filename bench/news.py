"""How late another process hears what was written on PostgreSQL: python -m bench.news [WRITES]

One storage appends actions, a second one listens; the time runs from the end of the append (the commit) to the news.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.restart import _life
from tests.server.postgres import cluster

from branchline.server import events as e
from branchline.server.fold import TableState
from branchline.server.projection import Outcome
from branchline.server.storage import open_storage
from branchline.server.storage.interface import Change


async def main(writes: int) -> None:
    """Print median, 99th percentile and the longest delay, and how long an append takes."""
    with cluster(Path(tempfile.mkdtemp(prefix="branchline-postgres-"))) as postgres:
        address = postgres.create("news")
        one, other = open_storage(address), open_storage(address)
        heard: dict[str, float] = {}
        other.listen(lambda _kind, rest: heard.__setitem__(rest, time.perf_counter()))
        await one.open()
        await other.open()
        written, _ = _life(False)
        state = TableState("t")
        state.add(written[0])
        await one.append(Change([written[0]], state.projection()))
        delays, appends = [], []
        for number in range(writes):
            event = e.Written(state.length, time.time(), e.Acted(0, [[0, {"type": "mountain"}]]), 0, f"c{number}")
            state.started = True
            state.add(event, Outcome(number))
            began = time.perf_counter()
            await one.append(Change([event], state.projection(), reseated=False))
            done = time.perf_counter()
            appends.append(done - began)
            key = f"t {state.length}"
            while key not in heard:
                await asyncio.sleep(0.0005)
            delays.append(heard[key] - done)
        await one.close()
        await other.close()
    for name, took in (("append", appends), ("news", delays)):
        took = sorted(1000 * each for each in took)
        tail = took[int(len(took) * 0.99)]
        print(f"{name:6} n {len(took)}  p50 {statistics.median(took):.2f} ms  p99 {tail:.2f} ms  max {took[-1]:.2f} ms")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
