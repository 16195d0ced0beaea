"""The outbox of notices: written with a table's events, emptied by whichever process comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from branchline.server.notices.notice import ChannelKind, Kind, Notice
from branchline.server.storage.queries import Row, insert
from branchline.server.storage.schema import channels, deliveries, notices

CLAIM = 60.0
"""Seconds that a process has for a delivery before another one may try it."""
_COLUMNS = ("table_id", "owner", "kind", "seat", "n", "at", "due", "by", "line")


def put_statement(*marks: str) -> str:
    """The statement that adds a notice, with the driver's placeholders for the ten values of `values`.

    One that was not told yet is replaced by what happened since; one that was told stays, unless its person has
    acted or looked since, or the game is over.
    """
    names = ", ".join(f'"{name}"' for name in _COLUMNS)
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in _COLUMNS[2:])
    return (
        f"INSERT INTO notices ({names}) VALUES ({', '.join(marks[:-1])}) "
        f"ON CONFLICT (table_id, owner) DO UPDATE SET {changes} "
        f"WHERE (notices.due IS NOT NULL AND excluded.kind <> 'mention') OR notices.n <= {marks[-1]} "
        f"OR (excluded.kind = 'over' AND notices.kind <> 'over')"
    )


def values(notice: Notice) -> tuple[Any, ...]:
    """What `put_statement` takes."""
    told = (notice.table, notice.owner, notice.kind, notice.seat, notice.n, notice.at, notice.due)
    return (*told, notice.by and notice.by[:40], notice.line and notice.line[:500], notice.acted)


def put(connection: sa.Connection, found: Sequence[Notice]) -> None:
    """Add notices beside something that is no event."""
    names = [f"v{number}" for number in range(len(_COLUMNS) + 1)]
    statement = sa.text(put_statement(*(f":{name}" for name in names)))
    for notice in found:
        connection.execute(statement, dict(zip(names, values(notice), strict=True)))


def looked(connection: sa.Connection, table: str, owner: str) -> None:
    """The person has seen the table: what was on its way is not sent any more, and the next occasion counts again."""
    mine = (notices.c.table_id == table) & (notices.c.owner == owner)
    connection.execute(sa.update(notices).where(mine).values(n=-1, due=None))
    on_way = (deliveries.c.table_id == table) & (deliveries.c.owner == owner)
    connection.execute(sa.delete(deliveries).where(on_way))


def waits_for(connection: sa.Connection, table: str, owner: str) -> bool:
    """Whether there is anything that `looked` would change."""
    mine = (notices.c.table_id == table) & (notices.c.owner == owner) & (notices.c.n >= 0)
    return connection.execute(sa.select(notices.c.n).where(mine)).first() is not None


# ── from notices to deliveries ──
def ripe(connection: sa.Connection, now: float, most: int) -> Sequence[Row]:
    """Notices whose moment has come."""
    statement = sa.select(notices).where(notices.c.due <= now).order_by(notices.c.due).limit(most)
    return list(connection.execute(statement).mappings())


def drop(connection: sa.Connection, row: Row) -> None:
    """Remove a notice that is not needed any more."""
    connection.execute(sa.delete(notices).where(_same(row)))


def postpone(connection: sa.Connection, row: Row, due: float) -> None:
    """Send it later."""
    connection.execute(sa.update(notices).where(_same(row)).values(due=due))


def send_to(connection: sa.Connection, row: Row, to: Sequence[str], now: float) -> bool:
    """Put a notice on its way to these channels; False if another process was faster."""
    taken = connection.execute(sa.update(notices).where(_same(row)).values(due=None).returning(notices.c.owner))
    if taken.first() is None:
        return False
    for channel in to:
        way = {"table_id": row["table_id"], "owner": row["owner"], "channel": channel, "due": now, "tries": 0}
        statement = insert(connection, deliveries).values(**way)
        key = ["table_id", "owner", "channel"]
        connection.execute(statement.on_conflict_do_update(index_elements=key, set_={"due": now, "tries": 0}))
    return True


def _same(row: Row) -> sa.ColumnElement[bool]:
    """The notice as it was read: not sent by another process, not replaced by a newer one."""
    return sa.and_(*(notices.c[name] == row[name] for name in ("table_id", "owner", "n", "kind", "due")))


# ── deliveries ──
class Delivery(msgspec.Struct, frozen=True):
    """A notice on its way to one channel, with all that sending needs."""

    table_id: str
    owner: str
    channel: str
    tries: int
    notice: Kind
    seat: int
    at: float
    by: str | None
    line: str | None
    kind: ChannelKind
    address: str
    keys: dict[str, str] | None
    language: str
    base: str


_KEY = (deliveries.c.table_id, deliveries.c.owner, deliveries.c.channel)
_WHOLE = (
    sa.select(*_KEY, deliveries.c.tries, notices.c.kind.label("notice"))
    .add_columns(notices.c.seat, notices.c.at, notices.c.by, notices.c.line)
    .add_columns(channels.c.kind, channels.c.address, channels.c["keys"], channels.c.language, channels.c.base)
    .join(notices, (notices.c.table_id == deliveries.c.table_id) & (notices.c.owner == deliveries.c.owner))
    .join(channels, channels.c.id == deliveries.c.channel)
)


def claim(connection: sa.Connection, now: float, most: int) -> list[Delivery]:
    """Deliveries to make now; for a while they are this process's alone."""
    due = sa.select(*_KEY).where(deliveries.c.due <= now).order_by(deliveries.c.due).limit(most)
    if connection.dialect.name == "postgresql":
        due = due.with_for_update(skip_locked=True)
    found = []
    for table, owner, channel in connection.execute(due).all():
        here = (deliveries.c.table_id == table) & (deliveries.c.owner == owner) & (deliveries.c.channel == channel)
        row = connection.execute(_WHOLE.where(here)).mappings().first()
        if row is None:
            # Its channel was removed meanwhile.
            connection.execute(sa.delete(deliveries).where(here))
        else:
            connection.execute(sa.update(deliveries).where(here).values(due=now + CLAIM))
            found.append(Delivery(**row))
    return found


def done(connection: sa.Connection, delivery: Delivery) -> None:
    """A delivery is over, one way or the other."""
    connection.execute(sa.delete(deliveries).where(_way(delivery)))


def again(connection: sa.Connection, delivery: Delivery, due: float) -> None:
    """Try a delivery later."""
    connection.execute(sa.update(deliveries).where(_way(delivery)).values(due=due, tries=deliveries.c.tries + 1))


def _way(delivery: Delivery) -> sa.ColumnElement[bool]:
    here = (deliveries.c.table_id == delivery.table_id) & (deliveries.c.owner == delivery.owner)
    return here & (deliveries.c.channel == delivery.channel)


def next_due(connection: sa.Connection) -> float | None:
    """When there will be something to do."""
    first = [connection.execute(sa.select(sa.func.min(table.c.due))).scalar() for table in (notices, deliveries)]
    return min((float(each) for each in first if each is not None), default=None)
