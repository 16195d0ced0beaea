"""A server with many people and games: how long lobby, a person's page and a leaderboard take over HTTP.

    python bench/people.py --accounts 10000 --games 100000 [--database postgresql://…]

Fills a database directly (what the server would have written, without logs of moves), starts a server on it, and
asks as a guest. Some people play far more than others: the busiest has a tenth of all games, the median about a
dozen. `/healthz` of the same run is the measure of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

import branchline
from branchline.server.ratings import scale
from branchline.server.storage import open_storage
from branchline.server.storage.interface import Storage
from branchline.server.storage.schema import finished, persons, ratings, results, seats, tables

DAY = 86_400.0
PART = 2_000
TRAITS = 20
FIRST = ("Вера", "Мартин", "Полина", "Самуил", "Лена", "Егор", "Anna", "Boris", "Clara", "David", "Ida", "Max")
KEY = "bench"


def person_id(number: int) -> str:
    """An account's id."""
    return f"p-{number:032x}"


def name_of(number: int) -> str:
    """An account's name."""
    return FIRST[number % len(FIRST)] + (f" {number}" if number >= len(FIRST) else "")


class Filling:
    """Rows as the server would have written them, from one seed."""

    def __init__(self, accounts: int, games: int, seed: int) -> None:
        self.accounts = accounts
        self.games = games
        self.chance = random.Random(seed)
        self.now = time.time()
        self.strength = [self.chance.gauss(25, 4) for _ in range(accounts)]
        self.standing: dict[tuple[int, str, int], tuple[float, float, int]] = {}
        self.slugs = branchline.game_names()
        self.rules = {slug: branchline.game(slug).rules_version for slug in self.slugs}
        self.traits = [self._traits() for _ in range(500)]

    def people(self) -> list[dict[str, Any]]:
        """All accounts."""
        from branchline.server.people.names import skeleton

        made = self.now - 700 * DAY
        return [
            {"id": person_id(n), "name": name_of(n), "skeleton": skeleton(name_of(n)), "created": made + n}
            for n in range(self.accounts)
        ]

    def who(self, count: int) -> list[int]:
        """People who meet: some play far more than others."""
        found: set[int] = set()
        while len(found) < count:
            found.add(int(self.accounts * self.chance.random() ** 3))
        return list(found)

    def game(self, number: int) -> dict[str, list[dict[str, Any]]]:
        """One finished or running game with all its rows."""
        slug = self.slugs[number % len(self.slugs)]
        players = 2 if self.chance.random() < 0.6 else 3
        people = self.who(players)
        ended = self.now - 400 * DAY * (1 - number / self.games) - self.chance.random() * 3600
        id_ = f"b{number:013}"
        rated = number % 10 < 7
        skills = [self.chance.gauss(self.strength[n], 6) for n in people]
        order = sorted(range(players), key=lambda seat: -skills[seat])
        places = [order.index(seat) + 1 for seat in range(players)]
        points = [max(0, round(60 + skill + self.chance.gauss(0, 8))) for skill in skills]
        winners = [seat for seat in range(players) if places[seat] == 1]
        table = {
            "id": id_,
            "game": slug,
            "rules": self.rules[slug],
            "options": {"map": "usa"} if slug == "ticket-to-ride" else {},
            "status": "over",
            "public": True,
            "host": person_id(people[0]),
            "commit": hashlib.sha256(id_.encode()).hexdigest(),
            "length": 60,
            "events": 58,
            "actors": [],
            "scores": points,
            "ending": {"reason": "played", "ranks": places, "winners": winners, "seconds": 900},
            "created": ended - 1800,
            "changed": ended,
            "rated": rated,
        }
        sat = [
            {"table_id": id_, "seat": seat, "kind": "human", "name": name_of(n), "browser": person_id(n)}
            for seat, n in enumerate(people)
        ]
        rows = self._rows(id_, slug, people, ended, points, places, rated)
        over = {"table_id": id_, "game": slug, "players": players, "ended": ended, "rated": rated}
        return {"tables": [table], "seats": sat, "finished": [over], "results": rows}

    def _rows(
        self, id_: str, slug: str, people: list[int], ended: float, points: list[int], places: list[int], rated: bool
    ) -> list[dict[str, Any]]:
        pool = (slug, len(people))
        start = scale.start()
        before = [self.standing.get((n, *pool), (*start, 0)) for n in people]
        after = scale.rate([scale.Rating(mu, sigma) for mu, sigma, _ in before], places) if rated else []
        rows = []
        for seat, n in enumerate(people):
            row = {
                "table_id": id_,
                "seat": seat,
                "holder": person_id(n),
                "level": None,
                "game": slug,
                "players": len(people),
                "ended": ended,
                "points": points[seat],
                "place": places[seat],
                "won": places[seat] == 1,
                "played": "whole",
                "shown": True,
                "rated": rated,
                "standing": places[seat],
                "mu_before": before[seat][0] if rated else None,
                "mu": after[seat].mu if rated else None,
                "sigma": after[seat].sigma if rated else None,
                "daily": None,
                "traits": self.chance.choice(self.traits) if slug == "ticket-to-ride" else "",
            }
            rows.append(row)
            if rated:
                self.standing[n, *pool] = (*after[seat], before[seat][2] + 1)
        return rows

    def _traits(self) -> str:
        """What a seat of Ticket to Ride used, as the server keeps it."""
        pairs = [(self.chance.randrange(12), self.chance.randrange(12, 24)) for _ in range(TRAITS)]
        lines = [{"kind": "route", "text": {"code": "rails30.stations", "facts": {"a": a, "b": b}}} for a, b in pairs]
        return "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)

    def ratings(self) -> list[dict[str, Any]]:
        """Where everybody stands in the end."""
        return [
            {
                "person": person_id(n),
                "game": slug,
                "players": players,
                "mu": mu,
                "sigma": sigma,
                "games": games,
                "changed": self.now,
            }
            for (n, slug, players), (mu, sigma, games) in self.standing.items()
        ]


