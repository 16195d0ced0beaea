"""Who looks for a game, in the database; each function is a job for a `Storage`.

Being put together is one transaction that no other runs beside. The table itself is made afterwards, under the name
that the transaction chose: whichever process writes its first event has made it, and all others find it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.lobby.fitting import Blocks, Search, parties
from branchline.server.storage import queries
from branchline.server.storage.queries import Row
from branchline.server.storage.schema import relations, searches

LOCK = 0x7365_656B
"""Under which processes on one PostgreSQL database put people together one after another."""
SITTING, DAYS = 30.0, 86_400.0
"""Seconds that a search lasts after its page last asked: for a game of one sitting, and for one over days."""
KEPT = 3600.0
"""Seconds that the answer waits for somebody who does not ask."""
MOST = 500
"""How many searches are looked at at once."""


class Found(msgspec.Struct, frozen=True):
    """A party on its way to its table."""

    table: str
    players: int
    members: list[Search]


def lasts(clock: str) -> float:
    """How long a search with that clock is kept without being asked for."""
    return DAYS if '"days"' in clock else SITTING


def put(connection: sa.Connection, search: Search) -> None:
    """Begin to look, in place of an earlier search; not while a table is being made for that."""
    _lock(connection)
    known = one(connection, search.holder)
    if known is not None and known["table_id"] is not None and not known["done"]:
        raise Refused(409, "being_seated")
    row = {**msgspec.structs.asdict(search), "table_id": None, "players": None, "taken": None, "done": False}
    statement = queries.insert(connection, searches).values(**row)
    connection.execute(statement.on_conflict_do_update(index_elements=["holder"], set_=row))


def drop(connection: sa.Connection, holder: str) -> None:
    """Look no more; who has been put together with others already is expected there."""
    _lock(connection)
    mine = searches.c.holder == holder
    connection.execute(sa.delete(searches).where(mine, searches.c.table_id.is_(None) | searches.c.done))


def allow_bots(connection: sa.Connection, holder: str) -> bool:
    """Let bots take the seats that nobody wants; False if they do not look for a game."""
    _lock(connection)
    waiting = (searches.c.holder == holder) & searches.c.table_id.is_(None)
    # A table with bots only says nothing about anybody's strength.
    return connection.execute(sa.update(searches).where(waiting).values(bots=True, rated=False)).rowcount == 1


def keep_on(connection: sa.Connection, holder: str, until: float) -> None:
    """The page has asked: the search goes on."""
    waiting = (searches.c.holder == holder) & searches.c.table_id.is_(None)
    connection.execute(sa.update(searches).where(waiting).values(until=until))


def one(connection: sa.Connection, holder: str) -> Row | None:
    """Somebody's search."""
    return connection.execute(sa.select(searches).where(searches.c.holder == holder)).mappings().first()


def others(connection: sa.Connection, search: Row, now: float) -> int:
    """How many others look for the same game now."""
    same = (searches.c.game == search["game"]) & (searches.c.holder != search["holder"])
    where = same & searches.c.table_id.is_(None) & (searches.c.until > now)
    return int(connection.execute(sa.select(sa.func.count()).select_from(searches).where(where)).scalar_one())


def any_left(connection: sa.Connection) -> bool:
    """Whether there is anything to do."""
    return connection.execute(sa.select(searches.c.holder).where(~searches.c.done).limit(1)).first() is not None


# ── putting together ──
def take(connection: sa.Connection, now: float) -> list[Found]:
    """Put together whoever fits, and choose the names of their tables; nobody is taken twice."""
    _lock(connection)
    connection.execute(
        sa.delete(searches).where(searches.c.until < now, searches.c.table_id.is_(None) | searches.c.done)
    )
    statement = sa.select(searches).where(searches.c.table_id.is_(None)).order_by(searches.c.created).limit(MOST)
    banned = queries.banned(connection)
    waiting = [_search(row) for row in connection.execute(statement).mappings() if row["holder"] not in banned]
    found = []
    for party in parties(waiting, _blocks(connection, waiting), now):
        id_ = keys.new_table_id()
        mine = searches.c.holder.in_([member.holder for member in party.members])
        connection.execute(sa.update(searches).where(mine).values(table_id=id_, players=party.players, taken=now))
        found.append(Found(id_, party.players, party.members))
    return found


def left(connection: sa.Connection, before: float) -> list[Found]:
    """Parties whose table a process that died has not made."""
    where = searches.c.table_id.is_not(None) & ~searches.c.done & (searches.c.taken < before)
    rows = connection.execute(sa.select(searches).where(where).order_by(searches.c.created)).mappings()
    found: dict[str, Found] = {}
    for row in rows:
        party = found.setdefault(row["table_id"], Found(row["table_id"], row["players"], []))
        party.members.append(_search(row))
    return list(found.values())


def finish(connection: sa.Connection, table: str, now: float) -> None:
    """The table is there; its people hear of it when they ask."""
    mine = searches.c.table_id == table
    connection.execute(sa.update(searches).where(mine).values(done=True, until=now + KEPT))


def release(connection: sa.Connection, table: str) -> None:
    """The table cannot be made: let its people be put together anew."""
    _lock(connection)
    mine = (searches.c.table_id == table) & ~searches.c.done
    connection.execute(sa.update(searches).where(mine).values(table_id=None, players=None, taken=None))


def _search(row: Row) -> Search:
    return Search(**{name: row[name] for name in Search.__struct_fields__})


def _blocks(connection: sa.Connection, waiting: Sequence[Search]) -> Blocks:
    holders = [each.holder for each in waiting]
    where = relations.c.holder.in_(holders) & relations.c.other.in_(holders) & (relations.c.kind == "block")
    rows = connection.execute(sa.select(relations.c.holder, relations.c.other).where(where))
    return frozenset((row.holder, row.other) for row in rows)


def _lock(connection: sa.Connection) -> None:
    """Let nobody else put people together until this transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
