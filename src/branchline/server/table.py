"""A table is an actor: one thing at a time happens at it, and nothing counts before it is on disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import structlog

from branchline.core import snapshot
from branchline.core.errors import BranchlineError
from branchline.core.match import Match
from branchline.core.record import event_to_json, parse_event
from branchline.core.text import Text
from branchline.games import find
from branchline.server import keys, store
from branchline.server.audience import Audience, Connection
from branchline.server.errors import Refused
from branchline.server.eventlog import Act, Conflict, Summary
from branchline.server.messages import ChatLine, encode
from branchline.server.metrics import ACT_SECONDS, ACTS
from branchline.server.payloads import SeatInfo, TableInfo
from branchline.server.players import BotPlayer
from branchline.server.positions import Positions
from branchline.server.undo import UndoRequests
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

log = structlog.get_logger("branchline.server")


class Seat:
    """A place at the table. `browser` is the hash of its holder's secret, `keys` those of the secrets that open it."""

    def __init__(self, row: store.Row, keys: set[str]) -> None:
        self.kind: str = row["kind"]
        self.name: str | None = row["name"]
        self.level: str | None = row["level"]
        self.browser: str | None = row["browser"]
        self.keys = keys


class Table:
    """One table with its seats, its match and everybody who watches."""

    def __init__(self, hub: Hub, row: store.Row, places: Sequence[store.Row], seat_keys: Sequence[store.Row]) -> None:
        self.hub = hub
        self.id: str = row["id"]
        self.game = find(row["game"])
        self.options: dict[str, Any] = row["options"]
        self.status: str = row["status"]
        self.public: bool = row["public"]
        self.host: str = row["host"]
        self.commit: str = row["commit"]
        self.origin: str | None = row["origin"]
        self.inherited: int = row["inherited"]
        self.next: str | None = row["next"]
        self.created: float = row["created"]
        self.changed: float = row["changed"]
        self._seed: bytes | None = row["seed"]
        self._counted: tuple[int, list[int], list[int] | None] = (row["events"], row["actors"], row["scores"])
        opens: list[set[str]] = [set() for _ in places]
        for key in seat_keys:
            opens[key["seat"]].add(key["hash"])
        self.seats = [Seat(place, opens[number]) for number, place in enumerate(places)]
        self.audience = Audience(self)
        self.lock = asyncio.Lock()
        """Whoever looks at the match or changes it holds this."""
        self.touched = time.monotonic()
        self._match: Match | None = None
        self._done: dict[tuple[int | None, str], int] = {}
        self._kept = 0
        self._held: dict[str, tuple[int, ...]] = {}
        self.bots = BotPlayer(self)
        self.undo_requests = UndoRequests(self)
        self.positions = Positions(self)
        self.subscribers: tuple[Callable[[], None], ...] = (self.bots.wake, self.undo_requests.void)
        """Called after every change of the match."""

    # ── looking ──
    @property
    def match(self) -> Match:
        """The match, which `loaded` has brought into memory."""
        if self._match is None:
            raise Refused(409, "not_started")
        return self._match

    def seats_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that a browser holds."""
        if browser is None:
            return ()
        held = self._held.get(browser)
        if held is None:
            pairs = enumerate(self.seats)
            held = tuple([number for number, seat in pairs if seat.browser and keys.same(seat.browser, browser)])
            self._held[browser] = held
        return held

    def reseated(self) -> None:
        """Somebody else sits somewhere now."""
        self._held.clear()

    def knows(self, browser: str) -> bool:
        """Whether the table looks different to that browser than to a stranger."""
        return browser == self.host or bool(self.seats_of(browser))

    def name_of(self, seat: int) -> str:
        """How a seat is called in messages."""
        place = self.seats[seat]
        return place.name or place.level or str(seat + 1)

    def info(self, visitor: Visitor | None) -> TableInfo:
        """The table as a browser sees it."""
        mine = self.seats_of(visitor.hash if visitor else None)
        count, actors, scores = self._counted
        names = ", ".join(self.name_of(seat) for seat in actors)
        return TableInfo(
            id=self.id,
            game=self.game.slug,
            options=self.options,
            status=self.status,  # type: ignore[arg-type]
            public=self.public,
            host=visitor is not None and visitor.hash == self.host,
            seats=[
                SeatInfo(
                    seat=number,
                    kind=seat.kind,  # type: ignore[arg-type]
                    name=seat.name,
                    level=seat.level,
                    you=number in mine,
                    online=self.audience.online(seat.browser),
                )
                for number, seat in enumerate(self.seats)
            ],
            you=list(mine),
            seat_links={str(seat): keys.seat_secret(visitor.secret, self.id, seat) for seat in mine} if visitor else {},
            events=count,
            actors=actors,
            turn=Text("server.turn", {"names": names}) if actors else None,
            scores=scores,
            created=self.created,
            changed=self.changed,
            next=self.next,
            commit=self.commit,
        )

    # ── the match ──
    async def loaded(self) -> Match:
        """The match, read from the log if it is not in memory. Call it with the lock held."""
        if self._match is None:
            if self.status == "open":
                raise Refused(409, "not_started")
            await self._load()
        self.touched = time.monotonic()
        return self.match

    async def _load(self) -> None:
        acts = await self.hub.log.load(self.id)
        kept = await self.hub.log.snapshot(self.id)
        events = [parse_event(event) for act in acts for event in act.events]
        self._match = self._resume(events, kept)
        ends = [act.n for act in acts[1:]] + [len(events)]
        self._done = {(act.seat, act.client): end for act, end in zip(acts, ends, strict=False) if act.client}
        self._kept = len(events)
        self._recount(self.changed)

    def _resume(self, events: list[Any], kept: bytes | None) -> Match:
        match = snapshot.resume(
            self.game, len(self.seats), self.options, self._seed, self.commit, events, self.inherited, kept
        )
        match.seats = [
            {"name": self.name_of(number), **({"bot": seat.level} if seat.kind == "bot" else {})}
            for number, seat in enumerate(self.seats)
        ]
        return match

    async def begin(self, events: list[Any]) -> None:
        """Start the match, from inherited events or from nothing. Call it with the lock held."""
        match = self._resume(events, None)
        self.status = "over" if match.over else "running"
        happened = [event_to_json(event) for event in match.events]
        self._match = match
        self._recount(time.time())
        try:
            await self.hub.log.append(self.id, Act(0, happened, None, None, self.changed), self._summary())
        except BaseException:
            self._match, self.status = None, "open"
            raise
        self.audience.tell_table()
        self._announce(0)

    async def act(self, seat: int, client: str | None, deed: Callable[[Match], None], whole: bool = False) -> int:
        """Do something to the match: try it, write it, then tell everybody; the number of events after it.

        A client's id that is known already changes nothing. Call it with the lock held.
        """
        began = time.perf_counter()
        match = await self.loaded()
        if client is not None and (seat, client) in self._done:
            return self._done[seat, client]
        before = len(match.events)
        try:
            deed(match)
        except BranchlineError:
            raise
        except Exception:
            # A fault of ours may have left the match half changed.
            self._forget()
            raise
        now = time.time()
        act = Act(before, [event_to_json(event) for event in match.events[before:]], seat, client, now)
        if match.over:
            self.status = "over"
        self._recount(now)
        after = len(match.events)
        keep = snapshot.take(match) if after - self._kept >= self.hub.settings.snapshot_every else None
        try:
            await self.hub.log.append(self.id, act, self._summary(), keep)
        except BaseException as error:
            self._forget()
            if isinstance(error, Conflict):
                raise Refused(409, "stale") from error
            raise
        self._kept = after if keep else self._kept
        if client is not None:
            self._done[seat, client] = after
        ACTS.labels(self.game.slug).inc()
        self._announce(0 if whole else before)
        if match.over:
            self.audience.tell_table()
        ACT_SECONDS.observe(time.perf_counter() - began)
        return after

    def _forget(self) -> None:
        """What is in memory may not be what is on disk: the next look reads the log again."""
        self._match = None
        self.status = "running"

    def _announce(self, since: int) -> None:
        self.audience.tell_views(since)
        for subscriber in self.subscribers:
            subscriber()

    def _recount(self, now: float) -> None:
        match = self.match
        result = match.result
        self._counted = (len(match.events), list(match.actors), result.scores if result else None)
        self.changed = now

    def _summary(self) -> Summary:
        return Summary(self.status, *self._counted, self.changed)

    # ── watching ──
    async def welcome(self, connection: Connection) -> None:
        """Let a connection in and send it everything."""
        async with self.lock:
            if self.status != "open":
                await self.loaded()
            came = not self.audience.online(connection.hash)
            self.audience.connections.add(connection)
            if came and self.seats_of(connection.hash):
                self.audience.tell_table()
            else:
                connection.send(self.audience.table_text(connection))
            if self.status != "open":
                self.audience.tell_all_of(connection)
            if self.undo_requests.open is not None:
                connection.send(encode(self.undo_requests.open.message()))
        # Read only now that the connection hears what is said: a line said meanwhile comes twice rather than never.
        for line in await self.hub.database.read(lambda each: store.last_lines(each, self.id, 100)):
            connection.send(encode(chat_line(line)))

    def farewell(self, connection: Connection) -> None:
        """Let a connection go."""
        self.audience.connections.discard(connection)
        if self.seats_of(connection.hash) and not self.audience.online(connection.hash):
            self.audience.tell_table()


def chat_line(row: store.Row) -> ChatLine:
    """A line of chat as clients get it."""
    return ChatLine(**{field: row[field] for field in ChatLine.__struct_fields__})
