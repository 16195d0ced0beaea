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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import branchline
from branchline.server.events import Made, decode_event
from branchline.server.run import run
from branchline.server.settings import Settings

AWAY = ("server.storage", "server.stuck", "server.busy")
"""How a server refuses while its storage is away."""
PING = '{"type":"ping"}'


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
            snapshot_every=40,
            **changes,
        )
        # A fork of a process that has everything imported already starts in a moment; it is a process all the same.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["branchline.server.run", "branchline.games.rails30.game"])
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
    import os
    import sys

    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    run(settings)


@dataclass
class Player:
    """Plays both seats of one table for ever, and keeps account."""

    port: int
    number: int
    seed: int
    http: httpx.AsyncClient = field(init=False)
    table: str = ""
    acknowledged: dict[str, int] = field(default_factory=dict)
    sent: dict[str, tuple[int, Any]] = field(default_factory=dict)
    pending: tuple[str, int, Any] | None = None
    finished: list[str] = field(default_factory=list)
    resyncs: int = 0
    repeats: int = 0
    faults: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """The last reasons for connecting again."""
    views: dict[tuple[str, int], Any] = field(default_factory=dict)
    """The last view of each seat."""
    resting: bool = False
    """No new actions; only what is pending is brought home."""
    home: bool = False
    """The server has answered since this player rests."""

    def __post_init__(self) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=30, trust_env=False)
        self._rng = random.Random(f"{self.seed} {self.number}")
        self._count = 0
        self._asked = ""
        self._n = 0
        self._wire: Any = None

    async def play_on(self, stop: asyncio.Event) -> None:
        """Connect, play, be cut off, connect again; whatever was sent without an answer is sent again."""
        while not stop.is_set():
            try:
                if not self.table:
                    seats = [{"kind": "me"}, {"kind": "me"}]
                    body = {"game": "30-rails", "seats": seats, "start": True}
                    self.table = (await self.http.post("/api/tables", json=body)).json()["id"]
                headers = {"Cookie": f"branchline={self.http.cookies['branchline']}"}
                address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/live"
                async with connect(address, additional_headers=headers, proxy=None, compression=None) as wire:
                    self.resyncs += 1
                    await self._converse(wire, stop)
            except (OSError, WebSocketException, httpx.HTTPError, TimeoutError, KeyError, ValueError) as error:
                self.troubles = [*self.troubles[-2:], repr(error)]
                await asyncio.sleep(0.05)

    async def rest(self) -> None:
        """Play no more, and ask the server for a last word; whoever is cut off asks when connected again."""
        self.resting = True
        with suppress(WebSocketException, AttributeError):
            await self._wire.send(PING)

    @property
    def settled(self) -> bool:
        """Whether nothing is pending, and both seats see everything that was acknowledged."""
        seen = [said["n"] for seat in (0, 1) if (said := self.views.get((self.table, seat)))]
        least = max((n for name, n in self.acknowledged.items() if name.startswith(f"{self.table} ")), default=0)
        return self.home and self.pending is None and len(seen) == 2 and min(seen) >= max(least, *seen)

    @property
    def standing(self) -> dict[str, Any]:
        """Where this player is, for the account."""
        seen = {seat: self.views.get((self.table, seat), {}).get("n") for seat in (0, 1)}
        return {
            "table": self.table,
            "home": self.home,
            "pending": self.pending,
            "seen": seen,
            "troubles": self.troubles,
        }

    async def _converse(self, wire: Any, stop: asyncio.Event) -> None:
        self._wire = wire
        if self.resting:
            await wire.send(PING)
        if self.pending is not None:
            self.repeats += 1
            await self._send(wire, *self.pending)
        self._actors: list[int] = []
        over = False
        while not stop.is_set():
            said = json.loads(await asyncio.wait_for(wire.recv(), 30))
            kind = said["type"]
            if kind == "pong":
                self.home = self.resting
            elif kind == "done":
                self._note(said)
            elif kind == "refused" and said["error"]["code"] in AWAY:
                # Whether it took effect is not known: come back and send it again under its id.
                raise ConnectionError
            elif kind == "refused":
                self.faults.append(f"{said['id']}: {said['error']['code']}")
                self.pending = None
            elif kind == "answer" and self.pending is None and said["actions"] and not self.resting:
                if said["id"] != self._asked:
                    continue  # about a position of before
                self._count += 1
                action = self._rng.choice(said["actions"])["action"]
                await self._send(wire, f"p{self.number}-{self._count}", int(said["id"][1:].partition("-")[0]), action)
            elif kind == "view":
                self.views[self.table, said["seat"]] = said
                self._actors, self._n = said["view"]["actors"], said["n"]
                over = said["view"]["over"]
            if over and self.pending is None:
                self.finished.append(self.table)
                self.table = ""
                return
            if kind in ("done", "view") and self.pending is None and self._actors:
                seat = self._actors[0]
                self._asked = f"q{seat}-{self._n}"
                await wire.send(json.dumps({"type": "legal", "id": self._asked, "seat": seat}))

    async def _send(self, wire: Any, id_: str, seat: int, action: Any) -> None:
        self.pending = (id_, seat, action)
        self.sent[id_] = (seat, action)
        await wire.send(json.dumps({"type": "play", "id": id_, "seat": seat, "action": action}))

    def _note(self, said: dict[str, Any]) -> None:
        self.acknowledged[f"{self.table} {said['id']}"] = said["n"]
        if self.pending is not None and self.pending[0] == said["id"]:
            self.pending = None


