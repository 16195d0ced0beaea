"""A server process that is killed again and again under load, and players who keep account of what was promised."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import shutil
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import branchline
from branchline.compute.interface import Here
from branchline.server import hub
from branchline.server.events import Acted, Made, decode_event
from branchline.server.run import run
from branchline.server.settings import Settings
from branchline.server.thinkers import Thinkers

AWAY = ("server.storage", "server.stuck", "server.busy")
"""How a server refuses while its storage is away."""
PING = '{"type":"ping"}'
GAMES = {"30-rails": "rails30", "ticket-to-ride": "tickets"}
"""What is played, and the packages of these games."""
PAUSE = 0.2
"""Seconds before whoever was cut off comes back; with less, dozens of clients keep a server from starting."""
BOT = 2
"""The seat of a bot."""


class Fortress:
    """One data folder, and the server process over it."""

    def __init__(self, data: Path, **changes: Any) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._settings = Settings(
            data=str(data),
            port=self.port,
            log_level="error",
            reads_per_minute=1_000_000,
            writes_per_minute=1_000_000,
            tables_per_minute=1_000_000,
            connections_per_address=10_000,
            plays_per_second=10_000,
            questions_per_second=10_000,
            bot_pace=0.0,
            bot_seconds=0.05,
            review_seconds=1,
            snapshot_every=40,
            **changes,
        )
        # A fork of a process that has everything imported already starts in a moment; it is a process all the same.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["branchline.server.run", *(f"branchline.games.{name}.game" for name in GAMES.values())]
        )
        self._process: BaseProcess | None = None

    def start(self) -> None:
        # Not a daemon: those may not have the processes that answer long questions.
        self._process = self._context.Process(target=_serve, args=(self._settings,))
        self._process.start()

    def strike(self, rng: random.Random) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()

    def copy(self, folder: Path) -> None:
        """The files as they lie at this moment, in the middle of whatever is being written."""
        assert self._process is not None
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            shutil.copytree(self._settings.data, folder)
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Kill −9: nothing is flushed, nothing is said."""
        assert self._process is not None
        self._process.kill()
        self._process.join()


class Target(Protocol):
    """What is killed under load."""

    port: int

    def start(self) -> None: ...

    def strike(self, rng: random.Random) -> None: ...


def _serve(settings: Settings) -> None:
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    # A process for bots takes seconds to start, and it would be killed before it has done anything.
    hub.Thinkers = lambda limit, _: Thinkers(limit, Here())  # type: ignore[misc, assignment]
    run(settings)


@dataclass(eq=False)
class Gathering:
    """What some players play, one table after another; every one of them may be connected to another process."""

    game: str = "30-rails"
    bot: bool = False
    """A third seat is a bot's."""
    spectator: bool = False
    """Somebody watches who has no seat."""
    tables: list[str] = field(default_factory=list)
    seated: set[str] = field(default_factory=set)
    """Tables where both have sat down."""
    started: set[str] = field(default_factory=set)
    clients: list[Client] = field(default_factory=list)

    def least(self, table: str) -> int:
        """The number of events that everybody at the table must see in the end."""
        seen = [said["n"] for client in self.clients if (said := client.views.get(table))]
        return max(seen + [n for client in self.clients for n in client.promised(table)], default=0)


