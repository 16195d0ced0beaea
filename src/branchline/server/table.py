"""A table is an actor: one thing at a time happens at it, and nothing counts before it is in the log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from branchline.core import snapshot
from branchline.core.errors import BranchlineError
from branchline.core.game import Game
from branchline.core.match import Match
from branchline.core.record import event_to_json, parse_event
from branchline.server import events as e
from branchline.server.absence import overdue
from branchline.server.audience import Audience
from branchline.server.errors import Overtaken, Refused, Unavailable
from branchline.server.fold import TableState, match_events
from branchline.server.matches import find_game, level_of, must_know_rules, named, outcome_of, resumed, seats_for_record
from branchline.server.metrics import ACT_SECONDS, ACTS
from branchline.server.players import BotPlayer
from branchline.server.positions import Positions
from branchline.server.projection import Outcome, Projection
from branchline.server.storage.interface import Change, Conflict
from branchline.server.undo import UndoRequests
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

Deed = Callable[[Match], None]
LOCKING = e.SeatTaken | e.SeatLeft | e.LinkRevoked
"""Events after which earlier links to their seat are void."""
_READ_ANEW = e.Started | e.Undone | e.PersonForgotten
"""Events of another process after which the whole log is read: they concern earlier ones."""
ATTEMPTS = 5
"""How often something is tried again when another process wrote first."""


class Table:
    """One table in memory: the fold of its log, its match, and everybody who watches. `hub.table` loads it."""

    def __init__(self, hub: Hub, id_: str) -> None:
        self.hub = hub
        self.id = id_
        self.state = TableState(id_)
        self.lock = asyncio.Lock()
        """Whoever looks at the match or changes the table holds this."""
        self.touched = time.monotonic()
        self.saved: Projection | None = None
        """The table as it stands in the log; `state` is ahead of it while a write is under way."""
        self._match: Match | None = None
        self._kept = 0
        self.audience = Audience(self)
        self.bots = BotPlayer(self)
        self.undo_requests = UndoRequests(self)

    # ── looking ──
    @cached_property
    def positions(self) -> Positions:
        """Earlier positions of the match; made when somebody first asks for one."""
        return Positions(self)

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return find_game(self.state.made.game)

    @property
    def status(self) -> str:
        """Open, running or over."""
        return self.state.status

    @property
    def match(self) -> Match:
        """The match, once the table has started."""
        if self._match is None:
            raise Refused(409, "not_started")
        return self._match

    def seats_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that a browser holds."""
        if browser is None:
            return ()
        return tuple(seat for seat, state in enumerate(self.state.seats) if state.place.browser == browser)

    def held(self) -> dict[str | None, list[int]]:
        """The seats of everybody who holds one."""
        found: dict[str | None, list[int]] = {}
        for seat, state in enumerate(self.state.seats):
            if state.place.browser is not None:
                found.setdefault(state.place.browser, []).append(seat)
        return found

    def knows(self, browser: str) -> bool:
        """Whether the table looks different to that browser than to a stranger."""
        invited = any(state.kept is not None and state.kept.person == browser for state in self.state.seats)
        return invited or browser == self.state.made.host or bool(self.seats_of(browser))

    def name_of(self, seat: int) -> str:
        """How a seat is called in messages."""
        return named(self.state.seats[seat], seat)

    def must_hold(self, visitor: Visitor | None, seat: int) -> None:
        """Refuse whoever does not hold the seat."""
        if seat >= len(self.state.seats):
            raise Refused(404, "no_seat")
        if visitor is None or seat not in self.seats_of(visitor.hash):
            raise Refused(403, "not_your_seat", seat=seat)

    def must_play(self, visitor: Visitor | None, seat: int) -> None:
        """Refuse whoever does not hold the seat, or has handed it to a bot."""
        self.must_hold(visitor, seat)
        if self.state.seats[seat].bot is not None:
            raise Refused(409, "bot_plays", seat=seat)

    def projection(self) -> Projection:
        """The table as it stands."""
        return self.state.projection()

    # ── loading ──
    async def load(self) -> None:
        """Read the whole log anew. Call it with the lock held, or before anybody else has the table."""
        log = await self.hub.storage.load(self.id)
        if not log:
            raise Refused(404, "no_table")
        state = TableState(self.id)
        count = 0
        for written in log:
            events = getattr(written.event, "events", None)
            count += len(events) if events else 0
            actors = getattr(written.event, "actors", None) or []
            state.add(written, Outcome(events=count, actors=actors) if events is not None else None)
        match = None
        if state.started:
            must_know_rules(state.made)
            kept = await self.hub.storage.snapshot(self.id)
            match = await asyncio.to_thread(resumed, state, match_events(log), kept)
            state.outcome = outcome_of(match)
        self.state, self._match, self._kept = state, match, state.outcome.events
        if self.saved is None:
            self.saved = self.projection()

    async def catch_up(self) -> None:
        """Take over what another process wrote. Call it with the lock held."""
        tail = await self.hub.storage.load(self.id, self.state.length)
        if not tail:
            return
        if tail[0].n != self.state.length or any(isinstance(each.event, _READ_ANEW) for each in tail):
            await self.load()
        else:
            for written in tail:
                self._feed(written)
        self.hub.publish(self, [each.event for each in tail])

    def _feed(self, written: e.Written) -> None:
        outcome = None
        if isinstance(written.event, e.Acted):
            for event in written.event.events:
                self.match.feed(parse_event(event))
            outcome = outcome_of(self.match)
        self.state.add(written, outcome)

    # ── changing ──
    async def write(self, *events: e.TableEvent) -> None:
        """Append events that leave the match alone, then tell everybody. Call it with the lock held."""
        now = self.hub.timekeeper.now()
        first = self.state.length
        await self._append([e.Written(first + number, now, event) for number, event in enumerate(events)])

    async def keep_time(self) -> None:
        """Account for the time in which no server ran, and do what is due. Call it with the lock held.

        Each seat that is late is a write of its own, and all of them are done: whoever acts next may be one.
        """
        attempts = ATTEMPTS
        while attempts:
            timers = self.state.timers
            if timers is None or self.status != "running":
                return
            now = self.hub.timekeeper.ms()
            events: list[e.TableEvent] = [
                e.ClockHeld(since, until) for since, until in await self.hub.timekeeper.missed(timers.times, now)
            ]
            events = events or overdue(self.state, now, partial(level_of, self.game, None))
            if not events:
                return
            try:
                await self.write(*events)
            except Unavailable:
                raise
            except Refused:
                # Another process was faster: look again at what is to do.
                attempts -= 1

    async def begin(self, inherited: list[list[Any]], itself: bool = False) -> None:
        """Start the match, from inherited events or from nothing. Call it with the lock held."""
        await self.adopt(await asyncio.to_thread(resumed, self.state, inherited), itself)

    async def adopt(self, match: Match, itself: bool = False) -> None:
        """Start with a match that was played already, or has just begun. Call it with the lock held."""
        event = e.Started([event_to_json(event) for event in match.events], self._actors(match), itself)
        self._match, self._kept = match, 0
        await self._append([e.Written(self.state.length, self.hub.timekeeper.now(), event)])

    def _actors(self, match: Match) -> list[int] | None:
        """For the log of a table that counts time: who is to act now."""
        return list(match.actors) if self.state.timers is not None else None

    async def _append(self, written: list[e.Written]) -> None:
        for each in written:
            begun = isinstance(each.event, e.Started)
            self.state.add(each, outcome_of(self.match) if begun else None)
        try:
            after = self.projection()
            told = self.hub.notices.due(self, [each.event for each in written], after)
            # Links of whoever sat there before open the seat no more.
            locked = [each.event.seat for each in written if isinstance(each.event, LOCKING)]
            await self.hub.storage.append(Change(written, after, locked=locked, notices=told))
            self.hub.notices.expect(told)
            if locked:
                self.hub.forget_links(self.id)
        except Conflict as error:
            await self._read_anew()
            raise Overtaken from error
        except BaseException:
            with suppress(Exception):
                await self._read_anew()
            raise
        self.hub.publish(self, [each.event for each in written], after)

    async def act(self, seat: int, client: str | None, deed: Deed) -> int:
        """Let a seat do something to the match: try it, write it, tell everybody; the number of events after it.

        A client's id that is known already changes nothing. Call it with the lock held.
        """
        began = time.perf_counter()
        for _ in range(ATTEMPTS):
            if client is not None and (known := self.state.answered(seat, client)) is not None:
                return known
            await self.keep_time()
            if client is not None and self.state.seats[seat].bot is not None:
                raise Refused(409, "bot_plays", seat=seat)
            try:
                await self._act(seat, client, deed)
            except Conflict:
                # Another process wrote first. What it wrote decides whether this can still be done.
                await self._read_anew()
                continue
            ACTS.labels(self.state.made.game).inc()
            ACT_SECONDS.observe(time.perf_counter() - began)
            return self.state.outcome.events
        raise Overtaken

    async def _act(self, seat: int, client: str | None, deed: Deed) -> None:
        match = self.match
        if self.status == "over":
            raise Refused(409, "table_over")
        count = len(match.events)
        try:
            deed(match)
            happened = [event_to_json(event) for event in match.events[count:]]
            event = (e.Undone if happened[0][0] == "undo" else e.Acted)(seat, happened, self._actors(match))
            written = e.Written(self.state.length, self.hub.timekeeper.now(), event, seat, client)
            self.state.add(written, outcome_of(match))
            due = len(match.events) - self._kept >= self.hub.settings.snapshot_every
            kept = snapshot.take(match) if due else None
            after = self.projection()
            told = self.hub.notices.due(self, [event], after)
            change = Change([written], after, reseated=after.status == "over", snapshot=kept, notices=told)
            await self.hub.storage.append(change)
        except Conflict:
            raise
        except BaseException as error:
            if len(match.events) != count or not isinstance(error, BranchlineError):
                with suppress(Exception):
                    await self._read_anew()
            raise
        self.hub.notices.expect(told)
        if kept:
            self._kept = len(match.events)
        self.hub.publish(self, [event], after)

    async def _read_anew(self) -> None:
        """What is in memory may not be what is in the log: read it again. A table that cannot be read is forgotten."""
        try:
            await asyncio.shield(self.load())
        except Exception:
            self.hub.forget(self)
            raise
        self.hub.publish(self, [])

    def record(self) -> dict[str, Any]:
        """The record of the match, with who played each seat."""
        match = self.match
        match.seats = seats_for_record(self.state)
        # Others may still have the same deal before them: its seed is proved when the day is over.
        return match.record(with_seed=False if self.hub.daily.secret(self.state.made) else None)
