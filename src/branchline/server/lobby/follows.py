"""People whom somebody follows, and where these are now. Whoever is blocked by one of them always sees them as away."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from branchline.server import kept_seats
from branchline.server.errors import Refused
from branchline.server.lobby.payloads import FollowInfo
from branchline.server.lobby.sightings import HERE
from branchline.server.people.conduct import relation_id
from branchline.server.projection import Projection
from branchline.server.storage import queries
from branchline.server.storage.queries import Row
from branchline.server.storage.schema import follows, persons, relations, searches, sightings
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

MOST = 200
_ORDER = ("playing", "seeking", "here", "away")


async def follow(hub: Hub, visitor: Visitor, name: str) -> None:
    """Follow an account. Nobody learns from it whether they are blocked."""
    person, _ = await kept_seats.account(hub, visitor, name)

    def job(connection: sa.Connection) -> None:
        count = sa.select(sa.func.count()).select_from(follows).where(follows.c.holder == visitor.hash)
        if connection.execute(count).scalar_one() >= MOST:
            raise Refused(409, "too_many_of_these", most=MOST)
        row = {"holder": visitor.hash, "other": person, "at": time.time()}
        connection.execute(queries.insert(connection, follows).values(**row).on_conflict_do_nothing())

    await hub.storage.write(job)


async def unfollow(hub: Hub, visitor: Visitor, id_: str) -> None:
    """Follow somebody no more; `id_` is that of the list."""

    def job(connection: sa.Connection) -> None:
        mine = follows.c.holder == visitor.hash
        for other in connection.execute(sa.select(follows.c.other).where(mine)).scalars().all():
            if relation_id(other) == id_:
                connection.execute(sa.delete(follows).where(mine, follows.c.other == other))
                return
        raise Refused(404, "not_found")

    await hub.storage.write(job)


async def followed(hub: Hub, visitor: Visitor) -> list[FollowInfo]:
    """Whom somebody follows: who plays first, who is away last."""
    now = hub.timekeeper.now()
    rows = await hub.storage.read(partial(_rows, holder=visitor.hash, now=now))
    at = await hub.cluster.tables_of({row["id"] for row in rows if not row["blocks"]})
    tables = {table.id: table for table in await hub.look(sorted({table for table, _ in at}))}
    found = [_info(row, [tables[id_] for id_, who in at if who == row["id"] and id_ in tables], now) for row in rows]
    return sorted(found, key=lambda each: (_ORDER.index(each.state), each.name.casefold()))


def _info(row: Row, at: list[Projection], now: float) -> FollowInfo:
    id_, name = relation_id(row["id"]), row["name"]
    playing = [table for table in at if table.status == "running" and _sits(table, row["id"])]
    if row["blocks"]:
        return FollowInfo(id_, name, "away", None, None)
    if playing:
        # Of a private game others see only that the person plays.
        table = min(playing, key=lambda each: (not each.public, each.id))
        return FollowInfo(id_, name, "playing", table.game, table.id if table.public else None)
    if row["game"] is not None:
        return FollowInfo(id_, name, "seeking", row["game"], None)
    here = bool(at) or (row["seen"] is not None and row["seen"] > now - HERE)
    return FollowInfo(id_, name, "here" if here else "away", None, None)


def _sits(table: Projection, person: str) -> bool:
    return any(seat.place.browser == person for seat in table.seats)


def _rows(connection: sa.Connection, holder: str, now: float) -> list[Row]:
    blocks = sa.exists().where(
        relations.c.holder == follows.c.other, relations.c.other == holder, relations.c.kind == "block"
    )
    waiting = (searches.c.holder == persons.c.id) & searches.c.table_id.is_(None) & (searches.c.until > now)
    statement = (
        sa.select(persons.c.id, persons.c.name, sightings.c.at.label("seen"), searches.c.game, blocks.label("blocks"))
        .select_from(follows)
        .join(persons, persons.c.id == follows.c.other)
        .outerjoin(sightings, sightings.c.holder == persons.c.id)
        .outerjoin(searches, waiting)
        .where(follows.c.holder == holder, persons.c.deleted.is_(None))
    )
    return list(connection.execute(statement).mappings())
