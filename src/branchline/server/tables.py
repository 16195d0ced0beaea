"""REST: tables, from their making to their rematch."""

from __future__ import annotations

import time
from typing import Annotated

from litestar import Request, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, PathParameter

from branchline.games import find
from branchline.server import payloads, seating, store
from branchline.server.errors import Refused
from branchline.server.hub import Hub
from branchline.server.payloads import SeatChange, SeatRequest, TableInfo
from branchline.server.table import Table
from branchline.server.visitor import Visitor

Asked = Request[None, None, State]
SeatPath = Annotated[int, PathParameter(ge=0, le=63)]


def hub_of(request: Asked) -> Hub:
    """The server's tables and settings."""
    hub: Hub = request.app.state.hub
    return hub


def visitor_of(request: Asked) -> Visitor:
    """The browser that asks."""
    visitor: Visitor = request.scope["visitor"]  # type: ignore[typeddict-item]
    return visitor


def may_make_table(request: Asked) -> None:
    """Refuse whoever makes tables too fast."""
    if not hub_of(request).limits.allow("table", visitor_of(request).address):
        raise Refused(429, "too_fast")


async def shown(table: Table, visitor: Visitor) -> TableInfo:
    """The table as the visitor sees it, with links that work."""
    await seating.show_links(table, visitor)
    return table.info(visitor)


@get("/api/me")
async def me(request: Asked) -> payloads.Me:
    """This browser's name and tables."""
    hub, visitor = hub_of(request), visitor_of(request)
    ids = await hub.database.read(lambda each: store.tables_of(each, visitor.hash))
    tables = [await shown(table, visitor) for table in await hub.tables(ids)]
    return payloads.Me(await hub.name_of(visitor), tables)


@put("/api/me")
async def rename(request: Asked, data: JSONBody[payloads.NewName]) -> payloads.Me:
    """Choose the name for seats taken from now on."""
    hub, visitor = hub_of(request), visitor_of(request)
    name = clean_name(data.name)
    await hub.database.write(lambda each: store.name_browser(each, visitor.hash, name, time.time()))
    ids = await hub.database.read(lambda each: store.tables_of(each, visitor.hash))
    return payloads.Me(name, [await shown(table, visitor) for table in await hub.tables(ids)])


@get("/api/tables")
async def lobby(request: Asked) -> payloads.TableList:
    """Public tables: open ones first, then running ones."""
    hub, visitor = hub_of(request), visitor_of(request)
    ids = await hub.database.read(store.lobby)
    return payloads.TableList([table.info(visitor) for table in await hub.tables(ids)])


@post("/api/tables")
async def make(request: Asked, data: JSONBody[payloads.NewTable]) -> TableInfo:
    """Make a table; begin at once if asked to and no seat is open."""
    may_make_table(request)
    hub, visitor = hub_of(request), visitor_of(request)
    game = find(data.game)
    clean_names(data.seats)
    places = await hub.places(visitor, game, data.seats)
    table = await hub.make(visitor, game, data.options, places, data.public)
    if data.start and all(place.kind != "open" for place in places):
        await seating.start(table, visitor)
    return await shown(table, visitor)


@get("/api/tables/{id:str}")
async def look(request: Asked, id: FromPath[str]) -> TableInfo:
    """A table."""
    return await shown(await hub_of(request).table(id), visitor_of(request))


@post("/api/tables/{id:str}/join", status_code=200)
async def join(request: Asked, id: FromPath[str], data: JSONBody[payloads.Join]) -> TableInfo:
    """Take an open seat."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await seating.join(table, visitor, data.seat, clean_name(data.name) if data.name else None)
    return await shown(table, visitor)


@post("/api/tables/{id:str}/claim", status_code=200)
async def claim(request: Asked, id: FromPath[str], data: JSONBody[payloads.Claim]) -> TableInfo:
    """Take over the seat of that secret."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await seating.claim(table, visitor, data.secret)
    return await shown(table, visitor)


@post("/api/tables/{id:str}/leave", status_code=200)
async def leave(request: Asked, id: FromPath[str], data: JSONBody[payloads.Leave]) -> TableInfo:
    """Give a seat back before the start."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await seating.leave(table, visitor, data.seat)
    return await shown(table, visitor)


@post("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def change_seat(request: Asked, id: FromPath[str], seat: SeatPath, data: JSONBody[SeatChange]) -> TableInfo:
    """The host opens a seat or gives it to a bot before the start."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await seating.change(table, visitor, seat, data.kind, data.level)
    return await shown(table, visitor)


@post("/api/tables/{id:str}/start", status_code=200)
async def start(request: Asked, id: FromPath[str]) -> TableInfo:
    """Begin, when no seat is open."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await seating.start(table, visitor)
    return await shown(table, visitor)


@post("/api/tables/{id:str}/rematch", status_code=200)
async def rematch(request: Asked, id: FromPath[str]) -> TableInfo:
    """A new table with the same seats."""
    may_make_table(request)
    visitor = visitor_of(request)
    return await shown(await seating.rematch(await hub_of(request).table(id), visitor), visitor)


def clean_name(name: str) -> str:
    """A name without invisible letters and doubled spaces."""
    clean = " ".join("".join(letter for letter in name if letter.isprintable()).split())
    if not clean:
        raise Refused(422, "no_name")
    return clean


def clean_names(requests: list[SeatRequest]) -> None:
    """Clean the names in requests for seats, where they are given."""
    for request in requests:
        if request.name is not None:
            request.name = clean_name(request.name)
