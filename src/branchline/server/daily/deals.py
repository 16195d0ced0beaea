"""Days, deals and their tables. A deal's commitment is public the day before, its seed the day after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from branchline.core.chance import commitment, make_seed
from branchline.core.game import Game
from branchline.core.levels import PEOPLE
from branchline.games import find, slugs
from branchline.server import events as e
from branchline.server import keys
from branchline.server.daily import store
from branchline.server.daily.store import Deal
from branchline.server.errors import Refused, log_fault
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub
    from branchline.server.table import Table

HOST = "daily"
"""Who makes the tables of the expert. It is no hash, so no browser is that host."""
OPPONENT = "casual"
"""The level of the bots that a deal is played against."""
LOOK = 60.0
"""Seconds between two looks at the calendar."""


def day_of(at: float) -> str:
    """The day (UTC) of a moment."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The day that is that many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def read_day(day: str) -> str:
    """A day as an address names it, or a refusal."""
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError as error:
        raise Refused(404, "no_deal") from error


def end_of(day: str) -> float:
    """When a day is over."""
    return datetime.fromisoformat(day_after(day)).replace(tzinfo=UTC).timestamp()


def opponents(game: Game) -> list[str]:
    """The levels of the bots that everybody plays a deal against: none where one can play alone."""
    return [OPPONENT] * (0 if 1 in game.players else game.default_players - 1)


class Daily:
    """The challenges of this server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.now: Callable[[], float] = hub.timekeeper.now
        """Seconds since 1970; tests put another one here."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look at the calendar."""
        self._task = asyncio.create_task(self._keep())

    def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    @property
    def today(self) -> str:
        """The day (UTC) that is played now."""
        return day_of(self.now())

    def secret(self, made: e.Made) -> bool:
        """Whether a table's chance must not be known yet: others have the same before them."""
        return made.daily is not None and made.daily >= self.today

    async def deals(self, *days: str) -> dict[tuple[str, str], Deal]:
        """The deals of those days, by day and game. Those of today and tomorrow are made where they are missing."""
        due = [day for day in days if self.today <= day <= day_after(self.today)]
        found = await self._hub.storage.read(partial(store.find_deals, days=days))
        known = {(deal.day, deal.game) for deal in found}
        new = [_new(day, game, self.now()) for day in due for game in slugs() if (day, game) not in known]
        if new:
            await self._hub.storage.write(partial(store.add_deals, new=new))
            # Another process may have been first; what the storage has counts.
            found = await self._hub.storage.read(partial(store.find_deals, days=days))
        return {(deal.day, deal.game): deal for deal in found}

    async def deal(self, day: str, game: str) -> Deal:
        """One deal that may be played: today's or an earlier one."""
        found = (await self.deals(day)).get((day, game)) if day <= self.today else None
        if found is None:
            raise Refused(404, "no_deal")
        return found

    async def play(self, visitor: Visitor, deal: Deal) -> Table:
        """A table of the deal: the attempt that counts if it is the first, the same one while it is not over."""
        mine = partial(store.attempts, game=deal.game, days=[deal.day], browser=visitor.hash)
        counted = await self._hub.storage.read(mine)
        if counted and counted[0].status != "over":
            return await self._hub.table(counted[0].table)
        game = find(deal.game)
        await self.let_expert_play(deal)
        me = e.Place("human", await self._hub.name_of(visitor), None, visitor.hash)
        bots = [e.Place("bot", None, level) for level in opponents(game)]
        return await self._begin(visitor, game, deal, [me, *bots])

    async def _begin(
        self, host: Visitor, game: Game, deal: Deal, places: list[e.Place], id_: str | None = None
    ) -> Table:
        table = await self._hub.make(host, game, {}, places, seed=deal.seed, daily=deal.day, id_=id_)
        async with table.lock:
            await table.begin([])
        return table

    async def let_expert_play(self, deal: Deal) -> None:
        """Begin today's table where the strongest bot sits in everybody's place, if there is none."""
        if deal.par is not None or deal.day != self.today:
            return
        id_ = keys.new_table_id()
        if not await self._hub.storage.write(partial(store.set_par, deal=deal, table=id_)):
            return  # Another request was first.
        game = find(deal.game)
        places = [e.Place("bot", None, level) for level in (PEOPLE[-1], *opponents(game))]
        await self._begin(Visitor("", HOST), game, deal, places, id_)

    async def _keep(self) -> None:
        """Make tomorrow's deals in time."""
        while True:
            try:
                await self.deals(self.today, day_after(self.today))
            except Exception as error:
                log_fault(error)
            await asyncio.sleep(LOOK)


def _new(day: str, game: str, now: float) -> Deal:
    seed = make_seed()
    return Deal(day, game, seed, commitment(seed), now, None)
