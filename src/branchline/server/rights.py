"""What a browser may do at a table beside playing. The table's messages say it, so that no page has to guess."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from branchline.server.daily import store
from branchline.server.fold import TableState
from branchline.server.messages import Rights

if TYPE_CHECKING:
    from branchline.server.table import Table


def rights_of(state: TableState, browser: str | None, counted: bool) -> Rights:
    """What a browser may do now; `counted` is whether this is its try of a day's deal that counts."""
    running = state.status == "running"
    plays = any(seat.place.browser == browser for seat in state.seats if seat.place.kind == "human")
    return Rights(
        hint=running and is_fair(state, browser, counted),
        call_off=running and plays and state.untouched,
    )


def is_fair(state: TableState, browser: str | None, counted: bool) -> bool:
    """Whether a hint gives nobody an advantage: one person plays against bots, and nothing counts."""
    people = [seat.place.browser for seat in state.seats if seat.place.kind == "human"]
    return not state.made.rated and people == [browser] and not counted


async def is_counted(table: Table, browser: str | None) -> bool:
    """Whether this is a browser's try of a day's deal that counts, and not practice."""
    made = table.state.made
    if made.daily is None or browser is None:
        return False
    job = partial(store.attempts, game=made.game, days=[made.daily], browser=browser)
    counted = await table.hub.storage.read(job)
    return bool(counted) and counted[0].table == table.id