async def siege(
    fortress: Target, players: int, kills: int, seed: int, pause: tuple[float, float], actions: int = 0
) -> list[Player]:
    """Kill the server that often while the players play; then let them all come home.

    The kills come at random moments, `pause` seconds after the last one, but not before so many actions more were
    acknowledged (as many as there are players, if nothing is said).
    """
    rng = random.Random(seed)
    await asyncio.to_thread(fortress.start)
    everybody = [Player(fortress.port, number, seed) for number in range(players)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play_on(stop)) for player in everybody]
    for done in range(kills):
        before = _promised(everybody) + (actions or players)
        await asyncio.sleep(rng.uniform(*pause))
        await _until(lambda before=before: _promised(everybody) >= before)  # type: ignore[misc]
        await asyncio.to_thread(fortress.strike, rng)
        if sys.stderr.isatty() or done % 50 == 49:
            print(f"{done + 1} kills, {_promised(everybody)} actions", file=sys.stderr, flush=True)
    for player in everybody:
        await player.rest()
    await _until(lambda: all(player.settled for player in everybody))
    stop.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for player in everybody:
        await player.http.aclose()
    return everybody


def _promised(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


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


def audit(rows: list[Row], players: list[Player]) -> dict[str, int]:
    """Compare the log with what was acknowledged: nothing lost, nothing doubled, every match replays."""
    clients = [f"{table} {client}" for table, _, _, _, client in rows if client]
    assert len(clients) == len(set(clients)), "an action was applied twice"
    promised = {name for player in players for name in player.acknowledged}
    assert promised <= set(clients), f"acknowledged actions are lost: {sorted(promised - set(clients))[:5]}"
    logs: dict[str, list[Any]] = {}
    made: dict[str, Made] = {}
    lengths: dict[str, int] = {}
    for table, n, event, seat, client in rows:
        log = logs.setdefault(table, [])
        assert lengths.setdefault(table, 0) == n, f"a gap in the log of {table} at {n}"
        lengths[table] += 1
        if n == 0:
            first = decode_event(event)
            assert isinstance(first, Made)
            made[table] = first
        written = json.loads(event)
        happened = written.get("events", [])
        if client:
            number = int(client[1:].partition("-")[0])
            assert happened[0] == [seat, players[number].sent[client][1]] or happened[0][0] == seat
        log += happened
    views = {key: said for player in players for key, said in player.views.items()}
    equal = {key for table, log in logs.items() for key in _replayed(table, log, made[table], views)}
    for player in players:
        assert player.settled, f"player {player.number} did not come home: {player.standing}"
        assert {(player.table, 0), (player.table, 1)} <= equal, f"player {player.number} does not see the whole log"
    faults = [fault for player in players for fault in player.faults]
    assert not faults, faults[:5]
    return {
        "acts": len(clients),
        "acknowledged": len(promised),
        "lost": len(promised - set(clients)),
        "doubled": len(clients) - len(set(clients)),
        "players": len(players),
        "written but not yet acknowledged when killed": len(set(clients) - promised),
        "repeats after a cut": sum(player.repeats for player in players),
        "reconnections": sum(player.resyncs for player in players),
        "games finished": sum(len(player.finished) for player in players),
        "last views equal to the log": len(equal),
    }


def _replayed(table: str, log: list[Any], made: Made, views: dict[tuple[str, int], Any]) -> Iterator[tuple[str, int]]:
    """Replay a log and compare it with the last views of it; the seats whose view is of the log's end."""
    import msgspec

    from branchline.core.match import Match
    from branchline.core.record import parse_event

    match = Match(branchline.game("30-rails"), 2, {"variant": "standard"}, None, made.commit)
    for event in log:
        match.feed(parse_event(event))
    match.reveal(made.seed)
    for seat in (0, 1):
        said = views.get((table, seat))
        if said is not None and said["n"] == len(match.events):
            assert json.loads(msgspec.json.encode(match.view(seat))) == said["view"], f"{table} looks otherwise"
            yield table, seat


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
