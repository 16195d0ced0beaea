"""Who sits where and who plays: join, leave, start; resign, abort, a bot in one's place; links."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import structlog

from branchline.server import events as e
from branchline.server import kept_seats, keys
from branchline.server.errors import Refused, Unavailable
from branchline.server.fold import match_events
from branchline.server.matches import level_of, with_characters
from branchline.server.people import conduct
from branchline.server.ratings import rated
from branchline.server.storage import queries
from branchline.server.table import Table
from branchline.server.visitor import Visitor

log = structlog.get_logger("branchline.server")
ATTEMPTS = 3
"""How often somebody tries to sit down while other processes write to the table."""


# ── before the start ──
async def join(table: Table, visitor: Visitor, seat: int | None, name: str | None) -> None:
    """Take an open seat, the first one if none is named."""
    if name:
        await table.hub.people.may_use(visitor, [name])
    name = name or await table.hub.name_of(visitor)
    async with table.lock:
        await sit_down(table, visitor, seat, name)


async def join_by_search(table: Table, visitor: Visitor, expected: Callable[[], Awaitable[bool]]) -> bool:
    """Sit down wherever a seat is open, unless one sits here already; whether one does now.

    Whether they are `expected` is asked after the table was looked at: whoever is seated by another process in between
    makes the write fail, so nobody has two seats.
    """
    name = await table.hub.name_of(visitor)
    for attempt in range(ATTEMPTS):
        try:
            async with table.lock:
                if not table.seats_of(visitor.hash) and await expected():
                    await sit_down(table, visitor, None, name, itself=True)
                return bool(table.seats_of(visitor.hash))
        except Unavailable:
            raise
        except Refused:
            if attempt == ATTEMPTS - 1:
                raise
    return False


async def sit_down(table: Table, visitor: Visitor, seat: int | None, name: str | None, itself: bool = False) -> None:
    """Take a seat, the first one that is open to them if none is named. Call it with the lock held."""
    _must_be_open(table)
    if seat is None:
        seat = kept_seats.first_open(table, visitor)
    if seat is None:
        raise Refused(409, "seat_taken")
    kept_seats.must_be_open_to(table, visitor, seat)
    people = [state.place.browser for state in table.state.seats if state.place.browser is not None]
    holders = [table.state.made.host, *people]
    if await table.hub.storage.read(lambda each: conduct.blocked_by(each, visitor.hash, holders)):
        raise Refused(403, "blocked")
    place = e.Place("human", name, None, visitor.hash, visitor.program)
    if table.state.made.rated:
        rated.must_suit([place, *(state.place for n, state in enumerate(table.state.seats) if n != seat)])
    await table.write(e.SeatTaken(seat, place, itself=itself))


async def leave(table: Table, visitor: Visitor, seat: int) -> None:
    """Give a seat back before the start."""
    async with table.lock:
        table.must_hold(visitor, seat)
        _must_be_open(table)
        await table.write(e.SeatLeft(seat))


async def change(table: Table, visitor: Visitor, seat: int, kind: str, level: str | None) -> None:
    """The host opens a seat or gives it to a bot before the start."""
    async with table.lock:
        if visitor.hash != table.state.made.host:
            raise Refused(403, "not_host")
        if seat >= len(table.state.seats):
            raise Refused(404, "no_seat")
        _must_be_open(table)
        if kind == "bot":
            others = [state.place for number, state in enumerate(table.state.seats) if number != seat]
            bot = e.Place("bot", None, level_of(table.game, level))
            await table.write(e.SeatTaken(seat, with_characters([*others, bot], table.state.made.commit)[-1]))
        else:
            await table.write(e.SeatLeft(seat))


async def start(table: Table, visitor: Visitor) -> None:
    """Begin, when every seat is taken."""
    async with table.lock:
        if not table.seats_of(visitor.hash) and visitor.hash != table.state.made.host:
            raise Refused(403, "not_yours")
        await _begin(table)


async def begin_if_full(table: Table) -> None:
    """Begin a table whose last seat was taken by a search or for a rematch: nobody need press anything."""
    async with table.lock:
        try:
            await _begin(table, itself=True)
        except Unavailable:
            raise
        except Refused as error:
            # A seat is open, or another process was faster; otherwise its people begin, and are told what is wrong.
            log.info("a table does not begin by itself", table=table.id, why=str(error))


async def _begin(table: Table, itself: bool = False) -> None:
    _must_be_open(table)
    if any(state.place.kind == "open" for state in table.state.seats):
        raise Refused(409, "seats_open")
    if table.state.made.rated:
        rated.must_suit([state.place for state in table.state.seats])
    async with _room_without(table, None):
        await table.begin(await _inherited(table), itself)


def _room_without(table: Table, seat: int | None) -> AbstractAsyncContextManager[None]:
    """Room for the table among those that only bots play, if it becomes one without that seat's person."""
    people = [n for n, state in enumerate(table.state.seats) if state.played_by_person]
    if (seat is None and not people) or people == [seat]:
        return table.hub.bot_tables.room(table)
    return nullcontext()


