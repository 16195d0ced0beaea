"""All tables of this process: made, found, kept in memory while somebody needs them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import sqlalchemy as sa
import structlog

from branchline.core.chance import commitment, make_seed
from branchline.core.game import Game
from branchline.core.options import settle
from branchline.server import events as e
from branchline.server import infos, keys
from branchline.server.bot_tables import BotTables
from branchline.server.clocks import Absence, Clock
from branchline.server.cluster import Cluster, Viewers
from branchline.server.daily.deals import Daily
from branchline.server.errors import Refused, Unavailable, log_fault
from branchline.server.faults import storage_code
from branchline.server.infos import Online
from branchline.server.limits import Limits, OpenConnections, rates
from branchline.server.lobby.matcher import Matcher
from branchline.server.lobby.sightings import Sightings
from branchline.server.matches import level_of, with_characters
from branchline.server.metrics import TABLES
from branchline.server.networks import Networks
from branchline.server.notices.dispatcher import Dispatcher
from branchline.server.patience import within
from branchline.server.payloads import SeatRequest, TableInfo
from branchline.server.people.accounts import People
from branchline.server.projection import Projection
from branchline.server.questions import Questions
from branchline.server.quiet import is_sound
from branchline.server.ratings import standings
from branchline.server.ratings.standings import Ratings
from branchline.server.ratings.subscriber import Counter
from branchline.server.reviews.reviewer import Reviews
from branchline.server.settings import Settings
from branchline.server.storage import open_storage, queries
from branchline.server.storage.interface import Storage
from branchline.server.table import Table
from branchline.server.thinkers import Thinkers, place_for
from branchline.server.timekeeper import Timekeeper
from branchline.server.visitor import Visitor

log = structlog.get_logger("branchline.server")
Subscriber = Callable[[Table, Sequence[e.TableEvent], Projection, Projection], None]
"""Called after events were written: the table, the events, and the table before and after them."""
MOST_LINKS = 20_000
"""How many tables' links are remembered, so that they are not written again."""
CLOSING = 2.0
"""Seconds in which a server that ends may still write."""
KEEPING = 10.0
"""Seconds between two checks of who is banned, which bots are to move, which tables are idle and what tools wrote."""


