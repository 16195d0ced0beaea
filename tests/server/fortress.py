"""A server process that is killed again and again under load, and players who keep account of what was promised."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import socket
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import branchline
from branchline.server.run import run
from branchline.server.settings import Settings


class Fortress:
    """One data folder, and the server process over it."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._settings = Settings(
            data=str(data),
            port=self.port,
            log_level="error",
            writes_per_minute=1_000_000,
            tables_per_minute=1_000_000,
            connections_per_address=10_000,
            plays_per_second=10_000,
            questions_per_second=10_000,
            snapshot_every=40,
        )
        # A fork of a process that has everything imported already starts in a moment; it is a process all the same.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["branchline.server.run", "branchline.games.rails30.game"])
        self._process: BaseProcess | None = None

    def start(self) -> None:
        self._process = self._context.Process(target=_serve, args=(self._settings,), daemon=True)
        self._process.start()

    def kill(self) -> None:
        """Kill −9: nothing is flushed, nothing is said."""
        assert self._process is not None
        self._process.kill()
        self._process.join()


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
    resting: bool = False
    """No new actions; only what is pending is brought home."""

    def __post_init__(self) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=5, trust_env=False)
        self._rng = random.Random(f"{self.seed} {self.number}")
        self._count = 0

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
            except (OSError, WebSocketException, httpx.HTTPError, TimeoutError, KeyError, ValueError):
                await asyncio.sleep(0.05)

    async def _converse(self, wire: Any, stop: asyncio.Event) -> None:
        if self.pending is not None:
            self.repeats += 1
            await self._send(wire, *self.pending)
        self._actors: list[int] = []
        while not stop.is_set():
            said = json.loads(await asyncio.wait_for(wire.recv(), 10))
            kind = said["type"]
            if kind == "done":
                self._note(said)
            elif kind == "refused":
                self.faults.append(f"{said['id']}: {said['error']['code']}")
                self.pending = None
            elif kind == "answer" and self.pending is None and said["actions"] and not self.resting:
                self._count += 1
                action = self._rng.choice(said["actions"])["action"]
                await self._send(wire, f"p{self.number}-{self._count}", int(said["id"][1:]), action)
            elif kind == "view":
                self._actors = said["view"]["actors"]
                if said["view"]["over"] and self.pending is None:
                    self.finished.append(self.table)
                    self.table = ""
                    return
            if kind in ("done", "view") and self.pending is None and self._actors:
                seat = self._actors[0]
                await wire.send(json.dumps({"type": "legal", "id": f"q{seat}", "seat": seat}))

    async def _send(self, wire: Any, id_: str, seat: int, action: Any) -> None:
        self.pending = (id_, seat, action)
        self.sent[id_] = (seat, action)
        await wire.send(json.dumps({"type": "play", "id": id_, "seat": seat, "action": action}))

    def _note(self, said: dict[str, Any]) -> None:
        self.acknowledged[f"{self.table} {said['id']}"] = said["n"]
        if self.pending is not None and self.pending[0] == said["id"]:
            self.pending = None


async def siege(fortress: Fortress, players: int, kills: int, seed: int, pause: tuple[float, float]) -> list[Player]:
    """Kill the server that often at random moments while the players play; then let them all come home."""
    rng = random.Random(seed)
    fortress.start()
    everybody = [Player(fortress.port, number, seed) for number in range(players)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play_on(stop)) for player in everybody]
    for _ in range(kills):
        before = sum(len(player.acknowledged) for player in everybody)
        end = time.monotonic() + 30
        while sum(len(player.acknowledged) for player in everybody) < before + players and time.monotonic() < end:
            await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(*pause))
        await asyncio.to_thread(fortress.kill)
        fortress.start()
    resyncs = [player.resyncs for player in everybody]
    for player in everybody:
        player.resting = True
    end = time.monotonic() + 30
    while any(p.resyncs <= r or p.pending for p, r in zip(everybody, resyncs, strict=True)) and time.monotonic() < end:
        await asyncio.sleep(0.02)
    stop.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for player in everybody:
        await player.http.aclose()
    return everybody


def audit(database: Path, players: list[Player]) -> dict[str, int]:
    """Compare the log on disk with what was acknowledged: nothing lost, nothing doubled, every match replays."""
    import sqlite3

    raw = sqlite3.connect(database)
    rows = raw.execute("SELECT table_id, n, events, seat, client FROM acts ORDER BY table_id, n").fetchall()
    raw.close()
    clients = [f"{table} {client}" for table, _, _, _, client in rows if client]
    assert len(clients) == len(set(clients)), "an action was applied twice"
    promised = {name for player in players for name in player.acknowledged}
    assert promised <= set(clients), f"acknowledged actions are lost: {sorted(promised - set(clients))[:5]}"
    logs: dict[str, list[Any]] = {}
    for table, n, events, seat, client in rows:
        log = logs.setdefault(table, [])
        assert len(log) == n, f"a gap in the log of {table} at {n}"
        happened = json.loads(events)
        if client:
            number = int(client[1:].partition("-")[0])
            assert happened[0] == [seat, players[number].sent[client][1]] or happened[0][0] == seat
        log += happened
    from branchline.core.match import Match
    from branchline.core.record import parse_event

    for log in logs.values():
        game = branchline.game("30-rails")
        match = Match(game, 2, {"variant": "standard"}, None, "")
        for event in log:
            match.feed(parse_event(event))
    faults = [fault for player in players for fault in player.faults]
    assert not faults, faults[:5]
    return {
        "acts": len(clients),
        "acknowledged": len(promised),
        "written but not yet acknowledged when killed": len(set(clients) - promised),
        "repeats after a cut": sum(player.repeats for player in players),
        "reconnections": sum(player.resyncs for player in players),
        "games finished": sum(len(player.finished) for player in players),
    }