@dataclass(eq=False)
class Client:
    """A browser with one connection, at the tables of one gathering. Without a seat it watches."""

    port: int
    number: int
    seed: int
    gathering: Gathering
    seat: int | None = None
    pending: tuple[str, int, Any] | None = None
    """The action that was sent and not yet answered."""
    http: httpx.AsyncClient = field(init=False)
    acknowledged: dict[str, int] = field(default_factory=dict)
    views: dict[str, Any] = field(default_factory=dict)
    """The last view of each table."""
    finished: list[str] = field(default_factory=list)
    resyncs: int = 0
    faults: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """The last reasons for connecting again."""
    resting: bool = False
    """No new actions; only what is pending is brought home."""
    home: bool = False
    """The server has answered since this client rests."""

    def __post_init__(self) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=30, trust_env=False)
        self._rng = random.Random(f"{self.seed} {self.number}")
        self._wire: Any = None
        self.gathering.clients.append(self)

    @property
    def table(self) -> str:
        """Where this client is; empty while the table of its turn is not made."""
        tables = self.gathering.tables
        return tables[len(self.finished)] if len(self.finished) < len(tables) else ""

    async def stay(self, stop: asyncio.Event) -> None:
        """Connect, be cut off, connect again; whatever was sent without an answer is sent again."""
        while not stop.is_set():
            try:
                if not await self._seated():
                    await asyncio.sleep(0.05)
                    continue
                address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/live"
                cookie = self.http.cookies.get("branchline")
                headers = {"Cookie": f"branchline={cookie}"} if cookie else {}
                async with connect(address, additional_headers=headers, proxy=None, compression=None) as wire:
                    self.resyncs += 1
                    await self._converse(wire, stop)
            except (OSError, WebSocketException, httpx.HTTPError, TimeoutError, KeyError, ValueError) as error:
                self.troubles = [*self.troubles[-2:], repr(error)]
                await asyncio.sleep(PAUSE)

    async def rest(self) -> None:
        """Ask the server for a last word; whoever is cut off asks when connected again."""
        with suppress(WebSocketException, AttributeError):
            await self._wire.send(PING)

    def promised(self, table: str) -> list[int]:
        """After what was acknowledged to this client at that table: the numbers of events."""
        return [n for name, n in self.acknowledged.items() if name.startswith(f"{table} ")]

    @property
    def settled(self) -> bool:
        """Whether nothing is pending, everything that was acknowledged at the table is seen, and no bot is to move."""
        said = self.views.get(self.table)
        if said is None or self.pending is not None or not self.home or said["n"] < self.gathering.least(self.table):
            return False
        return not (self.gathering.bot and BOT in said["view"]["actors"])

    @property
    def standing(self) -> dict[str, Any]:
        """Where this client is, for the account."""
        said = self.views.get(self.table)
        return {
            "table": self.table,
            "home": self.home,
            "pending": self.pending,
            "seen": said and (said["n"], said["view"]["actors"]),
            "least": self.gathering.least(self.table),
            "troubles": self.troubles,
        }

    async def _seated(self) -> bool:
        """Whether there is a table to connect to, and whoever plays sits there."""
        return bool(self.table)

    async def _converse(self, wire: Any, stop: asyncio.Event) -> None:
        self._wire = wire
        if self.resting:
            await wire.send(PING)
        while not stop.is_set():
            said = json.loads(await asyncio.wait_for(wire.recv(), 30))
            if said["type"] == "pong":
                self.home = self.resting
            elif said["type"] == "view" and said["seat"] == self.seat:
                self.views[self.table] = said
            await self._hear(wire, said)
            if self.pending is None and self._is_over():
                self.finished.append(self.table)
                return

    def _is_over(self) -> bool:
        said = self.views.get(self.table)
        return said is not None and said["view"]["over"]

    async def _hear(self, wire: Any, said: Any) -> None:
        """Whoever watches says nothing."""