async def _inherited(table: Table) -> list[list[Any]]:
    made = table.state.made
    if made.origin is None:
        return []
    return match_events(await table.hub.storage.load(made.origin))[: made.inherited]


# ── at any time ──
async def claim(table: Table, visitor: Visitor, secret: str) -> None:
    """Take over the seat of that secret."""
    key = keys.hashed(secret)
    async with table.lock:
        known = await table.hub.storage.read(lambda each: queries.opens(each, table.id))
        fits = [seat for seat, opens in known if keys.same(opens, key)]
        if not fits:
            raise Refused(403, "wrong_secret")
        if table.state.seats[fits[0]].place.browser != visitor.hash:
            if table.state.made.rated:
                raise Refused(403, "rated_seat")
            await table.write(e.SeatClaimed(fits[0], visitor.hash, visitor.program))


async def revoke(table: Table, visitor: Visitor, seat: int) -> None:
    """Let no link that was given away open the seat any more."""
    async with table.lock:
        table.must_hold(visitor, seat)
        await table.write(e.LinkRevoked(seat))


# ── while the game runs ──
async def resign(table: Table, visitor: Visitor, seat: int) -> None:
    """Give up. A bot plays on where at least two others are left."""
    async with table.lock:
        table.must_hold(visitor, seat)
        await table.keep_time()
        _must_run(table)
        if table.state.seats[seat].resigned:
            raise Refused(409, "resigned")
        plays_on = len(table.state.standing) > 2
        async with _room_without(table, seat) if plays_on else nullcontext():
            await table.write(e.Resigned(seat, level_of(table.game, None)))


async def abort(table: Table, visitor: Visitor) -> None:
    """Call the game off: the host before the start, any player before a person has moved."""
    async with table.lock:
        mine = table.seats_of(visitor.hash)
        if table.status == "open":
            if visitor.hash != table.state.made.host:
                raise Refused(403, "not_host")
        elif not mine:
            raise Refused(403, "not_yours")
        else:
            _must_run(table)
            if not table.state.untouched:
                raise Refused(409, "too_late_to_abort")
        await table.write(e.Aborted(mine[0] if mine else None))


async def hand_over(table: Table, visitor: Visitor, seat: int, level: str | None) -> None:
    """Let a bot play in one's place until one takes the seat back."""
    async with table.lock:
        table.must_hold(visitor, seat)
        await table.keep_time()
        _must_run(table)
        if table.state.seats[seat].resigned:
            raise Refused(409, "resigned")
        if table.state.made.daily is not None:
            raise Refused(409, "daily_alone")
        if table.state.made.rated and visitor.secret:
            raise Refused(409, "rated_alone")
        level = level_of(table.game, level)
        if table.state.seats[seat].bot != level:
            # Whoever deletes their account leaves in any case.
            async with _room_without(table, seat) if visitor.secret else nullcontext():
                await table.write(e.SeatHanded(seat, level))


async def take_back(table: Table, visitor: Visitor, seat: int) -> None:
    """Play oneself again."""
    async with table.lock:
        table.must_hold(visitor, seat)
        await table.keep_time()
        _must_run(table)
        if table.state.seats[seat].resigned:
            raise Refused(409, "resigned")
        if table.state.seats[seat].substitute is not None:
            await table.write(e.SeatTakenBack(seat))


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Refused(409, "started")


def _must_run(table: Table) -> None:
    if table.status == "open":
        raise Refused(409, "not_started")
    if table.status == "over":
        raise Refused(409, "table_over")
