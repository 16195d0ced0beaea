"""Wishes to take an action back that others must agree to."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from branchline.core.errors import BranchlineError, UndoRefused
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.server.errors import Refused

if TYPE_CHECKING:
    from branchline.server.table import Table

Tell = Callable[[int | BranchlineError], None]


@dataclass
class Wish:
    """One seat's wish, and the browsers that have yet to agree."""

    ask: str
    seat: int
    by: str
    client: str
    waiting: set[str]
    tell: Tell
    timer: asyncio.TimerHandle | None = field(default=None)

    def message(self) -> dict[str, Any]:
        """The wish as everybody gets it."""
        return {"type": "undo_asked", "ask": self.ask, "seat": self.seat, "by": self.by}


class Wishes:
    """At most one wish at a time; any act at the table makes it void."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.open: Wish | None = None

    async def undo(self, seat: int, client: str, tell: Tell) -> None:
        """Take back at once where the rules of the house allow it; otherwise ask the others."""
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
                # The same wish again after a lost connection: whoever has agreed need not agree twice.
                self.open.tell = tell
                return
            self._settle(False)
            self._ask(Wish(secrets.token_hex(8), seat, table.name_of(seat), client, waiting, tell))

    async def agree(self, browser: str, ask: str, yes: bool) -> None:
        """One of the others answers."""
        table = self._table
        async with table.lock:
            wish = self.open
            if wish is None or wish.ask != ask:
                raise Refused(409, "no_wish")
            if browser not in wish.waiting:
                raise Refused(403, "not_asked")
            if not yes:
                self._settle(False)
                return
            wish.waiting.discard(browser)
            if wish.waiting:
                return
            self._close()
            try:
                done = await table.act(wish.seat, wish.client, lambda match: undo(match, wish.seat, True), whole=True)
            except BranchlineError as error:
                table.audience.tell({"type": "undo_settled", "ask": wish.ask, "yes": False})
                wish.tell(error)
                return
            table.audience.tell({"type": "undo_settled", "ask": wish.ask, "yes": True})
            wish.tell(done)

    def void(self) -> None:
        """Something happened at the table: the wish was about another position."""
        self._settle(False)

    def _ask(self, wish: Wish) -> None:
        loop = asyncio.get_running_loop()
        wish.timer = loop.call_later(self._table.hub.settings.undo_seconds, self._settle, False)
        self.open = wish
        self._table.audience.tell(wish.message())

    def _settle(self, yes: bool) -> None:
        wish = self._close()
        if wish is not None:
            self._table.audience.tell({"type": "undo_settled", "ask": wish.ask, "yes": yes})
            wish.tell(Refused(409, "undo_declined"))

    def _close(self) -> Wish | None:
        wish, self.open = self.open, None
        if wish is not None and wish.timer is not None:
            wish.timer.cancel()
        return wish


def undo(match: Match, seat: int, agreed: bool) -> None:
    """Take back the seat's last action."""
    match.undo(seat, agreed)