@dataclass(eq=False)
class Player(Client):
    """Plays one seat of a table until it is over, then of the next one, and keeps account."""

    sent: dict[str, tuple[int, Any]] = field(default_factory=dict)
    repeats: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._count = 0
        self._asked = ""

    async def _seated(self) -> bool:
        """Make the table or sit down at it; once everybody sits, its host starts it."""
        gathering = self.gathering
        if not self.http.cookies.get("branchline"):
            (await self.http.get("/api/me")).raise_for_status()
        if self.seat == 0 and not self.table:
            seats = [{"kind": "me"}, {"kind": "open"}] + [{"kind": "bot", "level": "random"}] * gathering.bot
            made = await self.http.post("/api/tables", json={"game": gathering.game, "seats": seats})
            gathering.tables.append(made.raise_for_status().json()["id"])
        path = f"/api/tables/{self.table}"
        if self.seat == 1 and self.table and self.table not in gathering.seated:
            # An earlier try may have taken effect without an answer.
            if (await self.http.get(path)).raise_for_status().json()["you"] != [1]:
                (await self.http.post(f"{path}/join", json={"seat": 1})).raise_for_status()
            gathering.seated.add(self.table)
        if self.seat == 0 and self.table in gathering.seated - gathering.started:
            if (await self.http.get(path)).raise_for_status().json()["status"] == "open":
                (await self.http.post(f"{path}/start")).raise_for_status()
            gathering.started.add(self.table)
        return self.table in gathering.started

    async def _converse(self, wire: Any, stop: asyncio.Event) -> None:
        if self.pending is not None:
            self.repeats += 1
            await self._send(wire, *self.pending)
        await super()._converse(wire, stop)

    async def _hear(self, wire: Any, said: Any) -> None:
        kind = said["type"]
        if kind == "done":
            self.acknowledged[f"{self.table} {said['id']}"] = said["n"]
            if self.pending is not None and self.pending[0] == said["id"]:
                self.pending = None
        elif kind == "refused" and said["error"]["code"] in AWAY:
            # Whether it took effect is not known: come back and send it again under its id.
            raise ConnectionError
        elif kind == "refused" and said["error"]["code"] == "server.stale" and self.pending is not None:
            # Others wrote first, again and again. Nothing has changed, so it may be sent again under its id.
            self.repeats += 1
            await self._send(wire, *self.pending)
        elif kind == "refused":
            self.faults.append(f"{said['id']} at {self.table}: {said['error']['code']}")
            self.pending = None
        elif kind == "answer" and self.pending is None and said["actions"] and not self.resting:
            if said["id"] == self._asked:  # otherwise it is about a position of before
                self._count += 1
                action = self._rng.choice(said["actions"])["action"]
                assert self.seat is not None
                await self._send(wire, f"p{self.number}-{self._count}", self.seat, action)
        view = self.views.get(self.table)
        if kind in ("done", "view") and self.pending is None and view and self.seat in view["view"]["actors"]:
            self._asked = f"q{view['n']}"
            await wire.send(json.dumps({"type": "legal", "id": self._asked, "seat": self.seat}))

    async def _send(self, wire: Any, id_: str, seat: int, action: Any) -> None:
        self.pending = (id_, seat, action)
        self.sent[id_] = (seat, action)
        await wire.send(json.dumps({"type": "play", "id": id_, "seat": seat, "action": action}))


