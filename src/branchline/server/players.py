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
from branchline.server.errors import Refused
from branchline.server.matches import character_of
from branchline.server.messages import Thinking
from branchline.server.thinkers import NoThought

if TYPE_CHECKING:
    from branchline.server.table import Table

log = structlog.get_logger("branchline.server")
MOST_FAILURES = 5


class BotPlayer:
    """Plays all bot seats of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tasks: dict[int, asyncio.Task[None]] = {}

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
            if table.state.seats[seat].bot is not None and seat not in self._tasks:
                task = asyncio.create_task(self._play(seat))
                self._tasks[seat] = task
                task.add_done_callback(partial(self._ended, seat))

    def _ended(self, seat: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(seat) is task:
            del self._tasks[seat]

    def stop(self) -> None:
        """Let all thoughts go."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def _play(self, seat: int) -> None:
        """Act as long as it is this seat's turn."""
        table = self._table
        failures = 0
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
                failures = 0
            except (ActionError, Refused):
                # The position has changed since (another seat's act, an undo): look again.
                failures += 1
            except Exception as error:
                log.error("bot failed", table=table.id, seat=seat, exc_info=error)
                failures += 1
                await asyncio.sleep(1)
            finally:
                table.audience.tell(Thinking(seat, False))

    async def _choose(self, seat: int, level: str, sight: dict[str, Any]) -> Json:
        table = self._table
        seconds = table.hub.settings.bot_seconds or levels(table.game)[level].seconds
        try:
            host = table.state.made.host
            character = character_of(table.state.seats[seat].place, seat)
            return await table.hub.thinkers.choose(
                f"{table.id} {seat}", sight, level, seconds, host=host, character=character
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
