"""REST: tables, from their making to their rematch."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, TypeVarTuple

import sqlalchemy as sa
from litestar import Request, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from branchline.core.text import one_line
from branchline.games import find
from branchline.server import absence, kept_seats, keys, levels, payloads, seating
from branchline.server.errors import Overtaken, Refused
from branchline.server.hub import Hub
from branchline.server.matches import level_of
from branchline.server.payloads import SeatAsked, SeatChange, SeatRequest, TableInfo
from branchline.server.people import conduct
from branchline.server.projection import Projection
from branchline.server.ratings import rated
from branchline.server.rematch import rematch as same_again
from branchline.server.storage import queries
from branchline.server.table import ATTEMPTS, Table
from branchline.server.visitor import Visitor

Asked = Request[None, None, State]
FINISHED = 20
"""How many finished tables of a visitor are listed at once."""
Before = Annotated[float | None, QueryParameter(ge=0, le=1e12)]
SeatPath = Annotated[int, PathParameter(ge=0, le=63)]


def hub_of(request: Asked) -> Hub:
    """The server's tables and settings."""
    hub: Hub = request.app.state.hub
    return hub


def visitor_of(request: Asked) -> Visitor:
    """The browser that asks."""
    visitor: Visitor = request.scope["visitor"]  # type: ignore[typeddict-item]
    if request.method not in ("GET", "HEAD"):
        hub_of(request).must_not_be_banned(visitor)
    return visitor


async def may_make_table(request: Asked) -> None:
    """Refuse whoever makes tables too fast."""
    hub, address = hub_of(request), visitor_of(request).address
    if not hub.limits.allow("table", address) or not await hub.cluster.allow("table", address):
        raise Refused(429, "too_fast")


Facts = TypeVarTuple("Facts")
Deed = Callable[[Table, Visitor, *Facts], Awaitable[None]]


async def act(request: Asked, id_: str, deed: Deed[*Facts], *facts: *Facts) -> TableInfo:
    """Let the visitor do something at a table, and describe it as they see it then."""
    table, visitor = await hub_of(request).table(id_), visitor_of(request)
    for left in reversed(range(ATTEMPTS)):
        try:
            await deed(table, visitor, *facts)
            break
        except Overtaken:
            # A bot or somebody else was faster, through another process: try again on the table as it is now.
            if not left:
                raise
    return await table.hub.info(table.id, visitor)


@get("/api/me")
async def me(request: Asked) -> payloads.Me:
    """This browser's name and tables."""
    hub, visitor = hub_of(request), visitor_of(request)
    return await _known(hub, visitor, await hub.name_of(visitor))


async def _known(hub: Hub, visitor: Visitor, name: str | None) -> payloads.Me:
    def job(connection: Any) -> tuple[list[Projection], bool, list[levels.Played]]:
        """All in one job: each round trip to a database costs more than what is read there."""
        unfinished = queries.find(connection, queries.unfinished_of(connection, visitor.hash))
        finished, more = _finished(connection, visitor.hash, None)
        return [*unfinished, *finished], more, levels.games_of(connection, visitor.hash)

    found, more, games = await hub.storage.read(job)
    tables = await hub.describe(sorted(found, key=lambda table: -table.created), visitor)
    return payloads.Me(name, tables, visitor.person is not None, levels.levels_for(games), more)


def _finished(connection: Any, browser: str, before: float | None) -> tuple[list[Projection], bool]:
    """The last finished tables of a visitor, and whether there are older ones."""
    ids = queries.finished_of(connection, browser, before, FINISHED + 1)
    return queries.find(connection, ids[:FINISHED]), len(ids) > FINISHED


@get("/api/me/tables")
async def my_tables(request: Asked, before: Before = None) -> payloads.OwnTables:
    """Finished tables of this browser or its account that were made before an instant."""
    hub, visitor = hub_of(request), visitor_of(request)
    found, more = await hub.storage.read(partial(_finished, browser=visitor.hash, before=before))
    return payloads.OwnTables(await hub.describe(found, visitor), more)


@put("/api/me")
async def rename(request: Asked, data: JSONBody[payloads.NewName]) -> payloads.Me:
    """Choose the name for seats taken from now on; an account is renamed."""
    hub, visitor = hub_of(request), visitor_of(request)
    if visitor.program:
        raise Refused(403, "not_for_programs")
    if visitor.person is not None:
        name = await hub.people.rename(visitor.person, data.name)
    else:
        name = clean_name(data.name)
        await hub.people.may_use(visitor, [name])
        await hub.storage.write(lambda each: queries.name_browser(each, visitor.hash, name, time.time()))
    return await _known(hub, visitor, name)


def _is_shown_to(table: Projection, visitor: Visitor, avoided: set[str]) -> bool:
    """Whether the visitor may see the table: they sit there, or no block is between them and anybody there."""
    people = {table.host, *(seat.place.browser for seat in table.seats)}
    return visitor.hash in people or avoided.isdisjoint(people)


