"""Who looks for a game, in the database; each function is a job for a `Storage`.

Being put together is one transaction that no other runs beside. The table itself is made afterwards, under the name
that the transaction chose: whichever process writes its first event has made it, and all others find it. Who fits a
table that waits is sent there; the table's log decides whether a seat was left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

import msgspec
import sqlalchemy as sa

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.lobby.fitting import Blocks, Search, parties
from branchline.server.lobby.open_tables import OpenTable, best
from branchline.server.storage import queries
from branchline.server.storage.queries import Row
from branchline.server.storage.schema import adoptions, relations, searches

LOCK = 0x7365_656B
"""The number of the PostgreSQL lock under which only one process at a time puts people together."""
SITTING, DAYS = 30.0, 86_400.0
"""Seconds that a search lasts after its page last asked: for a game of one sitting, and for one over days."""
KEPT = 3600.0
"""Seconds for which the result is kept until its person asks."""
MOST = 500
"""How many searches are looked at at once."""
Refusals = AbstractSet[tuple[str, str]]
"""Who was refused at which table."""


class Found(msgspec.Struct, frozen=True):
    """A party on its way to its table."""

    table: str
    players: int | None
    """None for somebody who is on the way to a table that is there already."""
    members: list[Search]


def lasts(clock: str) -> float:
    """How long a search with that clock is kept without being asked for."""
    return DAYS if '"days"' in clock else SITTING


def put(connection: sa.Connection, search: Search) -> None:
    """Begin to look, in place of an earlier search; not while a table is being made for that."""
    lock(connection)
    known = one(connection, search.holder)
    if known is not None and known["table_id"] is not None and not known["done"]:
        raise Refused(409, "being_seated")
    row = {**msgspec.structs.asdict(search), "table_id": None, "players": None, "taken": None, "done": False}
    statement = queries.insert(connection, searches).values(**row)
    connection.execute(statement.on_conflict_do_update(index_elements=["holder"], set_=row))


def drop(connection: sa.Connection, holder: str) -> None:
    """End a search; who was put together with others already is still expected there."""
    lock(connection)
    mine = searches.c.holder == holder
    connection.execute(sa.delete(searches).where(mine, searches.c.table_id.is_(None) | searches.c.done))


def allow_bots(connection: sa.Connection, holder: str) -> bool:
    """Let bots take the seats that nobody wants; False if they do not look for a game."""
    lock(connection)
    waiting = (searches.c.holder == holder) & searches.c.table_id.is_(None)
    # A table with bots only says nothing about anybody's strength.
    return connection.execute(sa.update(searches).where(waiting).values(bots=True, rated=False)).rowcount == 1


def keep_on(connection: sa.Connection, holder: str, until: float) -> None:
    """The page has asked: the search goes on."""
    waiting = (searches.c.holder == holder) & searches.c.table_id.is_(None)
    connection.execute(sa.update(searches).where(waiting).values(until=until))


def end_at(connection: sa.Connection, holder: str, until: float) -> None:
    """The page was left: the search ends then at the latest, unless a page asks again."""
    waiting = (searches.c.holder == holder) & searches.c.table_id.is_(None) & (searches.c.until > until)
    connection.execute(sa.update(searches).where(waiting).values(until=until))


def one(connection: sa.Connection, holder: str) -> Row | None:
    """Somebody's search."""
    return connection.execute(sa.select(searches).where(searches.c.holder == holder)).mappings().first()


def others(connection: sa.Connection, search: Row, now: float) -> int:
    """How many others look for the same game now."""
    same = (searches.c.game == search["game"]) & (searches.c.holder != search["holder"])
    where = same & searches.c.table_id.is_(None) & (searches.c.until > now)
    return int(connection.execute(sa.select(sa.func.count()).select_from(searches).where(where)).scalar_one())


def is_expected(connection: sa.Connection, holder: str, table: str | None = None) -> bool:
    """Whether somebody was put together with others, or sent to a table, and is not known to sit there yet."""
    taken = searches.c.table_id.is_not(None) if table is None else searches.c.table_id == table
    where = (searches.c.holder == holder) & taken & ~searches.c.done
    return connection.execute(sa.select(searches.c.holder).where(where)).first() is not None


def any_left(connection: sa.Connection) -> bool:
    """Whether anybody looks for a game or is on the way to a table."""
    return connection.execute(sa.select(searches.c.holder).where(~searches.c.done).limit(1)).first() is not None


