"""Open seats that are kept for somebody: invitations by name, until they are taken, declined or expired."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from branchline.server import events as e
from branchline.server.clocks import Clock, LiveClock
from branchline.server.errors import Refused
from branchline.server.payloads import SeatRequest
from branchline.server.people import conduct, names, store
from branchline.server.projection import SeatState
from branchline.server.storage import queries
from branchline.server.storage.schema import invited, seats, tables
from branchline.server.table import Table
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

SITTING, DAYS = 900.0, 3 * 86_400.0
"""Seconds that a seat is kept: where the game is one of a sitting, and elsewhere."""
LISTED = 20


def is_open_to(seat: SeatState, visitor: Visitor, now: float) -> bool:
    """Whether a visitor may take a seat; one that is kept is no program's, not even its person's."""
    kept = seat.kept_at(now)
    if seat.place.kind != "open":
        return False
    return kept is None or (kept.person == visitor.person and not visitor.program)


def first_open(table: Table, visitor: Visitor) -> int | None:
    """The seat that a visitor takes who names none: one that is kept for them, or the first."""
    now = table.hub.timekeeper.now()
    free = [n for n, seat in enumerate(table.state.seats) if is_open_to(seat, visitor, now)]
    return min(free, key=lambda n: (table.state.seats[n].kept_at(now) is None, n), default=None)


def must_be_open_to(table: Table, visitor: Visitor, seat: int) -> None:
    """Refuse a seat that is taken, or kept for somebody else."""
    if seat >= len(table.state.seats) or table.state.seats[seat].place.kind != "open":
        raise Refused(409, "seat_taken")
    if not is_open_to(table.state.seats[seat], visitor, table.hub.timekeeper.now()):
        raise Refused(409, "seat_kept")


async def invite(table: Table, visitor: Visitor, name: str, seat: int | None) -> None:
    """Keep an open seat for an account and let its person know; for whoever sits here, or has made the table."""
    hub = table.hub
    must_ask_slowly(hub, visitor)
    person, name = await account(hub, visitor, name)
    async with table.lock:
        mine = table.seats_of(visitor.hash)
        if not mine and visitor.hash != table.state.made.host:
            raise Refused(403, "not_yours")
        if table.status != "open":
            raise Refused(409, "started")
        now = hub.timekeeper.now()
        kept = [each.kept_at(now) for each in table.state.seats]
        if table.seats_of(person) or any(each is not None and each.person == person for each in kept):
            raise Refused(409, "invited_already", name=name)
        free = [n for n, each in enumerate(table.state.seats) if each.place.kind == "open" and kept[n] is None]
        if not free or (seat is not None and seat not in free):
            raise Refused(409, "seat_taken")
        await must_not_be_blocked(hub, person, [visitor.hash, *_people(table)])
        event = _keep(seat if seat is not None else free[0], person, name, mine, table.state.made.clock, now)
        await hub.storage.write(partial(_remember, table=table.id, people=[person]))
        await table.write(event)


async def asked_at(
    hub: Hub, visitor: Visitor, id_: str, requests: Sequence[SeatRequest], clock: Clock | None
) -> list[e.SeatKept]:
    """The seats of a new table that are kept for somebody from the beginning."""
    mine = [number for number, request in enumerate(requests) if request.kind == "me"]
    found: list[e.SeatKept] = []
    for number, request in enumerate(requests):
        if request.kind == "open" and request.name is not None:
            must_ask_slowly(hub, visitor)
            person, name = await account(hub, visitor, request.name)
            if any(each.person == person for each in found):
                raise Refused(409, "invited_already", name=name)
            await must_not_be_blocked(hub, person, [visitor.hash])
            found.append(_keep(number, person, name, mine, clock, hub.timekeeper.now()))
    if found:
        await hub.storage.write(partial(_remember, table=id_, people=[each.person for each in found]))
    return found


async def kept_for_others(hub: Hub, table: Table, mine: int, following: str) -> list[e.SeatKept]:
    """The seats of the table that follows, kept for the accounts that held them at the one before."""
    clock, now = table.state.made.clock, hub.timekeeper.now()
    holders = [(n, seat.place.browser, seat.place.name) for n, seat in enumerate(table.state.seats) if n != mine]
    found = [_keep(n, person, name or "", [mine], clock, now) for n, person, name in holders if person is not None]
    if found:
        await hub.storage.write(partial(_remember, table=following, people=[each.person for each in found]))
    return found


def _keep(seat: int, person: str, name: str, mine: Sequence[int], clock: Clock | None, now: float) -> e.SeatKept:
    until = now + (SITTING if isinstance(clock, LiveClock) else DAYS)
    return e.SeatKept(seat, person, name, mine[0] if mine else None, until)


async def decline(table: Table, visitor: Visitor, seat: int) -> None:
    """Turn the invitation down: everybody may take the seat."""
    async with table.lock:
        if seat >= len(table.state.seats):
            raise Refused(404, "no_seat")
        kept = table.state.seats[seat].kept
        if kept is None or visitor.program or kept.person != visitor.person:
            raise Refused(403, "not_asked")
        if table.status != "open":
            raise Refused(409, "started")
        await table.write(e.SeatDeclined(seat))


def must_ask_slowly(hub: Hub, visitor: Visitor) -> None:
    """Refuse programs, and whoever invites too often."""
    if visitor.program:
        raise Refused(403, "not_for_programs")
    if not hub.limits.allow("invite", visitor.hash):
        raise Refused(429, "too_fast")


async def account(hub: Hub, visitor: Visitor, name: str) -> tuple[str, str]:
    """The account of that name, and how it is written."""
    found = await hub.storage.read(partial(store.known_as, skeleton=names.skeleton(name)))
    if found is None or found["deleted"] is not None or found["banned"] is not None:
        raise Refused(404, "no_person", name=name)
    if found["id"] == visitor.person:
        raise Refused(409, "that_is_you")
    return found["id"], found["name"]


async def must_not_be_blocked(hub: Hub, person: str, others: list[str]) -> None:
    """Refuse to seat somebody with people whom they have blocked, or who have blocked them."""
    if await hub.storage.read(partial(conduct.apart, one=person, others=others)):
        raise Refused(403, "blocked")


def _people(table: Table) -> list[str]:
    holders = (state.place.browser for state in table.state.seats)
    return [table.state.made.host, *(holder for holder in holders if holder is not None)]


def _remember(connection: sa.Connection, table: str, people: Sequence[str]) -> None:
    rows = [{"table_id": table, "person": person} for person in people]
    connection.execute(queries.insert(connection, invited).on_conflict_do_nothing(), rows)


def invitations(connection: sa.Connection, person: str, now: float) -> list[str]:
    """The open tables where a seat is kept for an account, the first to expire first."""
    statement = (
        sa.select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.kept == person, seats.c.kind == "open", seats.c.kept_until > now, tables.c.status == "open")
        .order_by(seats.c.kept_until)
        .limit(LISTED)
    )
    return list(connection.execute(statement).scalars())
