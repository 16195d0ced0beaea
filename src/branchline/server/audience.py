"""Who watches a table: open connections, each with a bounded queue, and what is sent to them."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from branchline.core.match import Match
from branchline.server import events as e
from branchline.server import infos
from branchline.server.changes import differences
from branchline.server.matches import named
from branchline.server.messages import (
    ChatLine,
    Clocks,
    ServerMessage,
    TableMessage,
    UndoAsked,
    UndoSettled,
    ViewChange,
    ViewMessage,
    encode,
    frame,
    framed,
)
from branchline.server.metrics import DROPPED
from branchline.server.projection import Projection
from branchline.server.rights import rights_of
from branchline.server.storage import queries
from branchline.server.transport import Wire
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.table import Table


CROWD = 8
"""From so many connections on that see the same, what changed is worked out once for all of them."""


class Connection:
    """One WebSocket's way out. A reader that is too slow is dropped; it comes back and gets everything anew."""

    def __init__(self, wire: Wire, visitor: Visitor | None, kilobytes: int, changes: bool = False) -> None:
        self._wire = wire
        self._most = 1024 * kilobytes
        self.visitor = visitor
        self.changes = changes
        """Whether it wants to be told what changed in a view instead of the whole."""
        self.held: dict[int | None, int] = {}
        """The number of the last view that was sent, by its seat."""
        self.hash = visitor.hash if visitor else None
        self.dropped = False
        self.muted: set[str] = set()
        """Whose lines of chat it does not get."""
        self.counted = False
        """Whether it looks at its person's try of a day's deal that counts."""
        self.away = False
        """Whether the page is in no window that is seen."""

    def send(self, frame: bytes) -> None:
        """Send a message; drop the connection if too much waits for its reader."""
        if not self.dropped and self._wire.write(frame) > self._most:
            self.drop()

    def drop(self, slow: bool = True) -> None:
        """Let the connection end."""
        if self.dropped:
            return
        self.dropped = True
        if slow:
            DROPPED.inc()
        self._wire.hang_up(4408, "too slow; come back")


class _Told(NamedTuple):
    """A view as it is sent: whole, and for a crowd that holds view `base` what changed since."""

    n: int
    whole: bytes
    view: Any = None
    """For a crowd: what the next one is compared with."""
    base: int = -1
    change: bytes = b""


class _Whole(NamedTuple):
    """A view with its whole log, as it is sent to a connection that opens; good while the match has not changed."""

    match: Match
    n: int
    frame: bytes


