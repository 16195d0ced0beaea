"""Accounts and games in the numbers of a large server, written into an empty database at once."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import sqlalchemy as sa

import branchline
from branchline.server import keys
from branchline.server.people.names import skeleton
from branchline.server.ratings import scale
from branchline.server.storage import open_storage
from branchline.server.storage.schema import finished, persons, ratings, results, seats, sessions, tables

Row = dict[str, Any]
DAY = 86_400.0
PART = 5_000
TRAITS = 20
OPEN, RUNNING = 100, 200
"""How many of the games wait or run: as many as the lobby lists, and more."""
FIRST = ("Вера", "Мартин", "Полина", "Самуил", "Лена", "Егор", "Anna", "Boris", "Clara", "David", "Ida", "Max")
PARTS = (persons, sessions, tables, seats, finished, results, ratings)


def person_id(number: int) -> str:
    """An account's id."""
    return f"p-{number:032x}"


def name_of(number: int) -> str:
    """An account's name."""
    return FIRST[number % len(FIRST)] + (f" {number}" if number >= len(FIRST) else "")


def secret_of(number: int) -> str:
    """The secret of a browser that is signed in to an account."""
    return hashlib.sha256(b"browser %d" % number).hexdigest()[:43]


class Filling:
    """Rows as the server would have written them, from one seed."""

    def __init__(self, accounts: int, games: int, seed: int, waiting: int = OPEN, running: int = RUNNING) -> None:
        self.accounts = accounts
        self.games = games
        self.waiting = waiting
        self.running = running
        self.chance = random.Random(seed)
        self.now = time.time()
        self.strength = [self.chance.gauss(25, 4) for _ in range(accounts)]
        self.standing: dict[tuple[int, str, int], tuple[float, float, int]] = {}
        self.slugs = branchline.game_names()
        self.rules = {slug: branchline.game(slug).rules_version for slug in self.slugs}
        self.traits = [self._traits() for _ in range(500)]

    def rows(self) -> Iterable[tuple[sa.Table, list[Row]]]:
        """Everything, part by part, in an order that foreign keys allow."""
        made = self.now - 700 * DAY
        who = range(self.accounts)
        yield (
            persons,
            [
                {"id": person_id(n), "name": name_of(n), "skeleton": skeleton(name_of(n)), "created": made + n}
                for n in who
            ],
        )
        yield (
            sessions,
            [
                {
                    "hash": keys.hashed(secret_of(n)),
                    "person": person_id(n),
                    "agent": "bench",
                    "created": made,
                    "seen": self.now,
                }
                for n in who
            ],
        )
        for start in range(0, self.games, PART):
            games = [self._game(number) for number in range(start, min(self.games, start + PART))]
            for table in (tables, seats, finished, results):
                yield table, [row for each in games for row in each[table.name]]
        yield ratings, self._ratings()

    def _who(self, count: int) -> list[int]:
        """People who meet: some play far more than others."""
        found: set[int] = set()
        while len(found) < count:
            found.add(int(self.accounts * self.chance.random() ** 3))
        return list(found)

    def _game(self, number: int) -> dict[str, list[Row]]:
        """One game with all its rows; the last ones wait or run."""
        slug = self.slugs[number % len(self.slugs)]
        players = 2 if self.chance.random() < 0.6 else 3
        people = self._who(players)
        left = self.games - number
        status = "open" if left <= self.waiting else "running" if left <= self.waiting + self.running else "over"
        at = self.now - 400 * DAY * (1 - number / self.games) - self.chance.random() * 3600
        id_ = f"b{number:013}"
        rated = number % 10 < 7
        skills = [self.chance.gauss(self.strength[n], 6) for n in people]
        order = sorted(range(players), key=lambda seat: -skills[seat])
        places = [order.index(seat) + 1 for seat in range(players)]
        points = [max(0, round(60 + skill + self.chance.gauss(0, 8))) for skill in skills]
        over = status == "over"
        ending = {"reason": "played", "ranks": places, "winners": [places.index(1)], "seconds": 900}
        table = {
            "id": id_,
            "game": slug,
            "rules": self.rules[slug],
            "options": json.dumps({"map": "usa"} if slug == "ticket-to-ride" else {}),
            "status": status,
            "public": True,
            "host": person_id(people[0]),
            "commit": hashlib.sha256(id_.encode()).hexdigest(),
            "length": 60,
            "events": 0 if status == "open" else 58,
            "actors": json.dumps([0] if status == "running" else []),
            "scores": json.dumps(None if status == "open" else points),
            "ending": json.dumps(ending if over else None),
            "created": at - 1800,
            "changed": at,
            "rated": rated,
        }
        sat = [
            {
                "table_id": id_,
                "seat": seat,
                "kind": "human",
                "name": name_of(n),
                "browser": person_id(n),
                "created": at - 1800,
                "ended": over,
            }
            for seat, n in enumerate(people)
        ]
        if status == "open":
            sat[-1] |= {"kind": "open", "name": None, "browser": None}
        counted = {"table_id": id_, "game": slug, "players": players, "ended": at, "rated": rated}
        rows = self._results(counted, people, points, places) if over else []
        return {"tables": [table], "seats": sat, "finished": [counted] if over else [], "results": rows}

    def _results(self, counted: Row, people: list[int], points: list[int], places: list[int]) -> list[Row]:
        start = scale.start()
        pool = (counted["game"], len(people))
        rows = []
        for seat, n in enumerate(people):
            mu, sigma, games = self.standing.get((n, *pool), (*start, 0))
            # Roughly as a rating moves; the real arithmetic would take most of the time of filling.
            after = mu + sigma / 8 * (len(people) + 1 - 2 * places[seat])
            rows.append(
                {
                    **counted,
                    "seat": seat,
                    "holder": person_id(n),
                    "level": None,
                    "points": points[seat],
                    "place": places[seat],
                    "won": places[seat] == 1,
                    "played": "whole",
                    "shown": True,
                    "standing": places[seat],
                    "mu_before": mu if counted["rated"] else None,
                    "mu": after if counted["rated"] else None,
                    "sigma": sigma if counted["rated"] else None,
                    "daily": None,
                    "traits": self.chance.choice(self.traits) if counted["game"] == "ticket-to-ride" else "",
                }
            )
            if counted["rated"]:
                self.standing[n, *pool] = (after, max(1.5, sigma * 0.97), games + 1)
        return rows

    def _traits(self) -> str:
        """What a seat of Ticket to Ride used, as the server keeps it."""
        pairs = [(self.chance.randrange(12), self.chance.randrange(12, 24)) for _ in range(TRAITS)]
        lines = [{"kind": "route", "text": {"code": "rails30.stations", "facts": {"a": a, "b": b}}} for a, b in pairs]
        return "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)

    def _ratings(self) -> list[Row]:
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