def gatherings(port: int, players: int, seed: int) -> list[Gathering]:
    """Tables of two players: of several games, a bot at half of them, a spectator at each third."""
    found = []
    for number in range(players // 2):
        made = Gathering(list(GAMES)[number % len(GAMES)], bot=number % 4 in (1, 2), spectator=number % 3 == 0)
        for seat in (0, 1):
            Player(port, 2 * number + seat, seed, made, seat)
        if made.spectator:
            Client(port, players + number, seed, made)
        found.append(made)
    return found


async def siege(
    fortress: Target, players: int, kills: int, seed: int, pause: tuple[float, float], actions: int = 0
) -> list[Client]:
    """Kill the server that often while the players play; then let them and who watches them all come home.

    The kills come at random moments, `pause` seconds after the last one, but not before so many actions more were
    acknowledged (as many as there are players, if nothing is said).
    """
    rng = random.Random(seed)
    await asyncio.to_thread(fortress.start)
    everybody = [client for each in gatherings(fortress.port, players, seed) for client in each.clients]
    async with staying(everybody):
        await _until(lambda: all(client.views for client in everybody))
        for done in range(kills):
            before = _promised(everybody) + (actions or players)
            await asyncio.sleep(rng.uniform(*pause))
            await _until(lambda before=before: _promised(everybody) >= before)  # type: ignore[misc]
            await asyncio.to_thread(fortress.strike, rng)
            if sys.stderr.isatty() or done % 50 == 49:
                print(f"{done + 1} kills, {_promised(everybody)} actions", file=sys.stderr, flush=True)
        for client in everybody:
            client.resting = True
        for client in everybody:
            await client.rest()
        await _until(lambda: all(client.settled for client in everybody))
    return everybody


@asynccontextmanager
async def staying(everybody: list[Client]) -> AsyncIterator[None]:
    """Let them play and watch meanwhile."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(client.stay(stop)) for client in everybody]
    try:
        yield
    finally:
        stop.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in everybody:
            await client.http.aclose()


def _promised(everybody: list[Client]) -> int:
    return sum(len(client.acknowledged) for client in everybody)


async def _until(fits: Callable[[], bool], seconds: float = 120) -> None:
    """Wait for something; whether it came is for the audit to say."""
    end = time.monotonic() + seconds
    while not fits() and time.monotonic() < end:
        await asyncio.sleep(0.02)


Row = tuple[str, int, bytes, int | None, str | None]


def sqlite_rows(database: Path) -> list[Row]:
    """The whole log of a SQLite storage."""
    import sqlite3

    raw = sqlite3.connect(database)
    rows = raw.execute("SELECT table_id, n, event, seat, client FROM log ORDER BY table_id, n").fetchall()
    raw.close()
    return rows


def audit(rows: list[Row], everybody: list[Client]) -> dict[str, int]:
    """Compare the log with what was acknowledged: nothing lost, nothing doubled, every match replays."""
    sent = {id_: what for client in everybody if isinstance(client, Player) for id_, what in client.sent.items()}
    clients = [f"{table} {client}" for table, _, _, _, client in rows if client]
    assert len(clients) == len(set(clients)), "an action was applied twice"
    promised = {name for each in everybody for name in each.acknowledged}
    assert promised <= set(clients), f"acknowledged actions are lost: {sorted(promised - set(clients))[:5]}"
    logs: dict[str, list[Any]] = {}
    made: dict[str, Made] = {}
    lengths: dict[str, int] = {}
    bots = 0
    for table, n, event, seat, client in rows:
        log = logs.setdefault(table, [])
        assert lengths.setdefault(table, 0) == n, f"a gap in the log of {table} at {n}"
        lengths[table] += 1
        written = decode_event(event)
        if n == 0:
            assert isinstance(written, Made)
            made[table] = written
        happened = json.loads(event).get("events", [])
        if client:
            assert (seat, happened[0]) == (sent[client][0], list(sent[client])), f"{client} did something else"
        elif isinstance(written, Acted):
            assert happened[0][0] == BOT
            bots += 1
        log += happened
    equal = [0, 0]
    for table, log in logs.items():
        for client in _replayed(table, log, made[table], everybody):
            equal[client.seat is None] += 1
    for each in everybody:
        assert each.settled, f"client {each.number} did not come home: {each.standing}"
    faults = [fault for each in everybody for fault in each.faults]
    assert not faults, faults[:5]
    return {
        "acts": len(clients),
        "acknowledged": len(promised),
        "lost": len(promised - set(clients)),
        "doubled": len(clients) - len(set(clients)),
        "players": sum(isinstance(each, Player) for each in everybody),
        "bots' actions": bots,
        "written but not yet acknowledged when killed": len(set(clients) - promised),
        "repeats after a cut": sum(each.repeats for each in everybody if isinstance(each, Player)),
        "reconnections": sum(each.resyncs for each in everybody),
        "games finished": sum(each.seat == 0 and len(each.finished) for each in everybody),
        "last views equal to the log": sum(equal),
        "spectators' among them": equal[1],
    }


def _replayed(table: str, log: list[Any], made: Made, everybody: list[Client]) -> Iterator[Client]:
    """Replay a log and compare it with the last views of it; everybody who has one."""
    import msgspec

    from branchline.core.match import Match
    from branchline.core.record import parse_event

    match = Match(branchline.game(made.game), len(made.seats), made.options, None, made.commit)
    for event in log:
        match.feed(parse_event(event))
    assert made.seed is not None
    match.reveal(made.seed)
    for client in everybody:
        said = client.views.get(table)
        if said is not None:
            assert said["n"] == len(match.events), f"client {client.number} does not see the end of {table}"
            view = json.loads(msgspec.json.encode(match.view(client.seat)))
            assert view == said["view"], f"{table} looks otherwise to client {client.number}"
            yield client


def read_through(database: Path) -> set[str]:
    """Open a copy as a server would, replay every match, and say which messages it holds."""

    async def whole() -> set[str]:
        from branchline.server.storage import open_storage
        from branchline.server.storage.copying import last_state

        storage = open_storage(database)
        await storage.open()
        found: set[str] = set()
        for table, _, _, _, client in sqlite_rows(database):
            if client:
                found.add(f"{table} {client}")
        for table in {row[0] for row in sqlite_rows(database)}:
            await last_state(storage, table)
        await storage.close()
        return found

    return asyncio.run(whole())
