"""Requests to take an action back that others must agree to. They are events, so they survive this process."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from branchline.core.errors import BranchlineError, UndoRefused
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.server import events as e
from branchline.server.errors import Refused, log_fault
from branchline.server.projection import Projection, UndoRequest

if TYPE_CHECKING:
    from branchline.server.table import Table

Tell = Callable[[int | BranchlineError], None]
RETRY = 5.0
"""Seconds between two tries to end a request while nothing can be written."""


class UndoRequests:
    """At most one request at a time; any act at the table makes it void."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tells: dict[tuple[int, str], Tell] = {}
        """Who waits here for the answer to a request, by its seat and the id of its message."""
        self._timer: asyncio.TimerHandle | None = None
        self._expiring: asyncio.Task[None] | None = None
        self._failed: str | None = None
        """A request whose end could not be written."""

    async def undo(self, seat: int, client: str, tell: Tell) -> None:
        """Take back at once where nobody else is concerned; otherwise ask the others."""
        table = self._table
        async with table.lock:
            if table.status == "over":
                raise Refused(409, "undo_over")
            try:
                tell(await table.act(seat, client, lambda match: _undo(match, seat, False)))
                return
            except UndoRefused as error:
                if error.code == "core.undo_nothing":
                    raise
                waiting = self._concerned(seat, error)
            if not waiting:
                tell(await table.act(seat, client, lambda match: _undo(match, seat, True)))
                return
            await self._ask(seat, client, sorted(waiting), tell)

    def _concerned(self, seat: int, error: UndoRefused) -> set[str]:
        """The browsers that must agree: those of everybody else who has not resigned."""
        seats = self._table.state.seats
        people = [n for n, each in enumerate(seats) if each.place.kind == "human" and not each.resigned]
        others = {seats[n].place.browser for n in people if n != seat}
        holder = seats[seat].place.browser
        if others <= {holder} and error.code in ("core.undo_chance", "core.undo_alone"):
            # Nobody else is there who could agree that a die is thrown again.
            raise UndoRefused(Text("core.undo_alone")) from error
        return {browser for browser in others if browser and browser != holder}

    async def _ask(self, seat: int, client: str, waiting: list[str], tell: Tell) -> None:
        table = self._table
        before = table.state.undo
        self._tells[seat, client] = tell
        if before is not None and (before.seat, before.client) == (seat, client):
            # The same request again after a lost connection: whoever has agreed need not agree twice.
            return
        until = time.time() + table.hub.settings.undo_seconds
        asked = e.UndoAsked(secrets.token_hex(8), seat, client, waiting, until)
        await table.write(*([e.UndoDeclined(before.ask)] if before else []), asked)

    async def agree(self, browser: str, ask: str, yes: bool) -> None:
        """One of the others answers."""
        table = self._table
        async with table.lock:
            request = table.state.undo
            if request is None or request.ask != ask:
                raise Refused(409, "no_request")
            if browser not in request.waiting:
                raise Refused(403, "not_asked")
            if not yes:
                await table.write(e.UndoDeclined(ask))
            elif request.waiting != (browser,):
                await table.write(e.UndoAgreed(ask, browser))
            else:
                await self._grant(request)

    async def _grant(self, request: UndoRequest) -> None:
        table = self._table
        try:
            await table.act(request.seat, request.client, lambda match: _undo(match, request.seat, True))
        except BranchlineError as error:
            if tell := self._tells.pop((request.seat, request.client), None):
                tell(error)
            if table.state.undo is not None:
                await table.write(e.UndoDeclined(request.ask))

    def heard(self, before: Projection, after: Projection) -> None:
        """Answer whoever waits here, and keep the time of the request that is open now."""
        old, new = before.undo, after.undo
        if old is not None and (new is None or new.ask != old.ask):
            self._settle(old)
        self.watch()

    def watch(self) -> None:
        """Let the open request end when its time is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        request = self._table.state.undo
        if request is not None:
            # What could not be written is not tried as fast as the machine can.
            least = RETRY if request.ask == self._failed else 0.0
            rest = max(least, request.until - time.time())
            self._timer = asyncio.get_running_loop().call_later(rest, self._end, request.ask)

    def _end(self, ask: str) -> None:
        self._expiring = asyncio.create_task(self._expire(ask))

    async def _expire(self, ask: str) -> None:
        table = self._table
        async with table.lock:
            if table.state.undo is not None and table.state.undo.ask == ask:
                self._failed = ask
                try:
                    await table.write(e.UndoDeclined(ask))
                except Exception as error:
                    log_fault(error, table=table.id)
                    self.watch()

    def _settle(self, request: UndoRequest) -> None:
        tell = self._tells.pop((request.seat, request.client), None)
        if tell is not None:
            done = self._table.state.answered(request.seat, request.client)
            tell(Refused(409, "undo_declined") if done is None else done)


def _undo(match: Match, seat: int, agreed: bool) -> None:
    match.undo(seat, agreed)
