"""Bots at the table: each seat thinks by itself, at a pace that the eye can follow."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from branchline.bots import levels
from branchline.core.action import Json
from branchline.core.errors import ActionError
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.server.cluster import bots_of
from branchline.server.errors import Refused, Unavailable, log_fault
from branchline.server.faults import storage_code
from branchline.server.matches import character_of
from branchline.server.messages import Thinking
from branchline.server.thinkers import NoThought

if TYPE_CHECKING:
    from branchline.server.table import Table

log = structlog.get_logger("branchline.server")
MOST_FAILURES = 5
REST = 300.0
"""Seconds after which a bot that failed this often tries again, though nothing has happened at the table."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds that a bot waits while nothing can be written: twice as long each time, up to the longest."""


class BotPlayer:
    """Plays all bot seats of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._given_up: dict[int, tuple[int, float]] = {}
        """Seats whose bots failed again and again, with the number of match events then, and until when that holds."""

    @property
    def busy(self) -> bool:
        """Whether a bot thinks now."""
        return bool(self._tasks)

    def wake(self) -> None:
        """Let every bot that may act begin to think."""
        table = self._table
        if table.status != "running":
            return
        for seat in table.match.actors:
            if table.state.seats[seat].bot is not None and seat not in self._tasks and not self._is_stuck(seat):
                task = asyncio.create_task(self._play(seat))
                self._tasks[seat] = task
                task.add_done_callback(partial(self._ended, seat))

    def _is_stuck(self, seat: int) -> bool:
        """Whether the bot would only fail again: nothing has happened since it did."""
        events, until = self._given_up.get(seat, (-1, 0.0))
        return events == len(self._table.match.events) and time.monotonic() < until

    def _ended(self, seat: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(seat) is task:
            del self._tasks[seat]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and not isinstance(error, Unavailable):
            log_fault(error, table=self._table.id, seat=seat)

    def stop(self) -> None:
        """Cancel all thinking."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def _play(self, seat: int) -> None:
        """Act as long as it is this seat's turn."""
        table = self._table
        failures, pause = 0, FIRST_PAUSE
        if not await table.hub.cluster.lead(bots_of(table.id)):
            return
        while failures < MOST_FAILURES:
            began = time.monotonic()
            async with table.lock:
                match = table.match
                bot = table.state.seats[seat].bot
                if table.status != "running" or bot is None or seat not in match.actors:
                    # Gone before the lock is, so that whoever acts next can wake the seat again.
                    self._tasks.pop(seat, None)
                    return
                sight = match.sight(seat).pack()
            table.audience.tell(Thinking(seat, True))
            try:
                action = await self._choose(seat, bot, sight)
                await self._wait(began)
                async with table.lock:
                    if table.state.seats[seat].bot is None:
                        # The seat's holder has taken it back meanwhile.
                        continue
                    await table.act(seat, None, partial(Match.play, seat=seat, action=action))
                failures, pause = 0, FIRST_PAUSE
            except Exception as error:
                if isinstance(error, Unavailable) or storage_code(error) is not None:
                    # No fault of the bot's: it plays on when the storage is back.
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                    continue
                failures += 1
                # The position has changed since (another seat's act, an undo): look again.
                if not isinstance(error, ActionError | Refused):
                    log.error("bot failed", table=table.id, seat=seat, exc_info=error)
                    await asyncio.sleep(1)
            finally:
                table.audience.tell(Thinking(seat, False))

        self._given_up[seat] = len(table.match.events), time.monotonic() + REST

    async def _choose(self, seat: int, level: str, sight: dict[str, Any]) -> Json:
        table = self._table
        seconds = table.hub.settings.bot_seconds or levels(table.game)[level].seconds
        try:
            host = table.state.made.host
            character = character_of(table.state.seats[seat].place, seat)
            network = table.hub.networks.of(table.id)
            return await table.hub.thinkers.choose(
                f"{table.id} {seat}", sight, level, seconds, host=host, character=character, network=network
            )
        except NoThought:
            # The table must not stand still for a broken bot: any legal action will do.
            async with table.lock:
                return table.match.sample(seat, Generator(secrets.randbits(31))).json()

    async def _wait(self, began: float) -> None:
        """Pace for the eye, if there is an eye."""
        rest = self._table.hub.settings.bot_pace - (time.monotonic() - began)
        if rest > 0 and self._table.audience.connections:
            await asyncio.sleep(rest)