async def fill(address: str | Path, filling: Filling) -> None:
    """Make the database and write everything by the way that its driver has for many rows."""
    storage = open_storage(address)
    await storage.open()
    await storage.close()
    if isinstance(address, Path):
        _fill_sqlite(address, filling)
    else:
        await _fill_postgres(address, filling)


def _fill_sqlite(address: Path, filling: Filling) -> None:
    connection = sqlite3.connect(address)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -200000")
    # Indexes are written once, at the end.
    wanted = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    indexes = [row for row in connection.execute(wanted) if any(part.name in row[1] for part in PARTS)]
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    for table, rows in filling.rows():
        if rows:
            columns = list(rows[0])
            places = ", ".join("?" * len(columns))
            names = ", ".join(f'"{column}"' for column in columns)
            connection.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({places})", _values(rows, columns))
    for _, statement in indexes:
        connection.execute(statement)
    connection.commit()
    connection.execute("ANALYZE")
    connection.close()


async def _fill_postgres(address: str, filling: Filling) -> None:
    connection = await asyncpg.connect(address)
    for table, rows in filling.rows():
        if rows:
            columns = list(rows[0])
            await connection.copy_records_to_table(table.name, records=_values(rows, columns), columns=columns)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def _values(rows: Sequence[Row], columns: Sequence[str]) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]
