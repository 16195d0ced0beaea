"""Who watches a table: open connections, each with a bounded queue, and what is sent to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from branchline.core.match import Match
from branchline.server.messages import ServerMessage, TableMessage, ViewMessage, encode
from branchline.server.metrics import DROPPED
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.table import Table


class Connection:
    """One WebSocket's way out. A reader that is too slow is dropped; it comes back and gets everything anew."""

    def __init__(self, visitor: Visitor | None, queue_messages: int) -> None:
        self.visitor = visitor
        self.hash = visitor.hash if visitor else None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(queue_messages)
        self.dropped = False

    def send(self, text: str) -> None:
        """Queue a message, or drop the connection if the queue is full."""
        if self.dropped:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Throw away what waits and let the connection end."""
        if self.dropped:
            return
        self.dropped = True
        DROPPED.inc()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Audience:
    """All connections of one table. Equal viewers share one encoding."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.connections: set[Connection] = set()

    def online(self, browser: str | None) -> bool:
        """Whether that browser looks at the table now."""
        return browser is not None and any(connection.hash == browser for connection in self.connections)

    def tell(self, message: ServerMessage) -> None:
        """The same message to everybody."""
        text = encode(message)
        for connection in self.connections:
            connection.send(text)

    def tell_table(self) -> None:
        """The table to everybody, each as that browser sees it."""
        stranger: str | None = None
        for connection in self.connections:
            if connection.visitor and self._table.knows(connection.visitor.hash):
                connection.send(self.table_text(connection))
            else:
                stranger = stranger or self.table_text(connection)
                connection.send(stranger)

    def table_text(self, connection: Connection) -> str:
        """The table as a connection sees it."""
        return encode(TableMessage(self._table.info(connection.visitor)))

    def tell_views(self, since: int) -> None:
        """To each connection the views of its seats, or a spectator's, with the log from event `since` on."""
        texts: dict[int | None, str] = {}
        for connection in self.connections:
            for seat in self._seats(connection):
                text = texts.get(seat)
                if text is None:
                    text = texts[seat] = self._view_text(seat, since)
                connection.send(text)

    def tell_all_of(self, connection: Connection) -> None:
        """Full views to one connection."""
        for seat in self._seats(connection):
            connection.send(self._view_text(seat, 0))

    def _seats(self, connection: Connection) -> tuple[int | None, ...]:
        return self._table.seats_of(connection.hash) or (None,)

    def _view_text(self, seat: int | None, since: int) -> str:
        return encode(view_message(self._table.match, seat, since))


def view_message(match: Match, seat: int | None, since: int) -> ViewMessage:
    """What a seat (None: a spectator) gets to see."""
    return ViewMessage(seat, match.view(seat), match.log(seat, since), since, len(match.events))
