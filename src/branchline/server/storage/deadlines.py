"""When something is due at which table, and when no server was there to see it. Instants in ms."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from branchline.server.storage.queries import insert
from branchline.server.storage.schema import deadlines, stops, uptime

Stop = tuple[int, int]
"""From the last sign of life of any server to the first one after it."""
ONE = 1
"""The only row of `uptime`."""
STEP = 6_000
"""Milliseconds by which hosts may differ; a clock that goes back further was set back."""


def first(connection: sa.Connection) -> int | None:
    """When the next thing is due; None if nothing is."""
    return connection.execute(sa.select(sa.func.min(deadlines.c.at))).scalar()


def due(connection: sa.Connection, now: int, most: int = 200) -> list[str]:
    """The tables where something is due, the longest due first."""
    statement = sa.select(deadlines.c.table_id).where(deadlines.c.at <= now).order_by(deadlines.c.at).limit(most)
    return list(connection.execute(statement).scalars())


def tables(connection: sa.Connection) -> list[str]:
    """All tables where something will be due."""
    return list(connection.execute(sa.select(deadlines.c.table_id).order_by(deadlines.c.at)).scalars())


def drop(connection: sa.Connection, table: str) -> None:
    """Nothing is due at that table."""
    connection.execute(sa.delete(deadlines).where(deadlines.c.table_id == table))


def beat(connection: sa.Connection, now: int, gap: int | None) -> int:
    """A sign of life; the one before. With `gap`: if that is longer ago, the time between was a stop.

    One that is far in the future is of a clock that was set back since.
    """
    connection.execute(insert(connection, uptime).values(id=ONE, at=now).on_conflict_do_nothing())
    last: int = connection.execute(sa.select(uptime.c.at).where(uptime.c.id == ONE).with_for_update()).scalar_one()
    if gap is not None and now - last > gap:
        connection.execute(insert(connection, stops).values(since=last, until=now).on_conflict_do_nothing())
    later = (uptime.c.at < now) | (uptime.c.at > now + STEP)
    connection.execute(sa.update(uptime).where(uptime.c.id == ONE, later).values(at=now))
    return last


def stops_after(connection: sa.Connection, at: int) -> Sequence[Stop]:
    """The stops that ended after an instant, in order."""
    statement = sa.select(stops.c.since, stops.c.until).where(stops.c.until > at).order_by(stops.c.since)
    return [(row.since, row.until) for row in connection.execute(statement)]
