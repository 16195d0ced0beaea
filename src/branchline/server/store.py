"""Tables, seats, browsers and chat in the database, by SQLAlchemy core; each function is a job for `Database`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from branchline.server.schema import browsers, chat, seat_keys, seats, tables

Row = Mapping[Any, Any]
LISTED = 100
"""How many tables a list shows."""


def name_browser(connection: sa.Connection, browser: str, name: str | None, now: float) -> None:
    """Remember a browser, and its player's name if it is said."""
    statement = insert(browsers).values(hash=browser, name=name, created=now)
    if name is None:
        connection.execute(statement.on_conflict_do_nothing())
    else:
        connection.execute(statement.on_conflict_do_update(index_elements=["hash"], set_={"name": name}))


def browser_name(connection: sa.Connection, browser: str) -> str | None:
    """The name that the browser's player chose."""
    return connection.execute(sa.select(browsers.c.name).where(browsers.c.hash == browser)).scalar()


def add_table(connection: sa.Connection, table: Row, places: Sequence[Row]) -> None:
    """A new table with its seats."""
    connection.execute(sa.insert(tables).values(**table))
    connection.execute(sa.insert(seats), [dict(place) for place in places])


def change_table(connection: sa.Connection, table: str, **values: Any) -> None:
    """Set columns of a table."""
    connection.execute(sa.update(tables).where(tables.c.id == table).values(**values))


def claim_next(connection: sa.Connection, table: str, successor: str) -> str:
    """Name the table's rematch if it has none yet; the one that counts."""
    vacant = (tables.c.id == table) & (tables.c.next.is_(None))
    connection.execute(sa.update(tables).where(vacant).values(next=successor))
    return str(connection.execute(sa.select(tables.c.next).where(tables.c.id == table)).scalar_one())


def change_seat(connection: sa.Connection, table: str, seat: int, values: Row, keys: Iterable[str] | None) -> None:
    """Set columns of a seat; `keys` replaces the secrets that open it, None leaves them."""
    connection.execute(sa.update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**values))
    if keys is not None:
        connection.execute(sa.delete(seat_keys).where(seat_keys.c.table_id == table, seat_keys.c.seat == seat))
        for key in keys:
            add_key(connection, table, seat, key)


def add_key(connection: sa.Connection, table: str, seat: int, key: str) -> None:
    """One more secret (its hash) that opens a seat."""
    connection.execute(insert(seat_keys).values(table_id=table, seat=seat, hash=key).on_conflict_do_nothing())


def find(connection: sa.Connection, ids: Sequence[str]) -> list[tuple[Row, list[Row], list[Row]]]:
    """Tables with their seats and seat keys, in the order asked for."""
    found = {row["id"]: row for row in connection.execute(sa.select(tables).where(tables.c.id.in_(ids))).mappings()}
    places: dict[str, list[Row]] = {id_: [] for id_ in found}
    statement = sa.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
    for row in connection.execute(statement).mappings():
        places[row["table_id"]].append(row)
    keys: dict[str, list[Row]] = {id_: [] for id_ in found}
    for row in connection.execute(sa.select(seat_keys).where(seat_keys.c.table_id.in_(ids))).mappings():
        keys[row["table_id"]].append(row)
    return [(found[id_], places[id_], keys[id_]) for id_ in ids if id_ in found]


def lobby(connection: sa.Connection) -> list[str]:
    """Public tables, open ones first, then running ones, the latest first."""
    statement = (
        sa.select(tables.c.id)
        .where(tables.c.public, tables.c.status.in_(("open", "running")))
        .order_by(tables.c.status, tables.c.changed.desc())
        .limit(LISTED)
    )
    return list(connection.execute(statement).scalars())


def tables_of(connection: sa.Connection, browser: str) -> list[str]:
    """Tables where the browser holds a seat, newest first."""
    statement = (
        sa.select(tables.c.id)
        .where(tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.browser == browser)))
        .order_by(tables.c.created.desc())
        .limit(LISTED)
    )
    return list(connection.execute(statement).scalars())


def running_with_bots(connection: sa.Connection) -> list[str]:
    """Running tables where a bot may be to move."""
    statement = sa.select(tables.c.id).where(
        tables.c.status == "running", tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.kind == "bot"))
    )
    return list(connection.execute(statement).scalars())


def say(connection: sa.Connection, line: Row) -> tuple[Row, bool]:
    """Add a line of chat under the next number; the line, and whether it is new (a repeated client id is not)."""
    known = sa.select(chat).where(
        chat.c.table_id == line["table_id"], chat.c.browser == line["browser"], chat.c.client == line["client"]
    )
    before = connection.execute(known).mappings().first()
    if before is not None:
        return before, False
    count = sa.select(sa.func.coalesce(sa.func.max(chat.c.n) + 1, 0)).where(chat.c.table_id == line["table_id"])
    numbered = {**line, "n": connection.execute(count).scalar_one()}
    connection.execute(sa.insert(chat).values(**numbered))
    return numbered, True


def last_lines(connection: sa.Connection, table: str, most: int) -> Sequence[Row]:
    """The table's last lines of chat, oldest first."""
    statement = sa.select(chat).where(chat.c.table_id == table).order_by(chat.c.n.desc()).limit(most)
    return list(connection.execute(statement).mappings())[::-1]
