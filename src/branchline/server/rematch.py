"""The same people once more: a new table after a game, one only, whoever asks and however often."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.server import events as e
from branchline.server import kept_seats, keys, seating
from branchline.server.errors import Refused, Unavailable
from branchline.server.ratings import rated
from branchline.server.table import Table
from branchline.server.visitor import Visitor


async def rematch(table: Table, visitor: Visitor) -> Table:
    """A new table with the same seats and holders; asked twice, the same one.

    A rated game begins when everybody has asked for it or sat down: nobody's time runs, and nobody's rating falls, in a
    game that they do not know of.
    """
    hub = table.hub
    mine = table.seats_of(visitor.hash)
    if not mine:
        raise Refused(403, "not_yours")
    async with table.lock:
        if table.status != "over":
            raise Refused(409, "not_over")
        if table.state.next is None:
            new = await _copy(table, visitor, mine[0])
            try:
                await table.write(e.RematchMade(new.id, mine[0]))
            except Refused:
                if table.state.next is None:
                    raise
        found = table.state.next
    assert found is not None
    new = await hub.table(found)
    if new.status == "open" and not new.seats_of(visitor.hash):
        name = await hub.name_of(visitor)
        async with new.lock:
            await seating.sit_down(new, visitor, None, name)
    if new.status == "open":
        await seating.begin_if_full(new)
    return new


async def _copy(table: Table, visitor: Visitor, mine: int) -> Table:
    """The new table. Its name follows from the old one's secret: two processes make one table, and a process that died
    over it has left none that nobody knows of."""
    hub, made = table.hub, table.state.made
    places: list[e.Place] = [state.place for state in table.state.seats]
    others = [place.browser for place in places if place.browser is not None and place.browser != visitor.hash]
    await kept_seats.must_not_be_blocked(hub, visitor.hash, others)
    id_ = keys.next_table_id(table.id, made.seed)
    if await hub.look([id_]):
        return await hub.table(id_)
    kept: Sequence[e.SeatKept] = []
    if made.rated:
        rated.must_suit(places)
        kept = await kept_seats.kept_for_others(hub, table, mine, id_)
        places = [e.Place("open") if any(each.seat == n for each in kept) else place for n, place in enumerate(places)]
    try:
        return await hub.make(
            visitor,
            table.game,
            made.options,
            places,
            made.public,
            language=made.language,
            kept=kept,
            clock=made.clock,
            absence=made.absence,
            rated=made.rated,
            id_=id_,
        )
    except Unavailable:
        raise
    except Refused:
        if not await hub.look([id_]):
            raise
        return await hub.table(id_)
