"""All tables of this process: made, found, kept in memory while somebody needs them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

import structlog
from sqlalchemy import Connection

from branchline.bots import levels
from branchline.core.chance import commitment, make_seed
from branchline.core.game import Game
from branchline.core.options import settle
from branchline.server import keys, store
from branchline.server.database import Database
from branchline.server.errors import Refused
from branchline.server.eventlog import EventLog, SqliteLog
from branchline.server.limits import Doorman, Limits
from branchline.server.metrics import TABLES
from branchline.server.payloads import SeatRequest
from branchline.server.settings import Settings
from branchline.server.table import Table
from branchline.server.thinkers import Thinkers
from branchline.server.visitor import Visitor

log = structlog.get_logger("branchline.server")


class Place(NamedTuple):
    """A seat of a table that is being made."""

    kind: str
    name: str | None = None
    level: str | None = None
    browser: str | None = None


class Hub:
    """What all tables share: settings, database, bots, limits, and the tables themselves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.log: EventLog = SqliteLog(self.database)
        self.thinkers = Thinkers(settings.bot_workers, settings.bot_limit)
        self.limits = Limits({"write": settings.writes_per_minute, "table": settings.tables_per_minute})
        self.doorman = Doorman(settings.connections_per_address)
        self._tables: dict[str, Table] = {}
        self._waking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Migrate the database and wake every table where a bot may be to move."""
        await asyncio.to_thread(self.database.open)
        self._waking = asyncio.create_task(self._keep_tables())

    async def close(self) -> None:
        """Stop the bots, write what waits."""
        if self._waking is not None:
            self._waking.cancel()
        for table in self._tables.values():
            table.bots.stop()
        self.thinkers.close()
        await asyncio.to_thread(self.database.close)

    # ── finding ──
    async def table(self, id_: str) -> Table:
        """The table of that name."""
        known = self._tables.get(id_)
        if known is None:
            found = await self.tables([id_])
            if not found:
                raise Refused(404, "no_table")
            known = found[0]
        known.touched = time.monotonic()
        return known

    async def tables(self, ids: Sequence[str]) -> list[Table]:
        """Tables by name, in that order; names without a table are left out."""
        missing = [id_ for id_ in ids if id_ not in self._tables]
        if missing:
            for row, places, seat_keys in await self.database.read(lambda each: store.find(each, missing)):
                if row["id"] not in self._tables:
                    self._tables[row["id"]] = Table(self, row, places, seat_keys)
            TABLES.set(len(self._tables))
        return [self._tables[id_] for id_ in ids if id_ in self._tables]

    # ── making ──
    async def make(
        self,
        visitor: Visitor,
        game: Game,
        options: dict[str, str | int | bool],
        places: Sequence[Place],
        public: bool = False,
        origin: tuple[str, int] | None = None,
    ) -> Table:
        """A new table of the visitor's, not yet started."""
        seed = make_seed()
        settled = settle(game.options, options)
        game.start(len(places), seed, **settled)
        row = self.row(keys.new_table_id(), game, settled, visitor.hash, seed, public, origin)
        return await self.add(row, places)

    async def places(self, visitor: Visitor, game: Game, requests: Sequence[SeatRequest]) -> list[Place]:
        """The places that requests for seats come to."""
        name = await self.name_of(visitor)
        places: list[Place] = []
        for request in requests:
            if request.kind == "bot":
                places.append(Place("bot", request.name, level_of(game, request.level)))
            elif request.kind == "me":
                places.append(Place("human", request.name or name, None, visitor.hash))
            else:
                places.append(Place("open"))
        return places

    def row(
        self,
        id_: str,
        game: Game,
        options: dict[str, str | int | bool],
        host: str,
        seed: bytes | None,
        public: bool,
        origin: tuple[str, int] | None = None,
    ) -> dict[str, object]:
        """A new table's row."""
        now = time.time()
        return {
            "id": id_,
            "game": game.slug,
            "rules": game.rules_version,
            "options": options,
            "status": "open",
            "public": public,
            "host": host,
            "seed": seed,
            "commit": commitment(seed) if seed else "",
            "origin": origin[0] if origin else None,
            "inherited": origin[1] if origin else 0,
            "next": None,
            "events": 0,
            "actors": [],
            "scores": None,
            "created": now,
            "changed": now,
        }

    async def add(self, row: dict[str, object], places: Sequence[Place]) -> Table:
        """Write a new table down."""
        rows = [{"table_id": row["id"], "seat": seat, **place._asdict()} for seat, place in enumerate(places)]

        def job(connection: Connection) -> None:
            store.name_browser(connection, str(row["host"]), None, time.time())
            store.add_table(connection, row, rows)

        await self.database.write(job)
        table = self._tables[str(row["id"])] = Table(self, row, rows, ())
        TABLES.set(len(self._tables))
        return table

    async def name_of(self, visitor: Visitor) -> str | None:
        """The name that the visitor's player chose."""
        return await self.database.read(lambda each: store.browser_name(each, visitor.hash))

    # ── keeping ──
    async def _keep_tables(self) -> None:
        """Wake tables with bots at the start; then now and then forget tables that nobody needs."""
        ids = await self.database.read(store.running_with_bots)
        for id_ in ids:
            try:
                table = await self.table(id_)
                async with table.lock:
                    await table.loaded()
                table.bots.wake()
            except Exception as error:
                log.error("table does not come back", table=id_, exc_info=error)
        while True:
            await asyncio.sleep(30)
            self.forget_idle(time.monotonic() - self.settings.idle_minutes * 60)

    def forget_idle(self, before: float) -> None:
        """Drop from memory what nobody watched or touched since; the log has it all."""
        for id_, table in list(self._tables.items()):
            busy = table.audience.connections or table.lock.locked() or table.bots.busy
            if not busy and table.touched < before:
                del self._tables[id_]
        TABLES.set(len(self._tables))


def level_of(game: Game, level: str | None) -> str:
    """A level's name, checked; without one the game's strongest is meant."""
    known = list(levels(game))
    if level is None:
        return known[-1]
    if level not in known:
        raise Refused(422, "no_level", level=level, known=", ".join(known))
    return level
