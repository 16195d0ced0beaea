"""A restart with many stored tables, and the memory of many loaded ones: `python bench/restart.py [--tables 10000]`.

Writes a SQLite file with so many tables of 30 Rails, a tenth of them running against a bot whose turn it is not,
starts a server on it, and measures until /healthz answers. Then every running table is opened once, which loads it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import msgspec
import sqlalchemy as sa

from branchline.core.chance import commitment
from branchline.core.generator import Generator
from branchline.core.record import event_to_json
from branchline.games import find
from branchline.server import events as e
from branchline.server.fold import TableState
from branchline.server.matches import outcome_of
from branchline.server.projection import Projection
from branchline.server.storage import open_storage, queries
from branchline.server.storage.schema import log, seats, tables

SEED = bytes(range(32))
BATCH = 500


def main() -> None:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--running", type=int, default=1_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_write(Path(folder) / "branchline.db", given.tables, given.running))
        print(json.dumps({"tables": given.tables, "running": given.running, **_measure(folder, given.running)}))


async def _write(path: Path, count: int, running: int) -> None:
    over, half = _life(True), _life(False)
    storage = open_storage(path)
    await storage.open()
    for first in range(0, count, BATCH):
        numbers = range(first, min(count, first + BATCH))
        await storage.write(lambda each, ns=numbers: _insert(each, [(n, half if n < running else over) for n in ns]))
    await storage.close()


def _life(to_the_end: bool) -> tuple[list[e.Written], Projection]:
    """A game against a bot: played out, or to the middle, where the person is to move."""
    game = find("30-rails")
    match = game.start(players=2, seed=SEED)
    rng = Generator(5)
    places = [e.Place("human", "Anna", None, "a" * 64), e.Place("bot", None, "random")]
    made = e.Made("30-rails", game.rules_version, dict(match.options), "a" * 64, False, SEED, commitment(SEED), places)
    written = [e.Written(0, 1.0, made), e.Written(1, 2.0, e.Started([event_to_json(x) for x in match.events]))]
    state = TableState("x")
    state.add(written[0])
    state.add(written[1], outcome_of(match))
    while not match.over and (to_the_end or len(match.events) < 70 or match.actors != (0,)):
        seat, before = match.actors[-1], len(match.events)
        match.play(seat, match.sample(seat, rng))
        event = e.Acted(seat, [event_to_json(x) for x in match.events[before:]])
        written.append(e.Written(state.length, 3.0, event, seat, f"c{state.length}"))
        state.add(written[-1], outcome_of(match))
    return written, state.projection()


def _insert(connection: sa.Connection, lives: list[tuple[int, tuple[list[e.Written], Projection]]]) -> None:
    rows: list[dict[str, object]] = []
    for number, (written, projection) in lives:
        id_ = f"t{number:06}"
        table = msgspec.structs.replace(projection, id=id_)
        connection.execute(sa.insert(tables).values(**queries.table_row(table)))
        connection.execute(sa.insert(seats), queries.seat_rows(table))
        rows += [
            {
                "table_id": id_,
                "n": w.n,
                "at": w.at,
                "event": e.encode_event(w.event),
                "seat": w.seat,
                "client": w.client,
            }
            for w in written
        ]
    connection.execute(sa.insert(log), rows)


def _measure(folder: str, running: int) -> dict[str, object]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "branchline.server"]
    settings = {"DATA": folder, "PORT": str(port), "READS_PER_MINUTE": "10000000", "LOG_LEVEL": "error"}
    environment = {**os.environ, **{f"BRANCHLINE_{name}": value for name, value in settings.items()}}
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
                break
            except OSError:
                time.sleep(0.01)
        ready = time.perf_counter() - began
        empty = _megabytes(process.pid)
        began = time.perf_counter()
        for number in range(running):
            urllib.request.urlopen(f"{address}/api/tables/t{number:06}/text", timeout=30).close()
        loading = time.perf_counter() - began
        return {
            "seconds_until_ready": round(ready, 2),
            "megabytes_at_the_start": empty,
            "megabytes_with_all_running_loaded": _megabytes(process.pid),
            "milliseconds_to_load_one": round(loading / running * 1000, 2),
        }
    finally:
        process.terminate()
        process.wait(10)


def _megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


if __name__ == "__main__":
    main()