class Hub:
    """What all tables share: settings, storage, bots, limits, and the tables themselves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.key = settings.secret_key.encode() or keys.server_key(Path(settings.data))
        """What cookies are signed and addresses are hidden with."""
        self.storage: Storage = open_storage(settings.storage)
        self.cluster = Cluster(self, self.storage)
        self.timekeeper = Timekeeper(self, self.storage)
        self.notices = Dispatcher(self)
        self.compute = place_for(settings.compute, settings.bot_workers)
        self.thinkers = Thinkers(settings.bot_limit, self.compute)
        self.reviews = Reviews(self, settings.review_workers, settings.review_seconds)
        self.rates = rates(settings)
        self.limits = Limits(self.rates)
        self.questions = Questions(settings.question_workers, self.limits)
        self.daily = Daily(self)
        self.people = People(self)
        self.matcher = Matcher(self)
        self.sightings = Sightings(self)
        self.results = Counter(self)
        self.networks = Networks(self.key)
        self.bot_tables = BotTables(self)
        self.connections = OpenConnections(settings.connections_per_address)
        self.subscribers: list[Subscriber] = [
            _tell_audience,
            _settle_undo,
            _wake_bots,
            _watch_clock,
            _count,
            _count_bot_tables,
        ]
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._links: OrderedDict[str, set[tuple[int, str]]] = OrderedDict()
        """Seat links that are known to be in the storage, by table."""
        self.banned: set[str] = set()
        """Browsers that may not act, as the storage had them a moment ago."""
        self._keeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Migrate the storage and wake every table where a bot is to move."""
        await self.storage.open()
        await self.cluster.open()
        await self.timekeeper.open()
        self.banned = await self.storage.read(queries.banned)
        await self.notices.open()
        self._keeping = asyncio.create_task(self._keep_tables())
        self.daily.open()
        self.matcher.open()
        self.results.open()

    async def close(self) -> None:
        """Stop the bots, write what waits."""
        if self._keeping is not None:
            self._keeping.cancel()
        self.daily.close()
        self.matcher.close()
        self.results.close()
        for table in self._tables.values():
            table.bots.stop()
        self.thinkers.close()
        self.questions.close()
        self.reviews.close()
        self.people.close()
        # All of them write, each waits for a storage that does not answer, and a server that is told to end must end.
        await within(asyncio.gather(self.timekeeper.close(), self.notices.close(), self.cluster.close()), CLOSING)
        await self.storage.close()

    # ── finding ──
    async def table(self, id_: str) -> Table:
        """The table of that name, with its match."""
        known = self._tables.get(id_)
        if known is None:
            task = self._loading.get(id_)
            if task is None:
                task = self._loading[id_] = asyncio.create_task(self._load(id_))
                task.add_done_callback(lambda _: self._loading.pop(id_, None))
            known = await asyncio.shield(task)
        known.touched = time.monotonic()
        return known

    async def _load(self, id_: str) -> Table:
        table = Table(self, id_)
        await table.load()
        self._keep(table)
        table.undo_requests.watch()
        await self.cluster.look_around(table)
        async with table.lock:
            await table.keep_time()
        table.bots.wake()
        return table

    def in_memory(self, id_: str | None = None) -> list[Table]:
        """The tables in memory, or the one of that name if it is there."""
        if id_ is None:
            return list(self._tables.values())
        return [self._tables[id_]] if id_ in self._tables else []

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        TABLES.set(len(self._tables))

    async def look(self, ids: Sequence[str]) -> list[Projection]:
        """Tables as they stand in the storage, in that order; names without a table are left out."""
        return await self.storage.read(lambda each: queries.find(each, ids)) if ids else []

    async def info(self, id_: str, visitor: Visitor) -> TableInfo:
        """One table as a browser sees it, with links that work; also a table whose match cannot be played here."""
        found = await self.look([id_])
        if not found:
            raise Refused(404, "no_table")
        return (await self.describe(found, visitor))[0]

    async def describe(self, found: Sequence[Projection], visitor: Visitor, links: bool = True) -> list[TableInfo]:
        """Tables as a browser sees them."""
        now = self.timekeeper.now()
        viewers = self.cluster.viewers(found)

        def job(connection: sa.Connection) -> tuple[Ratings, Viewers]:
            """All in one job: each round trip to a database costs more than what is read there."""
            return standings.at_tables(connection, found), viewers(connection)

        # At the same time, since storing the links takes a commit.
        shown = self._show_links(found if links else [], visitor)
        _, (ratings, (present, watching)) = await asyncio.gather(shown, self.storage.read(job))
        return [
            infos.table_info(table, visitor, self._online(table.id, present), now, ratings, watching.get(table.id, 0))
            for table in found
        ]

    def _online(self, id_: str, present: set[tuple[str, str]]) -> Online:
        table = self._tables.get(id_)
        return lambda browser: (id_, browser) in present or (table is not None and table.audience.online(browser))

    async def _show_links(self, found: Sequence[Projection], visitor: Visitor) -> None:
        """Make sure that the seat links that the visitor is shown will open their seats."""
        shown = [
            (table.id, seat, keys.hashed(infos.seat_link(table, visitor, seat)))
            for table in found
            for seat in infos.seats_of(table, visitor.hash)
        ]
        missing = [(id_, seat, key) for id_, seat, key in shown if (seat, key) not in self._links.get(id_, ())]
        if missing:
            await self.storage.write(lambda each: queries.add_keys(each, missing))
            for id_, seat, key in missing:
                self._links.setdefault(id_, set()).add((seat, key))
            while len(self._links) > MOST_LINKS:
                self._links.popitem(last=False)

    def forget_links(self, id_: str) -> None:
        """Seat links of that table may be in the storage no more."""
        self._links.pop(id_, None)

    # ── making ──
    async def make(
        self,
        visitor: Visitor,
        game: Game,
        options: dict[str, str | int | bool],
        places: Sequence[e.Place],
        public: bool = False,
        origin: tuple[str, int] | None = None,
        language: str | None = None,
        kept: Sequence[e.SeatKept] = (),
        clock: Clock | None = None,
        absence: Absence | None = None,
        seed: bytes | None = None,
        daily: str | None = None,
        id_: str | None = None,
        rated: bool = False,
    ) -> Table:
        """A new table of the visitor's, not yet started; `daily` is the day whose deal the seed is."""
        if clock is not None and clock.quiet is not None and not is_sound(clock.quiet):
            raise Refused(422, "bad_quiet_hours")
        seed = make_seed(seed)
        settled = settle(game.options, options)
        game.start(len(places), seed, **settled)
        made = e.Made(
            game=game.slug,
            rules=game.rules_version,
            options=settled,
            host=visitor.hash,
            public=public,
            seed=seed,
            commit=commitment(seed),
            seats=with_characters(places, commitment(seed)),
            origin=origin[0] if origin else None,
            inherited=origin[1] if origin else 0,
            language=language,
            clock=clock,
            absence=absence or Absence(),
            daily=daily,
            rated=rated,
        )
        return await self.add(made, visitor.address, id_, kept)

    async def add(self, made: e.Made, address: str, id_: str | None = None, kept: Sequence[e.SeatKept] = ()) -> Table:
        """Write a new table down, under a new name or a given one, with the seats that are kept for somebody."""
        await self.storage.write(lambda each: queries.name_browser(each, made.host, None, self.timekeeper.now()))
        table = Table(self, id_ or keys.new_table_id())
        self.networks.note(table.id, address)
        await table.write(made)
        if kept:
            # Written on their own: notices compare the table with what it was before the write.
            await table.write(*kept)
        self._keep(table)
        return table

    async def places(self, visitor: Visitor, game: Game, requests: Sequence[SeatRequest]) -> list[e.Place]:
        """The places that requests for seats come to."""
        await self.people.may_use(visitor, [each.name for each in requests if each.kind == "me" and each.name])
        name = await self.name_of(visitor)
        places: list[e.Place] = []
        for request in requests:
            if request.kind == "bot":
                places.append(e.Place("bot", request.name, level_of(game, request.level)))
            elif request.kind == "me":
                places.append(e.Place("human", request.name or name, None, visitor.hash, visitor.program))
            else:
                places.append(e.Place("open"))
        return places

    def must_not_be_banned(self, visitor: Visitor | None) -> None:
        """Refuse whoever is banned."""
        if visitor is not None and (visitor.hash in self.banned or visitor.person in self.banned):
            raise Refused(403, "banned")

    async def name_of(self, visitor: Visitor) -> str | None:
        """The name of the visitor's account, or the one that a guest chose and no account has."""
        if visitor.name is not None:
            return visitor.name
        name = await self.storage.read(lambda each: queries.browser_name(each, visitor.hash))
        return None if name is None or await self.people.is_taken(visitor, name) else name

    async def renew(self, id_: str) -> None:
        """A table's log was rewritten: every process that has it in memory reads it again."""
        for table in self.in_memory(id_):
            self.forget(table)
        await self.storage.tell("anew", id_)

    # ── publishing ──
    def publish(self, table: Table, events: Sequence[e.TableEvent], after: Projection | None = None) -> None:
        """Let every subscriber know what was written; `after` is the table as it stands, where that is known."""
        after = after or table.projection()
        before = table.saved or after
        table.saved = after
        for subscriber in self.subscribers:
            try:
                subscriber(table, events, before, after)
            except Exception as error:
                log.error("subscriber failed", table=table.id, subscriber=subscriber.__name__, exc_info=error)

    # ── memory ──
    async def _keep_tables(self) -> None:
        """Wake bots that are to move, at the start and after a fault stopped them; drop idle tables from memory."""
        lost: set[str] = set()
        while True:
            try:
                self.banned = await self.storage.read(queries.banned)
                await self._catch_up()
                await self._wake_bots(lost)
            except Exception as error:
                log_fault(error)
            await asyncio.sleep(KEEPING)
            self.forget_idle(time.monotonic() - self.settings.idle_minutes * 60)

    async def _catch_up(self) -> None:
        """Take over what `branchline admin` wrote at tables in memory: a storage that is not shared sends no news."""
        if self.storage.shared:
            return
        ids = [table.id for table in self.in_memory()]
        for id_, length in (await self.storage.read(partial(queries.lengths, ids=ids))).items():
            for table in self.in_memory(id_):
                if table.state.length < length:
                    async with table.lock:
                        await table.catch_up()

    async def _wake_bots(self, lost: set[str]) -> None:
        """Let every bot think that is to move; `lost` are tables that do not come back, which is said once."""
        for id_ in await self.storage.read(queries.waiting_for_bots):
            if id_ in lost:
                continue
            try:
                (await self.table(id_)).bots.wake()
            except Unavailable:
                raise
            except Refused as error:
                lost.add(id_)
                log.warning("table does not come back", table=id_, why=str(error))
            except Exception as error:
                if storage_code(error) is not None:
                    raise
                lost.add(id_)
                log.error("table does not come back", table=id_, exc_info=error)

    def forget_idle(self, before: float) -> None:
        """Drop from memory what nobody watched or touched since; the log has it all."""
        for table in list(self._tables.values()):
            busy = table.audience.connections or table.lock.locked() or table.bots.busy
            if not busy and table.touched < before:
                self.forget(table)

    def forget(self, table: Table) -> None:
        """Drop a table from memory."""
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        table.bots.stop()
        table.audience.dismiss()
        TABLES.set(len(self._tables))


def _tell_audience(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.audience.heard(events, before, after)


def _settle_undo(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.undo_requests.heard(before, after)


def _watch_clock(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.hub.timekeeper.heard(after.deadline)


def _wake_bots(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.bots.wake()


def _count(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.hub.results.heard(before, after)


def _count_bot_tables(table: Table, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
    table.hub.bot_tables.heard(after)
