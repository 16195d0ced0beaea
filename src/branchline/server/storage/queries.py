"""What is read and written beside the logs, by SQLAlchemy core; each function is a job for a `Storage`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from branchline.core.reading import convert
from branchline.server.events import Place
from branchline.server.projection import Ending, Kept, Note, Projection, SeatState
from branchline.server.storage.schema import (
    browsers,
    chat,
    deadlines,
    persons,
    seat_keys,
    seats,
    sessions,
    tables,
)
from branchline.server.timers import Times

Row = Mapping[Any, Any]
COLUMNS = [column.name for column in tables.columns]
LISTED = 100
"""How many tables a list shows."""
CONSIDERED = 1000
"""Of how many tables the lobby chooses those that it shows."""
MANY = 500
"""How many tables one statement asks for."""
FOREVER = 1e15
"""An instant after all others."""
MOST_SEATS = 12
"""How many seats of one table somebody may hold."""
OF_ONE_HOST = 5
"""How many open, and how many running tables of one host the lobby shows; others want to be seen too."""


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """An INSERT that knows ON CONFLICT, in the connection's dialect."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def overwrite(connection: sa.Connection) -> None:
    """Let what is removed from now on not stay readable in the file."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


# ── browsers ──
def name_browser(connection: sa.Connection, browser: str, name: str | None, now: float) -> None:
    """Remember a browser, and its player's name if it is said."""
    statement = insert(connection, browsers).values(hash=browser, name=name, created=now)
    if name is None:
        connection.execute(statement.on_conflict_do_nothing())
    else:
        connection.execute(statement.on_conflict_do_update(index_elements=["hash"], set_={"name": name}))


def browser_name(connection: sa.Connection, browser: str) -> str | None:
    """The name that the browser's player chose."""
    return connection.execute(sa.select(browsers.c.name).where(browsers.c.hash == browser)).scalar()


def knows_browser(connection: sa.Connection, browser: str) -> bool:
    """Whether the browser has a name, a table or a seat here, or is signed in."""
    named = sa.exists().where(browsers.c.hash == browser)
    seated = sa.exists().where(seats.c.browser == browser)
    signed_in = sa.exists().where(sessions.c.hash == browser)
    return bool(connection.execute(sa.select(named | seated | signed_in)).scalar())


def banned(connection: sa.Connection) -> set[str]:
    """The browsers and accounts that may not act."""
    guests = sa.select(browsers.c.hash).where(browsers.c.banned.is_not(None))
    people = sa.select(persons.c.id).where(persons.c.banned.is_not(None))
    return set(connection.execute(guests.union_all(people)).scalars())


# ── tables ──
def put_table(connection: sa.Connection, table: Projection, reseated: bool) -> None:
    """Write a table's projection, new or changed."""
    row = table_row(table)
    statement = insert(connection, tables).values(**row)
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=row))
    if reseated:
        put_seats(connection, table)
    if table.time is not None:
        connection.execute(sa.delete(deadlines).where(deadlines.c.table_id == table.id))
        if table.deadline is not None:
            connection.execute(sa.insert(deadlines).values(table_id=table.id, at=table.deadline))


def put_seats(connection: sa.Connection, table: Projection) -> None:
    """Write the seats of a table's projection."""
    for row in seat_rows(table):
        statement = insert(connection, seats).values(**row)
        connection.execute(statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_=row))


def table_row(table: Projection) -> dict[str, Any]:
    """The row of a projection."""
    row = {name: getattr(table, name) for name in COLUMNS}
    for name in ("ending", "time", "notes"):
        row[name] = msgspec.to_builtins(row[name]) or None
    return row


def changed_values(table: Projection) -> tuple[Any, ...]:
    """What an act can change in a table's row, in the order of the backends' UPDATE; the table's id is the last."""
    encode = msgspec.json.encode
    return (
        table.status,
        table.length,
        table.events,
        encode(table.actors).decode(),
        encode(table.scores).decode(),
        encode(table.ending).decode(),
        table.changed,
        encode(table.time).decode(),
        table.turn_number,
        table.id,
    )


