"""REST: muting, blocking and reporting somebody at a table."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from branchline.server.payloads import Name
from branchline.server.people import conduct
from branchline.server.tables import Asked, hub_of, visitor_of

TableId = Annotated[str, Meta(max_length=32)]
Seat = Annotated[int, Meta(ge=0, le=63)]
Line = Annotated[int, Meta(ge=0, le=1_000_000)]


class Relating(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to hear no more (mute), or not to sit with either (block).

    An account by its name, or at a table a seat's holder or who said a line.
    """

    kind: Literal["mute", "block"]
    table: TableId = ""
    seat: Seat | None = None
    line: Line | None = None
    name: Name | None = None


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """What the host of the server shall know of somebody."""

    reason: Literal["words", "name", "play", "other"]
    table: TableId = ""
    text: Annotated[str, Meta(max_length=1000)] = ""
    seat: Seat | None = None
    line: Line | None = None
    name: Name | None = None


class RelationInfo(msgspec.Struct):
    """Somebody who is muted or blocked."""

    id: str
    kind: Literal["mute", "block"]
    name: str | None
    at: float


class Relations(msgspec.Struct):
    """Everybody whom this person has muted or blocked."""

    relations: list[RelationInfo]


@get("/api/relations")
async def relations(request: Asked) -> Relations:
    """Whom this person has muted or blocked."""
    return await _list(request)


async def _list(request: Asked) -> Relations:
    hub, visitor = hub_of(request), visitor_of(request)
    rows = await hub.storage.read(partial(conduct.related, holder=visitor.hash))
    return Relations(
        [RelationInfo(conduct.relation_id(row["other"]), row["kind"], row["name"], row["at"]) for row in rows]
    )


@post("/api/relations", status_code=200)
async def relate(request: Asked, data: JSONBody[Relating]) -> Relations:
    """Mute or block somebody."""
    hub, visitor = hub_of(request), visitor_of(request)
    who = await conduct.subject(hub, data.table, data.seat, data.line, data.name)
    await conduct.relate(hub, visitor, who, data.kind)
    return await _list(request)


@delete("/api/relations/{id:str}", status_code=200)
async def unrelate(request: Asked, id: FromPath[str]) -> Relations:
    """Lift a mute or a block."""
    await conduct.unrelate(hub_of(request), visitor_of(request), id)
    return await _list(request)


@post("/api/reports", status_code=204)
async def report(request: Asked, data: JSONBody[Report]) -> None:
    """Report somebody to the host of the server."""
    hub, visitor = hub_of(request), visitor_of(request)
    who = await conduct.subject(hub, data.table, data.seat, data.line, data.name)
    await conduct.report(hub, visitor, who, data.table, data.line, data.reason, data.text)


HANDLERS = [relations, relate, unrelate, report]
