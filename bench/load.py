"""Load: many tables of four, one table of twelve with many spectators, a ladder of clients; a bare echo as base.

    python -m bench.load tables       125 tables × 4 clients, 2 moves per second each
    python -m bench.load spectators   1 table × 12 players and 500 spectators, 5 moves per second
    python -m bench.load ladder       500, 2,000 and 5,000 clients, a move per table in 5 s, on one and two processes,
                                      without and with bots that think all the time

One process is on SQLite; two are on a private PostgreSQL, and the clients of each table are spread over both. All
clients are one process on the same machine. A move's time runs from its sending until all clients of its table have
the new view. `--seconds` shortens each run; `--clients 500 2000` and `--processes 1` pick from the ladder.

With `--apart` (tables, spectators) the clients have the last core for themselves and never sleep, as if they were on a
machine of their own. On one machine a send wakes its reader: that takes longer than the send itself where an idle core
of a virtual machine is given back to the host. The echo is measured in the same way.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import socket
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.clients import Club, Requests, echo
from tests.server.postgres import Cluster, cluster

from branchline.server.settings import Settings

ROOMY: dict[str, Any] = {
    "reads_per_minute": 10**7,
    "writes_per_minute": 10**7,
    "tables_per_minute": 10**7,
    "connections_per_address": 10**5,
    "plays_per_second": 10**5,
    "questions_per_second": 10**5,
    "bot_tables_per_host": 1000,
    "bot_tables_per_network": 1000,
    "secret_key": "one for all processes",
    "log_level": "error",
}
THINKING = 8
"""Tables of bots that keep the workers thinking all the time."""
AT_ONCE = 8
"""Tables that are opened at the same time."""


class Scene(NamedTuple):
    """What is measured: tables, who is at each, how fast they play, what thinks beside them."""

    tables: int
    players: int
    spectators: int
    rate: float
    seconds: float
    processes: int = 1
    thinking: int = 0
    apart: bool = False
    """Whether the clients have a core of their own, on which they stay awake."""

    @property
    def clients(self) -> int:
        """All connections."""
        return self.tables * (self.players + self.spectators)


def serve(settings: Settings, cores: set[int]) -> None:
    """The server, with a bare echo beside it (the same uvicorn, framework and protocol, no table behind it)."""
    os.sched_setaffinity(0, cores)
    from litestar import WebSocket, websocket

    from branchline.server import app, logs, run

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            await socket.send_data(await socket.receive_data(mode="text"))

    app.HANDLERS.append(echo)
    logs.configure(settings)
    run.serve_on(settings, run._listen(settings))


class Servers:
    """The processes that serve, and what they have used."""

    def __init__(self, ports: list[int], pids: list[int], database: Cluster | None, folder: Path) -> None:
        self.ports = ports
        self.folder = folder
        self._pids = pids
        self._database = database

    def cpu(self) -> float:
        """CPU seconds of the processes that serve."""
        return sum(_cpu(pid) for pid in self._pids)

    def database_cpu(self) -> float:
        """CPU seconds of PostgreSQL: of what it has now and of what has ended."""
        if self._database is None:
            return 0.0
        first = self._database.pid
        return _cpu(first, ended=True) + sum(_cpu(pid) for pid in _children(first))

    def memory(self) -> int:
        """Resident kilobytes of the processes that serve."""
        return sum(int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) for pid in self._pids)


def _cpu(pid: int, ended: bool = False) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    ticks = sum(int(each) for each in fields[11 : 15 if ended else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.asynccontextmanager
async def servers(processes: int, cores: set[int] | None = None, **changes: Any) -> AsyncIterator[Servers]:
    """Fresh processes on these cores: one on SQLite, several on PostgreSQL."""
    cores = cores or os.sched_getaffinity(0)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = None
        if processes > 1:
            database = stack.enter_context(cluster(Path(tempfile.mkdtemp(prefix="branchline-postgres-"))))
        address = database.create("load") if database else ""
        ports, running = [], []
        for number in range(processes):
            with socket.create_server(("127.0.0.1", 0)) as free:
                ports.append(free.getsockname()[1])
            settings = Settings(
                data=str(folder / str(number)), database=address, port=ports[-1], **{**ROOMY, **changes}
            )
            # Not a daemon: those may not have processes of their own, which think.
            process = multiprocessing.get_context("spawn").Process(target=serve, args=(settings, cores))
            process.start()
            running.append(process)
        try:
            for port in ports:
                await asyncio.to_thread(_wait_for, port)
            yield Servers(ports, [process.pid or 0 for process in running], database, folder)
        finally:
            for process in running:
                process.terminate()
            for process in running:
                process.join(10)


def _wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except OSError:
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.05)


async def measure(scene: Scene) -> dict[str, Any]:
    """One scene: echo first, then the tables."""
    cores = sorted(os.sched_getaffinity(0))
    if scene.apart:
        os.sched_setaffinity(0, cores[-1:])
        cores = cores[:-1] or cores
    async with servers(scene.processes, set(cores)) as server, stay_awake(scene.apart):
        base = percentiles(await echo(server.ports[0], min(scene.tables * scene.players, 100), 2.0, 8.0))
        requests = [Requests(server.ports[number % len(server.ports)]) for number in range(AT_ONCE)]
        for _ in range(scene.thinking):
            bots = [{"kind": "bot", "level": "expert"}] * 4
            await requests[0].post("/api/tables", {"game": "ticket-to-ride", "seats": bots, "start": True})
        empty = server.memory()
        clubs = [Club(server.ports, scene.players, scene.spectators, number) for number in range(scene.tables)]

        async def open_some(first: int) -> None:
            for club in clubs[first::AT_ONCE]:
                await club.open(requests[first])

        began = time.monotonic()
        await asyncio.gather(*(open_some(first) for first in range(AT_ONCE)))
        opening = time.monotonic() - began
        full = server.memory()
        gc.collect()
        gc.freeze()
        used, database, own, began = server.cpu(), server.database_cpu(), time.process_time(), time.monotonic()
        with disk_probe(server.folder) as disk:
            await asyncio.gather(*(club.play(scene.rate, scene.seconds) for club in clubs))
        wall = time.monotonic() - began
        used, database, own = server.cpu() - used, server.database_cpu() - database, time.process_time() - own
        times = [each for club in clubs for each in club.times]
        found = percentiles(times)
        dropped = sum(watcher.wire.dropped for club in clubs for watcher in club.watchers)
        for club in clubs:
            club.close()
        for each in requests:
            each.close()
    return {
        "tables": scene.tables,
        "clients": scene.clients,
        "processes": scene.processes,
        "thinking": scene.thinking,
        "moves": len(times),
        "moves_per_second": round(len(times) / wall, 1),
        **found,
        "echo_p50_ms": base["p50_ms"],
        "echo_p99_ms": base["p99_ms"],
        "p99_to_echo": round(found["p99_ms"] / base["p99_ms"], 1),
        "disk_p99_ms": percentiles(disk)["p99_ms"],
        "dropped": dropped,
        "cpu_ms_per_move": round(1000 * used / len(times), 2),
        "server_cores": round(used / wall, 2),
        "database_cores": round(database / wall, 2),
        "client_cores": round(own / wall, 2),
        "kB_per_table": round((full - empty) / scene.tables),
        "seconds_to_open": round(opening, 1),
        "load": round(os.getloadavg()[0], 1),
    }


@contextlib.asynccontextmanager
async def stay_awake(wanted: bool) -> AsyncIterator[None]:
    """Look for messages all the time instead of waiting to be woken."""

    async def look() -> None:
        while True:
            await asyncio.sleep(0)

    task = asyncio.create_task(look()) if wanted else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()


@contextlib.contextmanager
def disk_probe(folder: Path) -> Iterator[list[float]]:
    """How long the disk takes to keep a page, measured all the while: no move is acknowledged faster than that."""
    times: list[float] = []
    done = threading.Event()

    def write() -> None:
        with (folder / "probe").open("wb", buffering=0) as file:
            while not done.wait(0.05):
                began = time.monotonic()
                file.write(bytes(4096))
                os.fdatasync(file.fileno())
                times.append(time.monotonic() - began)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield times
    finally:
        done.set()
        thread.join()


def percentiles(times: list[float]) -> dict[str, float]:
    """p50 and p99 in milliseconds."""
    cuts = statistics.quantiles(times, n=100)
    return {"p50_ms": round(1000 * cuts[49], 2), "p99_ms": round(1000 * cuts[98], 2)}


def scenes(given: argparse.Namespace) -> list[Scene]:
    """The scenes of one command."""
    seconds: float = given.seconds
    if given.scene == "tables":
        return [Scene(given.tables, 4, 0, 2.0, seconds, apart=given.apart)]
    if given.scene == "spectators":
        return [Scene(1, 12, given.spectators, 5.0, seconds, apart=given.apart)]
    return [
        Scene(clients // 4, 4, 0, 0.2, seconds, processes, thinking)
        for processes in given.processes
        for thinking in given.thinking
        for clients in given.clients
    ]


def main() -> None:
    """Run the scenes and print one JSON object each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", choices=("tables", "spectators", "ladder"))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=125)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--clients", type=int, nargs="+", default=[500, 2000, 5000])
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--thinking", type=int, nargs="+", default=[0, THINKING])
    parser.add_argument("--apart", action="store_true", help="clients that stay awake on a core of their own")
    given = parser.parse_args()
    import resource

    import uvloop

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for scene in scenes(given):
        print(json.dumps(uvloop.run(measure(scene))), flush=True)


if __name__ == "__main__":
    main()