def seat_rows(table: Projection) -> list[dict[str, Any]]:
    """The rows of a projection's seats."""
    return [
        {
            "table_id": table.id,
            "seat": number,
            "kind": seat.place.kind,
            "name": seat.place.name,
            "level": seat.place.level,
            "browser": seat.place.browser,
            "substitute": seat.substitute,
            "resigned": seat.resigned,
            "links": seat.links,
            "program": seat.place.program,
            **_kept_row(seat.kept),
            "character": seat.place.character,
            "hints": seat.hints,
            "created": table.created,
            "ended": table.status == "over",
        }
        for number, seat in enumerate(table.seats)
    ]


def _kept_row(kept: Kept | None) -> dict[str, Any]:
    if kept is None:
        return {"kept": None, "kept_name": None, "kept_by": None, "kept_until": None}
    return {"kept": kept.person, "kept_name": kept.name, "kept_by": kept.by, "kept_until": kept.until}


def _kept(row: Row) -> Kept | None:
    return None if row["kept"] is None else Kept(row["kept"], row["kept_name"], row["kept_by"], row["kept_until"])


def find(connection: sa.Connection, ids: Sequence[str]) -> list[Projection]:
    """Tables as they stand, in the order asked for; names without a table are left out."""
    wanted = {"ids": list(ids)}
    found = {row["id"]: row for row in connection.execute(_TABLES, wanted).mappings()}
    places: dict[str, list[SeatState]] = {id_: [] for id_ in found}
    for row in connection.execute(_SEATS, wanted).mappings():
        place = Place(row["kind"], row["name"], row["level"], row["browser"], row["program"], row["character"])
        seat = SeatState(place, row["substitute"], row["resigned"], row["links"], _kept(row), row["hints"])
        places[row["table_id"]].append(seat)
    return [_projection(found[id_], places[id_]) for id_ in ids if id_ in found]


_IDS = sa.bindparam("ids", type_=sa.String, expanding=True)
# Built once: to build a statement takes longer than to read a row by it.
_TABLES = sa.select(tables).where(tables.c.id.in_(_IDS))
_LENGTHS = sa.select(tables.c.id, tables.c.length).where(tables.c.id.in_(_IDS))
_SEATS = sa.select(seats).where(seats.c.table_id.in_(_IDS)).order_by(seats.c.seat)


def _projection(row: Row, places: list[SeatState]) -> Projection:
    values = {name: row[name] for name in COLUMNS}
    # Rows of games that ended before their length was kept have no seconds.
    ending = row["ending"] and {"seconds": None, **row["ending"]}
    values["ending"] = convert(ending, Ending | None)
    values["time"] = convert(row["time"], Times | None)
    values["notes"] = convert(row["notes"] or [], list[Note])
    return Projection(**values, seats=places)


def lengths(connection: sa.Connection, ids: Sequence[str]) -> dict[str, int]:
    """How many events the logs of these tables have."""
    found: dict[str, int] = {}
    for start in range(0, len(ids), MANY):
        rows = connection.execute(_LENGTHS, {"ids": ids[start : start + MANY]})
        found.update({row.id: row.length for row in rows})
    return found


def lobby(connection: sa.Connection) -> list[tuple[str, str, str]]:
    """Public tables (id, host, status), open ones first, then running ones, the latest first."""
    return [(row.id, row.host, row.status) for row in connection.execute(_lobby())]


@cache
def _lobby() -> sa.Select[Any]:
    place = sa.func.row_number().over(partition_by=(tables.c.host, tables.c.status), order_by=tables.c.changed.desc())
    shown = (
        sa.select(tables.c.id, tables.c.host, tables.c.status, tables.c.changed, place.label("place"))
        .where(tables.c.public, tables.c.status.in_(("open", "running")))
        .subquery()
    )
    return (
        sa.select(shown.c.id, shown.c.host, shown.c.status)
        .where(shown.c.place <= OF_ONE_HOST)
        .order_by(shown.c.status, shown.c.changed.desc())
        .limit(CONSIDERED)
    )


