"""Who sits where: join, claim, leave, change, start, and the rematch."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from sqlalchemy import Connection

from branchline.core.record import parse_event
from branchline.server import keys, store
from branchline.server.errors import Refused
from branchline.server.hub import Hub, Place, level_of
from branchline.server.table import Seat, Table
from branchline.server.visitor import Visitor


async def join(table: Table, visitor: Visitor, seat: int | None, name: str | None) -> None:
    """Take an open seat, the first one if none is named."""
    name = name or await table.hub.name_of(visitor)
    async with table.lock:
        _must_be_open(table)
        free = [number for number, place in enumerate(table.seats) if place.kind == "open"]
        if seat is None and free:
            seat = free[0]
        if seat is None or seat not in free:
            raise Refused(409, "seat_taken")
        await _change(table, seat, {"kind": "human", "name": name, "level": None, "browser": visitor.hash}, [])


async def claim(table: Table, visitor: Visitor, secret: str) -> None:
    """Take over the seat of that secret."""
    key = keys.hashed(secret)
    async with table.lock:
        for seat, place in enumerate(table.seats):
            if _opens(place, key):
                before = place.browser
                await _change(table, seat, {"browser": visitor.hash}, None)
                for connection in table.audience.connections:
                    if connection.hash in (before, visitor.hash) and table.status != "open":
                        await table.loaded()
                        table.audience.tell_all_of(connection)
                return
    raise Refused(403, "wrong_secret")


def _opens(place: Seat, key: str) -> bool:
    """Whether a secret of that hash opens the seat; every hash is compared, so the time tells nothing."""
    fits = [keys.same(key, known) for known in place.keys]
    return True in fits


async def leave(table: Table, visitor: Visitor, seat: int) -> None:
    """Give a seat back before the start."""
    async with table.lock:
        must_hold(table, visitor, seat)
        _must_be_open(table)
        await _change(table, seat, {"kind": "open", "name": None, "level": None, "browser": None}, [])


async def change(table: Table, visitor: Visitor, seat: int, kind: str, level: str | None) -> None:
    """The host opens a seat or gives it to a bot before the start."""
    async with table.lock:
        if visitor.hash != table.host:
            raise Refused(403, "not_host")
        if seat >= len(table.seats):
            raise Refused(404, "no_seat")
        _must_be_open(table)
        level = level_of(table.game, level) if kind == "bot" else None
        await _change(table, seat, {"kind": kind, "name": None, "level": level, "browser": None}, [])


async def start(table: Table, visitor: Visitor) -> None:
    """Begin, when every seat is taken."""
    async with table.lock:
        if not table.seats_of(visitor.hash) and visitor.hash != table.host:
            raise Refused(403, "not_yours")
        _must_be_open(table)
        if any(place.kind == "open" for place in table.seats):
            raise Refused(409, "seats_open")
        events: list[Any] = []
        if table.origin is not None:
            acts = await table.hub.log.load(table.origin)
            events = [parse_event(event) for act in acts for event in act.events][: table.inherited]
        await table.begin(events)


async def rematch(table: Table, visitor: Visitor) -> Table:
    """A new table with the same seats and holders; asked twice, the same one."""
    hub = table.hub
    if not table.seats_of(visitor.hash):
        raise Refused(403, "not_yours")
    async with table.lock:
        if table.status != "over":
            raise Refused(409, "not_over")
        if table.next is None:
            new = await _copy(hub, table, visitor)
            table.next = await hub.database.write(lambda each: store.claim_next(each, table.id, new.id))
            table.audience.tell_table()
    return await hub.table(table.next)


async def _copy(hub: Hub, table: Table, visitor: Visitor) -> Table:
    places = [Place(place.kind, place.name, place.level, place.browser) for place in table.seats]
    new = await hub.make(visitor, table.game, table.options, places, table.public)
    async with new.lock:
        await new.begin([])
    return new


async def show_links(table: Table, visitor: Visitor) -> None:
    """Make sure that the seat links that the visitor is shown will open their seats."""
    for seat in table.seats_of(visitor.hash):
        key = keys.hashed(keys.seat_secret(visitor.secret, table.id, seat))
        if key not in table.seats[seat].keys:
            await table.hub.database.write(partial(store.add_key, table=table.id, seat=seat, key=key))
            table.seats[seat].keys.add(key)


async def _change(table: Table, seat: int, values: dict[str, Any], opens: list[str] | None) -> None:
    """Write a seat down, then change it in memory and tell everybody."""
    now = time.time()

    def job(connection: Connection) -> None:
        store.change_seat(connection, table.id, seat, values, opens)
        store.change_table(connection, table.id, changed=now)

    await table.hub.database.write(job)
    place = table.seats[seat]
    for field, value in values.items():
        setattr(place, field, value)
    if opens is not None:
        place.keys = set(opens)
    table.reseated()
    table.changed = now
    table.audience.tell_table()


def must_hold(table: Table, visitor: Visitor | None, seat: int) -> None:
    """Refuse whoever does not hold the seat."""
    if seat >= len(table.seats):
        raise Refused(404, "no_seat")
    if visitor is None or seat not in table.seats_of(visitor.hash):
        raise Refused(403, "not_your_seat", seat=seat)


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Refused(409, "started")
