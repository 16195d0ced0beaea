"""Counts every game that ends: at once where it ended, and what a process that died has left."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from branchline.core.errors import BranchlineError
from branchline.server.errors import Unavailable, log_fault
from branchline.server.events import Made, Written
from branchline.server.fold import TableState, match_events
from branchline.server.matches import find_game, must_know_rules, resumed
from branchline.server.projection import Projection
from branchline.server.ratings import counting
from branchline.server.ratings.outcomes import Outcome, outcome
from branchline.server.storage import queries
from branchline.server.storage.interface import Storage

if TYPE_CHECKING:
    from branchline.server.hub import Hub

LOOK = 60.0
"""Seconds between two looks for games that nobody counted."""
MARGIN = 3600.0
"""Seconds before the last look from which the next one counts: longer than any process is silent."""
BATCH = 200


class Counter:
    """The subscriber. Whichever process counts a game first has counted it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._due: asyncio.Queue[str] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0

    def open(self) -> None:
        """Begin to count."""
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Count no more; the next process finds what is left."""
        if self._task is not None:
            self._task.cancel()

    def heard(self, before: Projection, after: Projection) -> None:
        """A table has changed."""
        if after.status == "over" and before.status != "over":
            self._due.put_nowait(after.id)

    async def settled(self) -> None:
        """Wait until what has been heard is counted."""
        await self._due.join()

    async def _run(self) -> None:
        while True:
            try:
                await self._catch_up()
                async with asyncio.timeout(LOOK):
                    while True:
                        await self._next()
            except TimeoutError:
                continue
            except Exception as error:
                log_fault(error)
                await asyncio.sleep(1)

    async def _next(self) -> None:
        id_ = await self._due.get()
        try:
            # A game in the middle of being counted is counted to its end, whatever time it is.
            await asyncio.shield(count_table(self._hub.storage, id_))
        finally:
            self._due.task_done()

    async def _catch_up(self) -> None:
        now = self._hub.timekeeper.now()
        await catch_up(self._hub.storage, self._since)
        self._since = now - MARGIN


async def catch_up(storage: Storage, since: float = 0.0) -> int:
    """Count all games that are over and were not counted; how many there were."""
    done = 0
    while found := await storage.read(partial(counting.uncounted, since=since, most=BATCH)):
        counted = 0
        for id_ in found:
            try:
                counted += await count_table(storage, id_)
            except Unavailable:
                raise
            except Exception as error:
                # One table that cannot be read must not keep all others from being counted.
                log_fault(error, table=id_)
        done += counted
        if not counted:
            break
    return done


async def count_table(storage: Storage, id_: str, again: bool = False) -> bool:
    """Count the game of one table; False if it was counted before. With `again` write its results anew."""
    (table,) = await storage.read(partial(queries.find, ids=[id_]))
    log = await storage.load(id_)
    found = outcome(table, log)
    if found.seats and table.scores is not None:
        found = await asyncio.to_thread(_with_traits, found, log)
    return await storage.write(partial(counting.rewrite if again else counting.count, game=found))


def _with_traits(found: Outcome, log: list[Written]) -> Outcome:
    """The outcome with what a person's page counts of it; games of other rules are not replayed."""
    made = log[0].event
    assert isinstance(made, Made)
    try:
        must_know_rules(made)
        state = TableState(found.table)
        state.add(log[0])
        match = resumed(state, match_events(log))
        traits = find_game(made.game).traits(match.state)
    except BranchlineError:
        return found
    if not traits:
        return found
    seats = [
        msgspec.structs.replace(seat, traits="\n".join(msgspec.json.encode(trait).decode() for trait in mine))
        for seat, mine in zip(found.seats, traits, strict=True)
    ]
    return msgspec.structs.replace(found, seats=seats)


async def count_missing(storage: Storage) -> dict[str, int]:
    """Count what is missing; how many games that were."""
    return {"counted": await catch_up(storage)}


async def recompute(storage: Storage) -> dict[str, int]:
    """Derive every result from its log anew, then every rating from the first game on."""
    ids = await storage.read(counting.counted)
    for id_ in ids:
        await count_table(storage, id_, again=True)
    missing = await catch_up(storage)
    games = 0
    for pool in await storage.read(counting.pools):
        games += await storage.write(partial(counting.recount, pool=pool))
    return {"counted": missing, "results": len(ids), "rated": games}
