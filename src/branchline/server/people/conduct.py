"""Muting, blocking and reporting: whom somebody does not want to hear or sit with, and reports to the host."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import sqlalchemy as sa

from branchline.core.text import visible
from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import names, store
from branchline.server.storage import queries
from branchline.server.storage.schema import chat, follows, relations, reports
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

Kind = Literal["mute", "block"]
Reason = Literal["words", "name", "play", "other"]
MOST = 500


class Subject:
    """Somebody at a table: who holds a seat, or who said a line."""

    def __init__(self, holder: str, name: str | None, quote: str | None = None) -> None:
        self.holder = holder
        self.name = name
        self.quote = quote


async def subject(hub: Hub, table: str, seat: int | None, line: int | None, name: str | None = None) -> Subject:
    """The person who is meant: an account by its name, or somebody at a table."""
    if name is not None:
        known = await hub.storage.read(partial(store.known_as, skeleton=names.skeleton(name)))
        if known is None or known["deleted"] is not None:
            raise Refused(404, "no_person", name=name)
        return Subject(known["id"], known["name"])
    found = await hub.look([table])
    if not found:
        raise Refused(404, "no_table")
    if line is not None:
        said = await hub.storage.read(partial(_line, table=table, line=line))
        if said is None:
            raise Refused(404, "not_found")
        return Subject(said["browser"], said["name"], said["text"])
    if seat is None or seat >= len(found[0].seats):
        raise Refused(404, "no_seat")
    place = found[0].seats[seat].place
    if place.browser is None:
        raise Refused(409, "nobody_there", seat=seat)
    return Subject(place.browser, place.name)


async def relate(hub: Hub, visitor: Visitor, who: Subject, kind: Kind) -> None:
    """Mute or block somebody."""
    if who.holder == visitor.hash:
        raise Refused(409, "that_is_you")
    row = {"holder": visitor.hash, "other": who.holder, "kind": kind, "name": who.name, "at": time.time()}

    def job(connection: sa.Connection) -> None:
        if len(related(connection, visitor.hash)) >= MOST:
            raise Refused(409, "too_many_of_these", most=MOST)
        statement = queries.insert(connection, relations).values(**row)
        changed = {"kind": kind, "name": who.name, "at": row["at"]}
        connection.execute(statement.on_conflict_do_update(index_elements=["holder", "other"], set_=changed))
        if kind == "block":
            mine = (follows.c.holder == visitor.hash) & (follows.c.other == who.holder)
            connection.execute(sa.delete(follows).where(mine))

    await hub.storage.write(job)
    await _changed(hub, visitor.hash)


async def unrelate(hub: Hub, visitor: Visitor, id_: str) -> None:
    """Lift a mute or a block; `id_` is that of `related`."""

    def job(connection: sa.Connection) -> None:
        for row in related(connection, visitor.hash):
            if relation_id(row["other"]) == id_:
                where = (relations.c.holder == visitor.hash) & (relations.c.other == row["other"])
                connection.execute(sa.delete(relations).where(where))
                return
        raise Refused(404, "not_found")

    await hub.storage.write(job)
    await _changed(hub, visitor.hash)


async def _changed(hub: Hub, holder: str) -> None:
    await heard(hub, holder)
    await hub.storage.tell("muted", holder)


async def heard(hub: Hub, holder: str) -> None:
    """Let open connections know whom somebody wants to hear from now on."""
    silent = await hub.storage.read(partial(muted, holder=holder))
    for table in hub.in_memory():
        for connection in table.audience.connections:
            if connection.hash == holder:
                connection.muted = silent


def relation_id(other: str) -> str:
    """How a list names somebody without telling who they are."""
    return keys.hashed(f"relation {other}")[:16]


def related(connection: sa.Connection, holder: str) -> list[Any]:
    """Whom somebody has muted or blocked, the last first."""
    statement = sa.select(relations).where(relations.c.holder == holder).order_by(relations.c.at.desc())
    return list(connection.execute(statement).mappings())


def muted(connection: sa.Connection, holder: str) -> set[str]:
    """Whom somebody does not hear."""
    return {row["other"] for row in related(connection, holder)}


def blocked_by(connection: sa.Connection, other: str, holders: list[str]) -> bool:
    """Whether one of these holders has blocked somebody."""
    where = (relations.c.other == other) & relations.c.holder.in_(holders) & (relations.c.kind == "block")
    return connection.execute(sa.select(relations.c.holder).where(where)).first() is not None


def apart(connection: sa.Connection, one: str, others: list[str]) -> bool:
    """Whether somebody has blocked one of these, or one of these them."""
    theirs = (relations.c.other == one) & relations.c.holder.in_(others)
    ours = (relations.c.holder == one) & relations.c.other.in_(others)
    where = (relations.c.kind == "block") & (theirs | ours)
    return connection.execute(sa.select(relations.c.holder).where(where)).first() is not None


def avoided(connection: sa.Connection, one: str) -> set[str]:
    """Whom somebody has blocked, and who has blocked them."""
    blocks = relations.c.kind == "block"
    ours = sa.select(relations.c.other).where(relations.c.holder == one, blocks)
    theirs = sa.select(relations.c.holder).where(relations.c.other == one, blocks)
    return set(connection.execute(ours.union(theirs)).scalars())


async def report(
    hub: Hub, visitor: Visitor, who: Subject, table: str, line: int | None, reason: Reason, text: str
) -> None:
    """Tell the host of the server about somebody; the line is kept as it was."""
    if who.holder == visitor.hash:
        raise Refused(409, "that_is_you")
    if not hub.limits.allow("report", visitor.hash) or not await hub.cluster.allow("report", visitor.address):
        raise Refused(429, "too_fast")
    row = {
        "id": keys.new_table_id(),
        "at": time.time(),
        "reporter": visitor.hash,
        "subject": who.holder,
        "name": who.name,
        "table_id": table,
        "line": line,
        "quote": who.quote,
        "reason": reason,
        "text": visible(text).strip(),
    }
    await hub.storage.write(lambda each: each.execute(sa.insert(reports).values(**row)) and None)


def _line(connection: sa.Connection, table: str, line: int) -> Any:
    return connection.execute(sa.select(chat).where(chat.c.table_id == table, chat.c.n == line)).mappings().first()
