"""Requests to take an action back that others must agree to."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from branchline.core.errors import BranchlineError, UndoRefused
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.server.errors import Refused
from branchline.server.messages import UndoAsked, UndoSettled

if TYPE_CHECKING:
    from branchline.server.table import Table

Tell = Callable[[int | BranchlineError], None]


@dataclass
class UndoRequest:
    """One seat's request, and the browsers that have yet to agree."""

    ask: str
    seat: int
    by: str
    client: str
    waiting: set[str]
    tell: Tell
    timer: asyncio.TimerHandle | None = field(default=None)

    def message(self) -> UndoAsked:
        """The request as everybody gets it."""
        return UndoAsked(self.ask, self.seat, self.by)


class UndoRequests:
    """At most one request at a time; any act at the table makes it void."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.open: UndoRequest | None = None

    async def undo(self, seat: int, client: str, tell: Tell) -> None:
        """Take back at once where nobody else is concerned; otherwise ask the others."""
        table = self._table
        async with table.lock:
            try:
                tell(await table.act(seat, client, lambda match: undo(match, seat, False), whole=True))
                return
            except UndoRefused as error:
                if error.code == "core.undo_nothing":
                    raise
                others = {place.browser for n, place in enumerate(table.seats) if place.kind == "human" and n != seat}
                if not others and error.code in ("core.undo_chance", "core.undo_alone"):
                    # Nobody is there who could agree that a die is thrown again.
                    raise UndoRefused(Text("core.undo_alone")) from error
                waiting = {browser for browser in others if browser and browser != table.seats[seat].browser}
            if not waiting:
                tell(await table.act(seat, client, lambda match: undo(match, seat, True), whole=True))
                return
            if self.open is not None and (self.open.seat, self.open.client) == (seat, client):
                # The same request again after a lost connection: whoever has agreed need not agree twice.
                self.open.tell = tell
                return
            self._settle(False)
            self._ask(UndoRequest(secrets.token_hex(8), seat, table.name_of(seat), client, waiting, tell))

    async def agree(self, browser: str, ask: str, yes: bool) -> None:
        """One of the others answers."""
        table = self._table
        async with table.lock:
            request = self.open
            if request is None or request.ask != ask:
                raise Refused(409, "no_request")
            if browser not in request.waiting:
                raise Refused(403, "not_asked")
            if not yes:
                self._settle(False)
                return
            request.waiting.discard(browser)
            if request.waiting:
                return
            self._close()
            seat = request.seat
            try:
                done = await table.act(seat, request.client, lambda match: undo(match, seat, True), whole=True)
            except BranchlineError as error:
                table.audience.tell(UndoSettled(request.ask, False))
                request.tell(error)
                return
            table.audience.tell(UndoSettled(request.ask, True))
            request.tell(done)

    def void(self) -> None:
        """Something happened at the table: the request was about another position."""
        self._settle(False)

    def _ask(self, request: UndoRequest) -> None:
        loop = asyncio.get_running_loop()
        request.timer = loop.call_later(self._table.hub.settings.undo_seconds, self._settle, False)
        self.open = request
        self._table.audience.tell(request.message())

    def _settle(self, yes: bool) -> None:
        request = self._close()
        if request is not None:
            self._table.audience.tell(UndoSettled(request.ask, yes))
            request.tell(Refused(409, "undo_declined"))

    def _close(self) -> UndoRequest | None:
        request, self.open = self.open, None
        if request is not None and request.timer is not None:
            request.timer.cancel()
        return request


def undo(match: Match, seat: int, agreed: bool) -> None:
    """Take back the seat's last action."""
    match.undo(seat, agreed)
