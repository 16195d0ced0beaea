"""Everything about a person as a file, and the end of an account: games stay, with the name removed."""

from __future__ import annotations

import contextlib
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from branchline.server import administration, kept_seats, seating
from branchline.server import events as e
from branchline.server.errors import Refused
from branchline.server.people import store
from branchline.server.projection import Projection
from branchline.server.storage import queries, schema
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

SECRETS = ("hash", "public_key", "counter", "skeleton", "holder", "person", "subject", "reporter")
"""What says nothing about a person, or could be misused."""


async def export(hub: Hub, visitor: Visitor) -> dict[str, Any]:
    """Everything that is kept about an account."""
    assert visitor.person is not None
    person = visitor.person
    found: dict[str, Any] = await hub.storage.read(partial(_rows, person=person))
    found["tables"] = [await _table(hub, id_, person) for id_ in await hub.storage.read(partial(_tables, who=person))]
    return found


async def delete(hub: Hub, visitor: Visitor) -> None:
    """End an account. A bot plays on where the person played, so that nobody else's game ends with it."""
    assert visitor.person is not None
    person = visitor.person
    await hub.storage.write(partial(store.change, id_=person, deleted=time.time(), password=None))
    await hub.people.sessions.changed(person)
    await finish_deletion(hub, person)


async def finish(hub: Hub) -> None:
    """Go on with what a process that died has left."""
    for person in await hub.storage.read(_half_deleted):
        await finish_deletion(hub, person)


async def finish_deletion(hub: Hub, person: str) -> None:
    """Take the person out of all games and then out of the database."""
    tokens = await hub.storage.read(partial(store.rows_of, table=schema.tokens, id_=person))
    for holder in (person, *(row["holder"] for row in tokens)):
        ids = await hub.storage.read(partial(_tables_and_invitations, who=holder))
        for table in await hub.look(ids):
            if table.status != "over":
                await _stand_up(hub, table.id, holder)
                await _decline(hub, table, holder)
        await administration.forget_person(hub.storage, holder)
        for id_ in ids:
            await hub.renew(id_)
    await hub.storage.write(partial(_remove, person=person, holders=[person, *(row["holder"] for row in tokens)]))


async def _stand_up(hub: Hub, id_: str, holder: str) -> None:
    """Leave the seats of a table that has not begun, and hand the others to bots."""
    nobody = Visitor("", holder)
    try:
        table = await hub.table(id_)
        for seat in table.seats_of(holder):
            if table.status == "open":
                await seating.leave(table, nobody, seat)
            elif table.state.seats[seat].bot is None:
                await seating.hand_over(table, nobody, seat, None)
    except Refused:
        # A game of rules that this version does not play, or one that ended meanwhile, needs nobody.
        return


async def _decline(hub: Hub, table: Projection, person: str) -> None:
    """Keep no seat for somebody who will not come."""
    for number, seat in enumerate(table.seats):
        if seat.kept is not None and seat.kept.person == person:
            with contextlib.suppress(Refused):
                await kept_seats.decline(await hub.table(table.id), Visitor("", person, person=person), number)


def _rows(connection: sa.Connection, person: str) -> dict[str, Any]:
    def plain(row: store.Row) -> dict[str, Any]:
        return {name: value for name, value in row.items() if name not in SECRETS}

    account = store.person(connection, person)
    assert account is not None
    of_person = {table.name: store.rows_of(connection, table, person) for table in OF_A_PERSON}
    said = sa.select(schema.chat).where(schema.chat.c.browser == person).order_by(schema.chat.c.at)
    relations = sa.select(schema.relations).where(schema.relations.c.holder == person)
    reports = sa.select(schema.reports).where(schema.reports.c.reporter == person)
    followed = (
        sa.select(schema.persons.c.name, schema.follows.c.at)
        .join(schema.follows, schema.follows.c.other == schema.persons.c.id)
        .where(schema.follows.c.holder == person)
    )
    search = sa.select(schema.searches).where(schema.searches.c.holder == person)
    invited = sa.select(schema.invited.c.table_id).where(schema.invited.c.person == person)
    mine = schema.results.c
    results = sa.select(schema.results).where(mine.holder == person).order_by(mine.ended, mine.table_id)
    return {
        "account": plain(account) | {"password": account["password"] is not None},
        **{name: [plain(row) for row in rows] for name, rows in of_person.items() if name != "recovery_codes"},
        "recovery_codes": len(of_person["recovery_codes"]),
        "chat": [
            {name: row[name] for name in ("table_id", "n", "name", "text", "at")}
            for row in connection.execute(said).mappings()
        ],
        "relations": [plain(row) for row in connection.execute(relations).mappings()],
        "reports": [plain(row) for row in connection.execute(reports).mappings()],
        "follows": [plain(row) for row in connection.execute(followed).mappings()],
        "searches": [plain(row) for row in connection.execute(search).mappings()],
        "invited": sorted(connection.execute(invited).scalars()),
        "results": [plain(row) for row in connection.execute(results).mappings()],
    }


OF_A_PERSON = (
    schema.former_names,
    schema.passkeys,
    schema.recovery_codes,
    schema.sessions,
    schema.tokens,
    schema.ratings,
)


async def _table(hub: Hub, id_: str, person: str) -> dict[str, Any]:
    """A table and what the person did there."""
    (table,) = await hub.look([id_])
    mine = [number for number, seat in enumerate(table.seats) if seat.place.browser == person]
    acts = [
        {"n": each.n, "at": each.at, **_said(each.event)}
        for each in await hub.storage.load(id_)
        if getattr(each.event, "seat", None) in mine
    ]
    return {**administration.summary(table), "created": table.created, "yours": mine, "log": acts}


def _said(event: e.TableEvent) -> dict[str, Any]:
    """An event without the ids of browsers."""
    found: dict[str, Any] = msgspec.to_builtins(event)
    found.pop("browser", None)
    found.pop("waiting", None)
    if isinstance(found.get("place"), dict):
        found["place"].pop("browser", None)
    return found


def _tables(connection: sa.Connection, who: str) -> list[str]:
    statement = sa.select(schema.seats.c.table_id).where(schema.seats.c.browser == who).distinct()
    return sorted(connection.execute(statement).scalars())


def _tables_and_invitations(connection: sa.Connection, who: str) -> list[str]:
    asked = sa.select(schema.invited.c.table_id).where(schema.invited.c.person == who)
    return sorted({*_tables(connection, who), *connection.execute(asked).scalars()})


def _half_deleted(connection: sa.Connection) -> list[str]:
    return list(
        connection.execute(sa.select(schema.persons.c.id).where(schema.persons.c.deleted.is_not(None))).scalars()
    )


def _remove(connection: sa.Connection, person: str, holders: list[str]) -> None:
    queries.overwrite(connection)
    for table in OF_A_PERSON:
        store.remove(connection, table, person)
    relations = schema.relations.c
    connection.execute(sa.delete(schema.relations).where(relations.holder.in_(holders) | relations.other.in_(holders)))
    follows = schema.follows.c
    connection.execute(sa.delete(schema.follows).where(follows.holder.in_(holders) | follows.other.in_(holders)))
    for table in (schema.searches, schema.sightings):
        connection.execute(sa.delete(table).where(table.c.holder.in_(holders)))
    connection.execute(sa.delete(schema.invited).where(schema.invited.c.person.in_(holders)))
    reports = schema.reports
    connection.execute(sa.update(reports).where(reports.c.subject.in_(holders)).values(name=None, quote=None))
    connection.execute(sa.delete(schema.persons).where(schema.persons.c.id == person))