@get("/api/tables")
async def lobby(request: Asked) -> payloads.TableList:
    """Public tables: open ones first, then running ones; not those of people whom a block keeps apart."""
    hub, visitor = hub_of(request), visitor_of(request)

    def job(connection: sa.Connection) -> list[Projection]:
        avoided = conduct.avoided(connection, visitor.hash)
        shown = hub.networks.spread(queries.lobby(connection), queries.LISTED, lambda each: each)
        found = queries.find(connection, [id_ for id_, _, _ in shown])
        return [table for table in found if not avoided or _is_shown_to(table, visitor, avoided)]

    found = await hub.storage.read(job)
    return payloads.TableList(await hub.describe(found, visitor, links=False))


@post("/api/tables")
async def make(request: Asked, data: JSONBody[payloads.NewTable]) -> TableInfo:
    """Make a table; begin at once if asked to and no seat is open."""
    await may_make_table(request)
    hub, visitor = hub_of(request), visitor_of(request)
    game = find(data.game)
    clean_names(data.seats)
    places = await hub.places(visitor, game, data.seats)
    if data.rated:
        rated.must_suit(places)
    id_ = keys.new_table_id()
    kept = await kept_seats.asked_at(hub, visitor, id_, data.seats, data.clock)
    table = await hub.make(
        visitor,
        game,
        data.options,
        places,
        data.public,
        language=data.language,
        kept=kept,
        id_=id_,
        clock=data.clock,
        absence=data.absence,
        rated=data.rated,
    )
    if data.start and all(place.kind != "open" for place in places):
        await seating.start(table, visitor)
    return await table.hub.info(table.id, visitor)


@get("/api/tables/{id:str}")
async def look(request: Asked, id: FromPath[str]) -> TableInfo:
    """A table."""
    return await hub_of(request).info(id, visitor_of(request))


@post("/api/tables/{id:str}/join", status_code=200)
async def join(request: Asked, id: FromPath[str], data: JSONBody[payloads.Join]) -> TableInfo:
    """Take an open seat."""
    return await act(request, id, seating.join, data.seat, clean_name(data.name) if data.name else None)


@post("/api/tables/{id:str}/claim", status_code=200)
async def claim(request: Asked, id: FromPath[str], data: JSONBody[payloads.Claim]) -> TableInfo:
    """Take over the seat of that secret."""
    return await act(request, id, seating.claim, data.secret)


@post("/api/tables/{id:str}/leave", status_code=200)
async def leave(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Give a seat back before the start."""
    return await act(request, id, seating.leave, data.seat)


@post("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def change_seat(request: Asked, id: FromPath[str], seat: SeatPath, data: JSONBody[SeatChange]) -> TableInfo:
    """The host opens a seat or gives it to a bot before the start."""
    return await act(request, id, seating.change, seat, data.kind, data.level)


@post("/api/tables/{id:str}/invite", status_code=200)
async def invite(request: Asked, id: FromPath[str], data: JSONBody[payloads.Invite]) -> TableInfo:
    """Invite somebody by name, and keep a seat for them."""
    return await act(request, id, kept_seats.invite, clean_name(data.name), data.seat)


@post("/api/tables/{id:str}/decline", status_code=200)
async def decline(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Do not take the seat that is kept for oneself."""
    return await act(request, id, kept_seats.decline, data.seat)


@post("/api/tables/{id:str}/start", status_code=200)
async def start(request: Asked, id: FromPath[str]) -> TableInfo:
    """Begin, when no seat is open."""
    return await act(request, id, seating.start)


@post("/api/tables/{id:str}/resign", status_code=200)
async def resign(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Give up with a seat."""
    return await act(request, id, seating.resign, data.seat)


@post("/api/tables/{id:str}/abort", status_code=200)
async def abort(request: Asked, id: FromPath[str]) -> TableInfo:
    """Call the game off before a person has moved."""
    return await act(request, id, seating.abort)


@post("/api/tables/{id:str}/hand-over", status_code=200)
async def hand_over(request: Asked, id: FromPath[str], data: JSONBody[payloads.HandOver]) -> TableInfo:
    """Let a bot play in one's place."""
    return await act(request, id, seating.hand_over, data.seat, data.level)


@post("/api/tables/{id:str}/take-back", status_code=200)
async def take_back(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Play a seat oneself again that was handed to a bot."""
    return await act(request, id, seating.take_back, data.seat)


@post("/api/tables/{id:str}/vote", status_code=200)
async def vote(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Vote for a bot to play for somebody who does not move."""
    table, visitor = await hub_of(request).table(id), visitor_of(request)
    await absence.vote(table, visitor, data.seat, level_of(table.game, None))
    return await table.hub.info(table.id, visitor)


@post("/api/tables/{id:str}/revoke-link", status_code=200)
async def revoke_link(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> TableInfo:
    """Make the links to one's seat invalid, and get a new one."""
    return await act(request, id, seating.revoke, data.seat)


@post("/api/tables/{id:str}/rematch", status_code=200)
async def rematch(request: Asked, id: FromPath[str]) -> TableInfo:
    """A new table with the same seats."""
    await may_make_table(request)
    visitor = visitor_of(request)
    hub = hub_of(request)
    return await hub.info((await same_again(await hub.table(id), visitor)).id, visitor)


def clean_name(name: str) -> str:
    """A name without invisible letters and doubled spaces."""
    clean = one_line(name)
    if not clean:
        raise Refused(422, "no_name")
    return clean


def clean_names(requests: list[SeatRequest]) -> None:
    """Clean the names in requests for seats, where they are given."""
    for request in requests:
        if request.name is not None:
            request.name = clean_name(request.name)