def bots_only(connection: sa.Connection, host: str, ids: Sequence[str] = ()) -> dict[str, str]:
    """The running tables of a host, and those of certain ids, that no person plays; the host of each."""
    plays = (seats.c.kind == "human") & seats.c.substitute.is_(None) & ~seats.c.resigned
    people = sa.exists().where(seats.c.table_id == tables.c.id, plays)
    asked = (tables.c.host == host) | tables.c.id.in_(list(ids))
    where = (tables.c.status == "running") & asked & ~people
    return {row.id: row.host for row in connection.execute(sa.select(tables.c.id, tables.c.host).where(where))}


def unfinished_of(connection: sa.Connection, browser: str) -> list[str]:
    """Tables that are not over where the browser holds a seat, the newest first."""
    return _seated_at(connection, browser, False, None, LISTED)


def finished_of(connection: sa.Connection, browser: str, before: float | None, most: int) -> list[str]:
    """The last tables that are over where the browser held a seat, the newest first; `before` goes on with a list."""
    return _seated_at(connection, browser, True, before, most)


def _seated_at(connection: sa.Connection, browser: str, ended: bool, before: float | None, most: int) -> list[str]:
    # Somebody may hold all seats of a table; more rows than that are never read.
    facts = {"browser": browser, "ended": ended, "before": FOREVER if before is None else before}
    found: dict[str, None] = {}
    for id_ in connection.execute(_SEATED, {**facts, "most": most * MOST_SEATS}).scalars():
        found[id_] = None
        if len(found) == most:
            break
    return list(found)


_SEATED = (
    sa.select(seats.c.table_id)
    .where(
        seats.c.browser == sa.bindparam("browser", type_=sa.String),
        seats.c.ended == sa.bindparam("ended", type_=sa.Boolean),
        seats.c.created < sa.bindparam("before", type_=sa.Float),
    )
    .order_by(seats.c.created.desc())
    .limit(sa.bindparam("most", type_=sa.Integer))
)


def waiting_for_bots(connection: sa.Connection) -> list[str]:
    """Running tables where a bot is to move."""
    plays = sa.or_(seats.c.kind == "bot", seats.c.substitute.is_not(None))
    statement = sa.select(tables.c.id, tables.c.actors).where(tables.c.status == "running")
    running = {row.id: row.actors for row in connection.execute(statement)}
    found = connection.execute(
        sa.select(seats.c.table_id, seats.c.seat).join(tables).where(tables.c.status == "running", plays)
    )
    return sorted({row.table_id for row in found if row.seat in running.get(row.table_id, ())})


# ── the links that open seats ──
def add_keys(connection: sa.Connection, keys: Iterable[tuple[str, int, str]]) -> None:
    """More secrets (their hashes) that open seats, each with its table and seat."""
    rows = [{"table_id": table, "seat": seat, "hash": key} for table, seat, key in keys]
    if rows:
        connection.execute(insert(connection, seat_keys).on_conflict_do_nothing(), rows)


def opens(connection: sa.Connection, table: str) -> list[tuple[int, str]]:
    """The seats of a table with the hashes of the secrets that open them."""
    statement = sa.select(seat_keys.c.seat, seat_keys.c.hash).where(seat_keys.c.table_id == table)
    return [(row.seat, row.hash) for row in connection.execute(statement)]


def drop_keys(connection: sa.Connection, table: str, seat: int) -> None:
    """Let no link open that seat any more."""
    connection.execute(sa.delete(seat_keys).where(seat_keys.c.table_id == table, seat_keys.c.seat == seat))


# ── chat ──
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


def last_lines(connection: sa.Connection, table: str, most: int, since: int = 0) -> Sequence[Row]:
    """The table's last lines of chat from number `since` on, oldest first."""
    statement = sa.select(chat).where(chat.c.table_id == table, chat.c.n >= since).order_by(chat.c.n.desc()).limit(most)
    return list(connection.execute(statement).mappings())[::-1]