class Audience:
    """All connections of one table. Equal viewers share one encoding."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.connections: set[Connection] = set()
        self._elsewhere: AbstractSet[str] = frozenset()
        """Browsers that look at the table through other processes."""
        self._last: dict[int | None, tuple[int, Any]] = {}
        """The last view that a crowd was sent, with its number, by its seat."""
        self._whole: _Whole | None = None
        """The view that spectators are welcomed with: many who come back share one encoding."""
        self._untouched = True
        """Whether no person had moved when the table was told last."""
        self._chat = 0
        """The number of the next line of chat that nobody here has heard."""

    def online(self, browser: str | None) -> bool:
        """Whether that browser looks at the table now."""
        return browser is not None and (browser in self._elsewhere or self.here(browser))

    def here(self, browser: str | None) -> bool:
        """Whether that browser looks at the table through this process."""
        return browser is not None and any(connection.hash == browser for connection in self.connections)

    @property
    def spectators(self) -> int:
        """How many look at the table through this process who do not play; a browser with several pages is one."""
        hashes = [connection.hash for connection in self.connections if not self._table.seats_of(connection.hash)]
        return len({each for each in hashes if each is not None}) + hashes.count(None)

    def looking(self, browser: str) -> bool:
        """Whether that browser's person has the table before their eyes, through this process."""
        return any(connection.hash == browser and not connection.away for connection in self.connections)

    def others(self, browsers: AbstractSet[str]) -> None:
        """Learn who looks at the table through other processes."""
        if browsers != self._elsewhere:
            self._elsewhere = browsers
            self.tell_table()

    async def tell_chat(self) -> None:
        """Lines of chat that nobody here has heard, to everybody."""
        table = self._table
        if self.connections:
            for line in await table.hub.storage.read(lambda each: queries.last_lines(each, table.id, 100, self._chat)):
                self.tell_line(line)

    def tell_line(self, line: queries.Row) -> None:
        """A line of chat, to everybody who wants to hear its author."""
        self.heard_line(line["n"])
        told = frame(chat_line(line))
        for connection in self.connections:
            if line["browser"] not in connection.muted:
                connection.send(told)

    def heard_line(self, n: int) -> None:
        """Everybody here has heard that line, or is about to."""
        self._chat = max(self._chat, n + 1)

    def heard(self, events: Sequence[e.TableEvent], before: Projection, after: Projection) -> None:
        """Tell everybody what has changed."""
        if not self.connections:
            return
        self._tell_undo(before, after)
        begun = any(isinstance(event, e.Started) for event in events)
        anew = _seen(before) != _seen(after)
        if anew and (begun or after.status != "over"):
            self.tell_table()
        else:
            if self._untouched != self._table.state.untouched:
                self._tell_players()
            if before.time != after.time:
                self._tell_clocks(after)
        started = self._table.state.started
        if started and (begun or _played(events, before, after)):
            whole = begun or not events or any(isinstance(event, e.Undone) for event in events)
            self.tell_views(0 if whole else before.events)
        for event in events:
            if isinstance(event, e.SeatClaimed) and started:
                self._tell_seat(before.seats[event.seat].place.browser, event.browser)
        if anew and not begun and after.status == "over":
            self.tell_table()

    def _tell_clocks(self, table: Projection) -> None:
        clocks = infos.seat_clocks(table)
        if clocks is not None:
            self.tell(Clocks(self._now(), clocks))

    def _now(self) -> int:
        return self._table.hub.timekeeper.ms()

    def _tell_undo(self, before: Projection, after: Projection) -> None:
        old, new = before.undo, after.undo
        if old is not None and (new is None or new.ask != old.ask):
            self.tell(UndoSettled(old.ask, self._table.state.answered(old.seat, old.client) is not None))
        if new is not None and (old is None or new.ask != old.ask):
            self.tell(UndoAsked(new.ask, new.seat, named(after.seats[new.seat], new.seat)))

    def _tell_seat(self, *browsers: str | None) -> None:
        """Full views to browsers whose seats have changed."""
        for connection in self.connections:
            if connection.hash in browsers:
                self.tell_all_of(connection)

    def dismiss(self) -> None:
        """Let all connections go; their pages come back and load the table anew."""
        for connection in list(self.connections):
            connection.drop(slow=False)

    def tell(self, message: ServerMessage) -> None:
        """The same message to everybody."""
        told = frame(message)
        for connection in self.connections:
            connection.send(told)

    def tell_table(self) -> None:
        """The table to everybody, each as that browser sees it."""
        self._untouched = self._table.state.untouched
        stranger: bytes | None = None
        for connection in self.connections:
            if connection.visitor and self._table.knows(connection.visitor.hash):
                connection.send(self.table_frame(connection))
            else:
                stranger = stranger or self.table_frame(connection)
                connection.send(stranger)

    def _tell_players(self) -> None:
        """The table to whoever has a seat: their rights have changed, and a spectator has none."""
        self._untouched = self._table.state.untouched
        held = self._table.held()
        for connection in self.connections:
            if connection.hash in held:
                connection.send(self.table_frame(connection))

    def table_frame(self, connection: Connection) -> bytes:
        """The table as a connection sees it."""
        info = infos.table_info(self._table.projection(), connection.visitor, self.online, self._now() / 1000)
        rights = rights_of(self._table.state, connection.hash, connection.counted)
        return frame(TableMessage(info, rights, self._now()))

    def tell_views(self, since: int) -> None:
        """To each connection the views of its seats, or a spectator's, with the log from event `since` on."""
        viewers = self._viewers()
        self._whole = None
        # Whoever plays comes first: hundreds of spectators take milliseconds.
        for seat in sorted(viewers, key=lambda seat: seat is None):
            connections = viewers[seat]
            self._tell_view(seat, self._encoded(seat, since, len(connections) >= CROWD), connections)

    def _viewers(self) -> dict[int | None, list[Connection]]:
        """Who sees the table from which seat."""
        viewers: dict[int | None, list[Connection]] = {}
        strangers: list[Connection] = []
        held = self._table.held()
        for connection in self.connections:
            if connection.hash in held:
                for mine in held[connection.hash]:
                    viewers.setdefault(mine, []).append(connection)
            else:
                strangers.append(connection)
        if strangers:
            viewers[None] = strangers
        return viewers

    def _encoded(self, seat: int | None, since: int, crowd: bool) -> _Told:
        """One view for all who see the same; for a crowd also what changed in it since the last one."""
        message = view_message(self._table.match, seat, since)
        text = encode(message)
        whole = framed(text)
        if not crowd:
            return _Told(message.n, whole)
        now = msgspec.json.decode(text)["view"]
        last = self._last.get(seat)
        if last is None:
            return _Told(message.n, whole, now)
        base, before = last
        found = ViewChange(seat, base, differences(before, now), message.log, since, message.n)
        return _Told(message.n, whole, now, base, min(frame(found), whole, key=len))

    def _tell_view(self, seat: int | None, told: _Told, connections: list[Connection]) -> None:
        """One view to all who see the same; to a crowd what changed in it, where they hold the last."""
        self._last.pop(seat, None)
        if told.view is not None:
            self._last[seat] = (told.n, told.view)
        n, whole, base, change = told.n, told.whole, told.base, told.change
        for connection in connections:
            holds = base >= 0 and connection.changes and connection.held.get(seat) == base
            connection.send(change if holds else whole)
            connection.held[seat] = n

    def tell_all_of(self, connection: Connection) -> None:
        """Full views to one connection."""
        for seat in self._seats(connection):
            match, n, whole = self._encoded_whole(seat) if seat is not None else self._spectators_whole()
            connection.send(whole)
            connection.held[seat] = n
            if seat is None and len(self.connections) >= CROWD and self._last.get(seat, (-1,))[0] != n:
                # So that a crowd can be told even its first move as what changed.
                view = encode(ViewMessage(seat, match.view(seat), [], n, n))
                self._last[seat] = n, msgspec.json.decode(view)["view"]

    def _spectators_whole(self) -> _Whole:
        """A spectator's view with its whole log, encoded once for each position of the match."""
        match, kept = self._table.match, self._whole
        # A match that was read anew may have other events under the same numbers.
        if kept is None or kept.match is not match or kept.n != len(match.events):
            kept = self._whole = self._encoded_whole(None)
        return kept

    def _encoded_whole(self, seat: int | None) -> _Whole:
        match = self._table.match
        message = view_message(match, seat, 0)
        return _Whole(match, message.n, frame(message))

    def _seats(self, connection: Connection) -> tuple[int | None, ...]:
        return self._table.seats_of(connection.hash) or (None,)


def chat_line(row: queries.Row) -> ChatLine:
    """A line of chat as clients get it."""
    return ChatLine(**{field: row[field] for field in ChatLine.__struct_fields__})


def _seen(table: Projection) -> tuple[object, ...]:
    """What a page shows of a table beside the match."""
    return table.status, table.seats, table.next, table.ending, table.notes


def _played(events: Sequence[e.TableEvent], before: Projection, after: Projection) -> bool:
    """Whether the match has changed."""
    if not events:
        return before.length != after.length
    return any(isinstance(event, e.Acted | e.Undone) for event in events)


def view_message(match: Match, seat: int | None, since: int) -> ViewMessage:
    """What a seat (None: a spectator) gets to see, to be encoded at once."""
    return ViewMessage(seat, match.view(seat), match.entries(seat, since), since, len(match.events))
