"""REST: the review of a finished game."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from branchline.server.errors import Refused
from branchline.server.history import Position
from branchline.server.messages import ViewMessage
from branchline.server.reviews.payloads import Instead, ReviewInfo, ReviewRequest
from branchline.server.table import Table
from branchline.server.tables import Asked, hub_of, visitor_of


@get("/api/tables/{id:str}/review")
async def look(request: Asked, id: FromPath[str]) -> ReviewInfo:
    """The review of a finished game, as far as it is."""
    return await hub_of(request).reviews.look(await _finished(request, id))


@post("/api/tables/{id:str}/review")
async def begin(request: Asked, id: FromPath[str], data: JSONBody[ReviewRequest]) -> ReviewInfo:
    """Have a finished game reviewed; whoever can see the game can ask."""
    table = await _finished(request, id)
    return await hub_of(request).reviews.begin(table, visitor_of(request), data.again)


@post("/api/tables/{id:str}/positions/{n:int}/instead", status_code=200)
async def instead(request: Asked, id: FromPath[str], n: Position, data: JSONBody[Instead]) -> ViewMessage:
    """A position of a finished game as it would be if a seat had done something else; chance is left open."""
    table = await _finished(request, id)
    if n > len(table.match.events):
        raise Refused(404, "no_position", most=len(table.match.events))
    return await table.positions.instead(n, data.seat, data.action)


async def _finished(request: Asked, id_: str) -> Table:
    table = await hub_of(request).table(id_)
    if table.status != "over" or not table.state.started:
        raise Refused(409, "not_over")
    return table


HANDLERS = [look, begin, instead]
