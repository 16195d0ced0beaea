"""Hints for whoever plays against bots: what the expert would do. They are counted in the table's log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from branchline.bots import levels
from branchline.review.hints import Advice, advise_packed
from branchline.review.reviewing import level_of
from branchline.server import events as e
from branchline.server.errors import Refused
from branchline.server.payloads import SeatAsked
from branchline.server.pool import Lost
from branchline.server.rights import is_counted, is_fair
from branchline.server.table import Table
from branchline.server.tables import Asked, hub_of, visitor_of
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

TRIES = 2


class Hint(msgspec.Struct):
    """What the expert would do in the position after `n` events. The page tells it little by little."""

    n: int
    advice: Advice


@post("/api/tables/{id:str}/hint", status_code=200)
async def hint(request: Asked, id: FromPath[str], data: JSONBody[SeatAsked]) -> Hint:
    """What the expert would do; only against bots, and never where it would be unfair."""
    hub, visitor = hub_of(request), visitor_of(request)
    table = await hub.table(id)
    async with table.lock:
        table.must_play(visitor, data.seat)
        if not is_fair(table.state, visitor.hash, await is_counted(table, visitor.hash)):
            raise Refused(403, "no_hints")
        if table.status != "running":
            raise Refused(409, "over" if table.status == "over" else "not_started")
        n, sight = len(table.match.events), table.match.sight(data.seat).pack()
    seconds = hub.settings.bot_seconds or levels(table.game)[level_of(table.game)].seconds
    limit = seconds + hub.settings.bot_limit
    advice = await _advised(hub, visitor, table, limit, sight, seconds)
    async with table.lock:
        await table.write(e.Hinted(data.seat))
    return Hint(n, advice)


async def _advised(
    hub: Hub, visitor: Visitor, table: Table, limit: float, sight: dict[str, Any], seconds: float
) -> Advice:
    """The worker's advice; a worker that is lost, or a whole cluster, costs one more try."""
    whose = hub.networks.name(visitor.address), visitor.hash, table.id
    for _ in range(TRIES):
        try:
            return await hub.thinkers.pool.run(*whose, limit, advise_packed, sight, seconds)
        except Lost as error:
            lost = error
    raise Refused(503, "no_hint") from lost
