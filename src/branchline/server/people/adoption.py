"""A guest's games become an account's: table by table, each by an event in its log, and without loss."""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
import structlog

from branchline.server import events as e
from branchline.server.errors import Refused
from branchline.server.fold import adopted, adopted_seat
from branchline.server.lobby import searches as lobby
from branchline.server.storage import queries
from branchline.server.storage.interface import Change, Conflict
from branchline.server.storage.schema import (
    adoptions,
    channels,
    chat,
    deliveries,
    follows,
    notice_settings,
    notices,
    relations,
    reports,
    results,
    searches,
    seats,
    tables,
)

if TYPE_CHECKING:
    from branchline.server.hub import Hub

log = structlog.get_logger("branchline.server")
ATTEMPTS = 20


async def adopt(hub: Hub, guest: str, person: str) -> int:
    """Let an account hold whatever a guest held; at how many tables that was."""
    event = e.Adopted(guest, person)
    done: set[str] = set()
    for _ in range(ATTEMPTS):
        found = await hub.storage.read(partial(_tables_of, guest=guest))
        for id_ in found:
            await _adopt_at(hub, id_, event)
        done.update(found)
        if await hub.storage.write(partial(_move, event=event)):
            break
        if not await _seat(hub, guest):
            # The adoption stands in the database; whoever seats the guest goes on with it.
            break
    return len(done)


async def finish(hub: Hub) -> None:
    """Go on with what a process that died has left."""
    for guest, person in await hub.storage.read(_pending):
        await adopt(hub, guest, person)


async def _seat(hub: Hub, guest: str) -> bool:
    """Seat a guest who was found a game a moment ago; False if that cannot be done now."""
    on_their_way = await hub.storage.read(partial(lobby.left, before=math.inf))
    for party in on_their_way:
        if any(member.holder == guest for member in party.members):
            try:
                await hub.matcher.seat(party)
            except Refused as error:
                log.warning("a guest is adopted later", table=party.table, why=str(error))
                return False
    return True


async def _adopt_at(hub: Hub, id_: str, event: e.Adopted) -> None:
    """Append the event at one table. Its match is not needed for that, so a game of old rules is adopted too."""
    for _ in range(ATTEMPTS):
        (table,) = await hub.storage.read(partial(queries.find, ids=[id_]))
        after = msgspec.structs.replace(
            table,
            length=table.length + 1,
            host=adopted(table.host, event),
            seats=[adopted_seat(seat, event) for seat in table.seats],
        )
        try:
            await hub.storage.append(Change([e.Written(table.length, time.time(), event)], after))
        except Conflict:
            continue
        break
    else:
        raise Conflict
    for known in hub.in_memory(id_):
        async with known.lock:
            await known.catch_up()
        for connection in list(known.audience.connections):
            if connection.hash == event.browser:
                # It comes back with the cookie of its account.
                connection.drop(slow=False)


def _tables_of(connection: sa.Connection, guest: str) -> list[str]:
    seated = sa.select(seats.c.table_id).where(seats.c.browser == guest)
    made = sa.select(tables.c.id).where(tables.c.host == guest)
    return sorted(connection.execute(seated.union(made)).scalars())


def _pending(connection: sa.Connection) -> list[tuple[str, str]]:
    return [(row.browser, row.person) for row in connection.execute(sa.select(adoptions))]


def _move(connection: sa.Connection, event: e.Adopted) -> bool:
    """What is no event: lines of chat, notices, who is muted or blocked by whom, reports; and the adoption is done.

    False, and nothing has changed, while the guest is on the way to a seat or has taken one since.
    """
    guest, person = event.browser, event.person
    lobby.lock(connection)
    if lobby.is_expected(connection, guest) or _tables_of(connection, guest):
        return False
    ours = chat.alias()
    there = sa.exists().where(
        ours.c.table_id == chat.c.table_id, ours.c.client == chat.c.client, ours.c.browser == person
    )
    connection.execute(sa.update(chat).where(chat.c.browser == guest, ~there).values(browser=person))
    for column, other in ((relations.c.holder, relations.c.other), (relations.c.other, relations.c.holder)):
        theirs = relations.alias()
        known = sa.exists().where(theirs.c[column.name] == person, theirs.c[other.name] == other)
        connection.execute(sa.update(relations).where(column == guest, ~known).values({column.name: person}))
        connection.execute(sa.delete(relations).where(column == guest))
    connection.execute(sa.update(channels).where(channels.c.owner == guest).values(owner=person))
    for table in (notice_settings, notices, deliveries):
        theirs = table.alias()
        same = [theirs.c[key.name] == key for key in table.primary_key.columns if key.name != "owner"]
        known = sa.exists().where(theirs.c.owner == person, *same)
        connection.execute(sa.update(table).where(table.c.owner == guest, ~known).values(owner=person))
        connection.execute(sa.delete(table).where(table.c.owner == guest))
    _move_follows_and_search(connection, guest, person)
    for column in (reports.c.subject, reports.c.reporter):
        connection.execute(sa.update(reports).where(column == guest).values({column.name: person}))
    connection.execute(sa.update(results).where(results.c.holder == guest).values(holder=person))
    connection.execute(sa.delete(adoptions).where(adoptions.c.browser == guest))
    return True


def _move_follows_and_search(connection: sa.Connection, guest: str, person: str) -> None:
    """Give the account the guest's follows and search for a game."""
    theirs = searches.alias()
    found = sa.exists().where(theirs.c.holder == guest, theirs.c.done)
    # A game that was found ends the account's own search: nobody waits for two.
    waiting = (searches.c.holder == person) & searches.c.table_id.is_(None)
    connection.execute(sa.delete(searches).where(waiting, found))
    for table in (follows, searches):
        theirs = table.alias()
        same = [theirs.c.other == table.c.other] if table is follows else []
        known = sa.exists().where(theirs.c.holder == person, *same)
        connection.execute(sa.update(table).where(table.c.holder == guest, ~known).values(holder=person))
        connection.execute(sa.delete(table).where(table.c.holder == guest))
    # Nobody follows themselves.
    connection.execute(sa.delete(follows).where(follows.c.holder == person, follows.c.other == person))