async def fill(storage: Storage, filling: Filling) -> None:
    """Write everything."""
    await _insert(storage, persons, filling.people())
    parts = {"tables": tables, "seats": seats, "finished": finished, "results": results}
    for start in range(0, filling.games, PART):
        made = [filling.game(number) for number in range(start, min(filling.games, start + PART))]
        for name, table in parts.items():
            await _insert(storage, table, [row for each in made for row in each[name]])
    await _insert(storage, ratings, filling.ratings())
    if storage.shared:
        await storage.write(lambda each: each.execute(sa.text("ANALYZE")) and None)


async def _insert(storage: Storage, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    for start in range(0, len(rows), PART):
        part = rows[start : start + PART]
        await storage.write(lambda each, part=part: each.execute(sa.insert(table), part) and None)  # type: ignore[misc]


async def prepare(address: str | Path, filling: Filling) -> None:
    """Make and fill the database."""
    storage = open_storage(address)
    await storage.open()
    try:
        await fill(storage, filling)
    finally:
        await storage.close()


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


def measure(client: httpx.Client, paths: dict[str, list[str]], rounds: int) -> dict[str, dict[str, float]]:
    """Milliseconds by kind of request; the kinds take turns, so that all meet the same machine."""
    taken: dict[str, list[float]] = {kind: [] for kind in paths}
    for number in range(rounds):
        for kind, addresses in paths.items():
            began = time.perf_counter()
            client.get(addresses[number % len(addresses)]).raise_for_status()
            taken[kind].append((time.perf_counter() - began) * 1000)
    return {kind: _quantiles(sorted(each)) for kind, each in taken.items()}


def _quantiles(taken: list[float]) -> dict[str, float]:
    return {
        name: round(taken[min(len(taken) - 1, int(len(taken) * part))], 2)
        for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }


def main() -> None:
    """Fill, serve, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty PostgreSQL database; SQLite otherwise")
    parser.add_argument("--keep", type=Path, help="fill this data folder and stop")
    parser.add_argument("--on", type=Path, help="measure a data folder that was filled before")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = asked.on or asked.keep or Path(folder)
        if asked.on is None:
            filling = Filling(asked.accounts, asked.games, asked.seed)
            began = time.perf_counter()
            asyncio.run(prepare(asked.database or data / "branchline.db", filling))
            print(f"filled in {time.perf_counter() - began:.0f} s", flush=True)
        if asked.keep:
            return
        process, address = serve(data, asked.database)
        try:
            people = [urllib.parse.quote(name_of(n)) for n in (*range(10), *range(10, asked.accounts, 97))]
            paths = {
                "/healthz": ["/healthz"],
                "lobby": ["/api/tables"],
                "person": [f"/api/people/{name}" for name in people],
                "busiest person": [f"/api/people/{name}" for name in people[:3]],
                "games": [f"/api/people/{name}/games?page={n % 3}" for n, name in enumerate(people)],
                "statistics": [f"/api/people/{name}/statistics/ticket-to-ride" for name in people],
                "leaderboard": [f"/api/leaderboards/30-rails/2?page={n}" for n in range(5)],
            }
            with httpx.Client(base_url=address, trust_env=False, timeout=30) as client:
                client.get("/api/me")
                measure(client, paths, 10)
                found = measure(client, paths, asked.rounds)
        finally:
            process.terminate()
            process.wait()
    load = os.getloadavg()[0]
    idle = found["/healthz"]
    for kind, each in found.items():
        ratio = each["p99"] / idle["p99"]
        print(f"{kind:<16} p50 {each['p50']:7.2f}  p95 {each['p95']:7.2f}  p99 {each['p99']:7.2f} ms  × {ratio:.1f}")
    print(f"load {load:.1f}")


if __name__ == "__main__":
    main()
