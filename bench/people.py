"""A server with many people and games: how long lobby, a person's page and a leaderboard take over HTTP.

    python -m bench.people [--postgres] [--accounts 10000] [--games 100000] [--rounds 300]

Fills a database directly (what the server would have written, without logs of moves), starts a server on it, and
asks as a guest, and for the lobby and `/api/me` as the people themselves. With `--postgres` the database is a private
PostgreSQL cluster, as the tests have it. Some people play far more than others: the busiest has a tenth of all games,
the median about a dozen. `/healthz` of the same run is the measure of the machine. The CPU is that of the server's
process for one request (with PostgreSQL without the database's own).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import httpx
from bench.people_data import Filling, fill, name_of, secret_of
from tests.server.postgres import cluster

KEY = "bench"
BUSIEST = 3
WARM = 10
"""Rounds before the measured ones."""
Call = tuple[str, str | None]
"""A path, and the secret of whoever asks for it; None is the guest."""


def serve(data: Path, database: str | None) -> tuple[subprocess.Popen[bytes], str]:
    """A server on the filled database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {"port": port, "data": data, "log_level": "warning", "reads_per_minute": 10_000_000, "secret_key": KEY}
    if database:
        settings["database"] = database
    environment = os.environ | {f"BRANCHLINE_{name.upper()}": str(value) for name, value in settings.items()}
    process = subprocess.Popen([sys.executable, "-m", "branchline.server"], env=environment)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            httpx.get(f"{address}/healthz", trust_env=False).raise_for_status()
            return process, address
        except httpx.HTTPError:
            time.sleep(0.1)
    raise RuntimeError("the server does not answer")


def calls(accounts: int) -> dict[str, list[Call]]:
    """What is asked for, by kind."""
    numbers = [*range(10), *range(10, accounts, 97)]
    people = [urllib.parse.quote(name_of(n)) for n in numbers]
    boards = [f"/api/leaderboards/30-rails/2?page={n}" for n in range(5)]
    return {
        "/healthz": [("/healthz", None)],
        "lobby": [("/api/tables", None)],
        "lobby, signed in": [("/api/tables", secret_of(n)) for n in numbers],
        "person": [(f"/api/people/{name}", None) for name in people],
        "busiest person": [(f"/api/people/{name}", None) for name in people[:BUSIEST]],
        "games": [(f"/api/people/{name}/games?page={n % 3}", None) for n, name in enumerate(people)],
        "statistics": [(f"/api/people/{name}/statistics/ticket-to-ride", None) for name in people],
        "leaderboard": [(path, None) for path in boards],
        "/api/me": [("/api/me", secret_of(n)) for n in numbers],
        "/api/me, busiest": [("/api/me", secret_of(n)) for n in range(BUSIEST)],
    }


def measure(process: int, client: httpx.Client, kinds: dict[str, list[Call]], rounds: int) -> dict[str, list[float]]:
    """For each kind p50, p95 and p99 in ms, and the mean CPU; the kinds take turns, so all meet the same machine."""
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    used: dict[str, float] = dict.fromkeys(kinds, 0.0)
    for number in range(rounds):
        for kind, asked in kinds.items():
            path, secret = asked[number % len(asked)]
            headers = {"cookie": f"branchline={secret}"} if secret else {}
            before, began = cpu(process), time.perf_counter()
            client.get(path, headers=headers).raise_for_status()
            taken[kind].append((time.perf_counter() - began) * 1000)
            used[kind] += cpu(process) - before
    return {kind: [*_quantiles(sorted(each)), used[kind] / rounds] for kind, each in taken.items()}


def cpu(process: int) -> float:
    """The CPU that all threads of a process have had, in ms."""
    total = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def _quantiles(taken: list[float]) -> list[float]:
    return [taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.95, 0.99)]


@contextlib.contextmanager
def database(folder: Path, wanted: bool) -> Iterator[str | None]:
    """The address of an empty PostgreSQL database, or None for a file."""
    if not wanted:
        yield None
        return
    with cluster(folder) as running:
        yield running.create("people")


def main() -> None:
    """Fill, serve, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="in a private PostgreSQL cluster instead of a file")
    asked = parser.parse_args()
    # A cluster's own user must be able to reach its folder.
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        os.chmod(other, 0o755)
        with database(Path(other) / "cluster", asked.postgres) as address:
            data = Path(folder)
            began = time.perf_counter()
            filling = Filling(asked.accounts, asked.games, asked.seed)
            asyncio.run(fill(address or data / "branchline.db", filling))
            print(f"filled in {time.perf_counter() - began:.0f} s", flush=True)
            process, server = serve(data, address)
            try:
                kinds = calls(asked.accounts)
                with httpx.Client(base_url=server, trust_env=False, timeout=30) as client:
                    client.get("/api/games")
                    measure(process.pid, client, kinds, WARM)
                    found = measure(process.pid, client, kinds, asked.rounds)
            finally:
                process.terminate()
                process.wait()
    idle = found["/healthz"][2]
    for kind, (p50, p95, p99, used) in found.items():
        times = f"p50 {p50:7.2f}  p95 {p95:7.2f}  p99 {p99:7.2f} ms  × {p99 / idle:4.1f}"
        print(f"{kind:<17} {times}  CPU {used:6.2f} ms")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
