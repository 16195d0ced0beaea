"""Open tables of the lobby, and which of them fits somebody who looks for a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa

from branchline.core.options import settle
from branchline.games import find
from branchline.server.clocks import Clock, DaysClock
from branchline.server.lobby.fitting import Blocks, Search, takes
from branchline.server.projection import Projection, SeatState
from branchline.server.ratings import standings
from branchline.server.ratings.standings import Ratings
from branchline.server.storage import queries
from branchline.server.storage.schema import tables

FRESH = 600.0
"""Seconds after the last thing that happened at a table for a game of one sitting while somebody is expected there."""
MOST = 200
"""How many open tables are looked at at once."""
Present = Callable[[Projection], bool]
"""Whether one of a table's people has it open."""


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for people."""

    id: str
    game: str
    players: int
    pace: Clock
    rated: bool
    free: int
    """Seats that anybody may take."""
    people: tuple[str, ...]
    """Whoever sits there, and its host."""
    ratings: tuple[int, ...]
    """Theirs, as far as they are known well enough."""
    bots: bool
    """Whether bots or programs sit there too."""
    created: float

    def joined(self, search: Search) -> OpenTable:
        """The table as it will be with somebody who is on the way there."""
        ratings = self.ratings if search.rating is None else (*self.ratings, search.rating)
        people = (*self.people, search.holder)
        return msgspec.structs.replace(self, free=self.free - 1, people=people, ratings=ratings)


def read(connection: sa.Connection, now: float) -> tuple[list[Projection], Ratings]:
    """The public tables that wait, the latest first, and the ratings of people there."""
    waiting = tables.c.public & (tables.c.status == "open")
    latest = sa.select(tables.c.id).where(waiting).order_by(tables.c.changed.desc()).limit(MOST)
    found = queries.find(connection, list(connection.execute(latest).scalars()))
    found = [table for table in found if any(_is_free(seat, now) for seat in table.seats)]
    return found, standings.at_tables(connection, found)


def waiting(found: Sequence[Projection], ratings: Ratings, present: Present, now: float) -> list[OpenTable]:
    """Those of the tables at which somebody may be seated who named neither options nor people."""
    return [_open_table(table, ratings, now) for table in found if _is_usual(table) and _is_alive(table, present, now)]


def best(search: Search, found: Sequence[OpenTable], blocks: Blocks) -> OpenTable | None:
    """The table that fits somebody and is nearest to its beginning; the oldest of several."""
    fitting = [table for table in found if fits(search, table, blocks)]
    return min(fitting, key=lambda table: (table.free, table.created, table.id), default=None)


def fits(search: Search, table: OpenTable, blocks: Blocks) -> bool:
    """Whether a table is what somebody looks for, and they and its people want each other."""
    if table.free < 1 or search.holder in table.people or (table.bots and not search.bots):
        return False
    if (search.game, search.rated) != (table.game, table.rated) or not search.least <= table.players <= search.most:
        return False
    if pace_of(msgspec.json.decode(search.clock, type=Clock)) != table.pace:
        return False
    if any((search.holder, other) in blocks or (other, search.holder) in blocks for other in table.people):
        return False
    return all(takes(search, rating) for rating in table.ratings)


def pace_of(clock: Clock) -> Clock:
    """A clock without what happens at zero: that is no matter of how fast somebody wants to play."""
    return msgspec.structs.replace(clock, at_zero="bot")


def _open_table(table: Projection, ratings: Ratings, now: float) -> OpenTable:
    assert table.time is not None
    assert table.time.clock is not None
    holders = [seat.place.browser for seat in table.seats if seat.place.browser is not None]
    shown = [ratings.get((holder, table.game, len(table.seats))) for holder in holders]
    return OpenTable(
        id=table.id,
        game=table.game,
        players=len(table.seats),
        pace=pace_of(table.time.clock),
        rated=table.rated,
        free=sum(_is_free(seat, now) for seat in table.seats),
        people=(table.host, *holders),
        ratings=tuple(each.rating for each in shown if each is not None and not each.provisional),
        bots=any(seat.place.kind == "bot" or seat.place.program for seat in table.seats),
        created=table.created,
    )


def _is_free(seat: SeatState, now: float) -> bool:
    return seat.place.kind == "open" and seat.kept_at(now) is None


def _is_usual(table: Projection) -> bool:
    """Whether it is played as the game usually is, against the clock: a search can ask for nothing else."""
    usual = settle(find(table.game).options, {})
    return table.options == usual and table.time is not None and table.time.clock is not None


def _is_alive(table: Projection, present: Present, now: float) -> bool:
    """Whether somebody sits there and will see that another one has come."""
    if not any(seat.place.kind == "human" for seat in table.seats):
        return False
    assert table.time is not None
    return isinstance(table.time.clock, DaysClock) or table.changed > now - FRESH or present(table)