# ── putting together ──
def take(
    connection: sa.Connection, now: float, tables: Sequence[OpenTable] = (), refused: Refusals = frozenset()
) -> list[Found]:
    """Send whoever fits to an open table, put the others together, and choose names for their tables.

    Nobody is taken twice, nor sent again to a table that has refused them.
    """
    lock(connection)
    connection.execute(
        sa.delete(searches).where(searches.c.until < now, searches.c.table_id.is_(None) | searches.c.done)
    )
    statement = sa.select(searches).where(searches.c.table_id.is_(None)).order_by(searches.c.created).limit(MOST)
    banned = queries.banned(connection)
    # Whoever is signing in will look for a game as an account in a moment.
    statement = statement.where(searches.c.holder.not_in(sa.select(adoptions.c.browser)))
    waiting = [_search(row) for row in connection.execute(statement).mappings() if row["holder"] not in banned]
    welcome = [table for table in tables if banned.isdisjoint(table.people)]
    people = {each.holder for each in waiting}.union(*(table.people for table in welcome))
    blocks = _blocks(connection, people)
    found = _at_tables(connection, waiting, welcome, blocks, refused)
    seated = {party.members[0].holder for party in found}
    rest = [each for each in waiting if each.holder not in seated]
    found += [Found(keys.new_table_id(), party.players, party.members) for party in parties(rest, blocks, now)]
    for party in found:
        mine = searches.c.holder.in_([member.holder for member in party.members])
        values = {"table_id": party.table, "players": party.players, "taken": now}
        connection.execute(sa.update(searches).where(mine).values(**values))
    return found


def _at_tables(
    connection: sa.Connection,
    waiting: Sequence[Search],
    tables: Sequence[OpenTable],
    blocks: Blocks,
    refused: Refusals,
) -> list[Found]:
    """Who can be seated at a table that is there; as many as it has seats, with those who are on their way."""
    coming = searches.c.players.is_(None) & searches.c.table_id.is_not(None) & ~searches.c.done
    counts = sa.select(searches.c.table_id, sa.func.count()).where(coming).group_by(searches.c.table_id)
    expected = {table: int(n) for table, n in connection.execute(counts)}
    left = {each.id: msgspec.structs.replace(each, free=each.free - expected.get(each.id, 0)) for each in tables}
    found = []
    for search in waiting:
        table = best(search, [each for each in left.values() if (search.holder, each.id) not in refused], blocks)
        if table is not None:
            found.append(Found(table.id, None, [search]))
            left[table.id] = table.joined(search)
    return found


def left(connection: sa.Connection, before: float) -> list[Found]:
    """Parties whose table a process that died has not made."""
    where = searches.c.table_id.is_not(None) & ~searches.c.done & (searches.c.taken < before)
    rows = connection.execute(sa.select(searches).where(where).order_by(searches.c.created)).mappings()
    found: dict[str, Found] = {}
    for row in rows:
        # Those sent to an existing table are a party of one each.
        key = row["table_id"] if row["players"] is not None else row["holder"]
        party = found.setdefault(key, Found(row["table_id"], row["players"], []))
        party.members.append(_search(row))
    return list(found.values())


def finish(connection: sa.Connection, party: Found, now: float) -> None:
    """The table is there; its people hear of it when they ask."""
    mine = _of(party)
    connection.execute(sa.update(searches).where(mine).values(done=True, until=now + KEPT))


def release(connection: sa.Connection, party: Found) -> None:
    """The table cannot be made, or has no seat left: let its people be put together anew."""
    lock(connection)
    mine = _of(party) & ~searches.c.done
    connection.execute(sa.update(searches).where(mine).values(table_id=None, players=None, taken=None))


def _of(party: Found) -> sa.ColumnElement[bool]:
    """The party's searches; others may be on their way to the same table that is there already."""
    mine = searches.c.table_id == party.table
    return mine if party.players is not None else mine & (searches.c.holder == party.members[0].holder)


def _search(row: Row) -> Search:
    return Search(**{name: row[name] for name in Search.__struct_fields__})


def _blocks(connection: sa.Connection, people: Iterable[str]) -> Blocks:
    holders = sorted(people)
    where = relations.c.holder.in_(holders) & relations.c.other.in_(holders) & (relations.c.kind == "block")
    rows = connection.execute(sa.select(relations.c.holder, relations.c.other).where(where))
    return frozenset((row.holder, row.other) for row in rows)


def lock(connection: sa.Connection) -> None:
    """Let nobody else put people together until this transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
