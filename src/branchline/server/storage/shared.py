"""What several processes on one storage keep together: who lives, who does which work, who looks at which table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from branchline.server.storage.queries import insert
from branchline.server.storage.schema import allowances, leases, presence, processes, watching

ALIVE = 6.0
"""Seconds after its last sign of life at which a process counts as dead."""
QUIET = 600.0
"""Seconds after which whoever did nothing is counted anew."""


Instant = sa.ColumnElement[float]


def _now(connection: sa.Connection) -> Instant:
    """The storage's own time, so that hosts whose clocks differ agree; as an expression, not to ask for it first."""
    if connection.dialect.name == "postgresql":
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
    return (sa.func.julianday("now", type_=sa.Double) - 2440587.5) * 86400.0


def _living(now: Instant) -> sa.Select[tuple[str]]:
    return sa.select(processes.c.id).where(processes.c.seen > now - ALIVE)


def beat(connection: sa.Connection, process: str) -> set[str]:
    """A sign of life; what dead processes left behind goes. The processes that live."""
    now = _now(connection)
    statement = insert(connection, processes).values(id=process, seen=now)
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"seen": now}))
    dead = sa.select(processes.c.id).where(processes.c.seen <= now - ALIVE)
    for part in (presence, watching):
        connection.execute(sa.delete(part).where(part.c.process.in_(dead)))
    connection.execute(sa.delete(leases).where(leases.c.holder.in_(dead)))
    connection.execute(sa.delete(processes).where(processes.c.seen <= now - 10 * ALIVE))
    connection.execute(sa.delete(allowances).where(allowances.c.at < now - QUIET))
    return {row.id for row in connection.execute(_living(now))}


def lapsed(connection: sa.Connection, process: str) -> bool:
    """Whether the others may have taken the process for dead since its last sign of life. Ask before the next one."""
    # Half that time: whoever counts it starts a little later or earlier.
    fresh = sa.select(processes.c.seen > _now(connection) - ALIVE / 2).where(processes.c.id == process)
    return not connection.execute(fresh).scalar()


def depart(connection: sa.Connection, process: str) -> None:
    """A process ends: its work is free at once."""
    for part in (presence, watching):
        connection.execute(sa.delete(part).where(part.c.process == process))
    connection.execute(sa.delete(leases).where(leases.c.holder == process))
    connection.execute(sa.delete(processes).where(processes.c.id == process))


def lease(connection: sa.Connection, name: str, process: str) -> bool:
    """Take over some work; False if a living process does it."""
    free = leases.c.holder.not_in(_living(_now(connection))) | (leases.c.holder == process)
    statement = insert(connection, leases).values(name=name, holder=process)
    statement = statement.on_conflict_do_update(index_elements=["name"], set_={"holder": process}, where=free)
    return connection.execute(statement.returning(leases.c.name)).first() is not None


def unclaimed(connection: sa.Connection, names: Sequence[str], process: str) -> list[str]:
    """Which of this work no other living process does."""
    if not names:
        return []
    living = _living(_now(connection))
    held = sa.select(leases.c.name).where(
        leases.c.name.in_(names), leases.c.holder != process, leases.c.holder.in_(living)
    )
    taken = set(connection.execute(held).scalars())
    return [name for name in names if name not in taken]


def allow(connection: sa.Connection, name: str, most: float, per_second: float) -> bool:
    """Whether all processes together allow one more of that."""
    now = _now(connection)
    least = sa.func.least if connection.dialect.name == "postgresql" else sa.func.min
    there = least(most, allowances.c.tokens + (now - allowances.c.at) * per_second)
    statement = insert(connection, allowances).values(name=name, tokens=most - 1, at=now)
    statement = statement.on_conflict_do_update(
        index_elements=["name"], set_={"tokens": there - 1, "at": now}, where=there >= 1
    )
    return connection.execute(statement.returning(allowances.c.name)).first() is not None


def arrive(connection: sa.Connection, table: str, browser: str, process: str) -> None:
    """A browser looks at a table, through that process."""
    row = insert(connection, presence).values(table_id=table, browser=browser, process=process)
    connection.execute(row.on_conflict_do_nothing())


def attend(connection: sa.Connection, process: str, looking: Mapping[tuple[str, str], bool]) -> None:
    """All that look at tables through a process, and whether they are away, in place of what it said before."""
    connection.execute(sa.delete(presence).where(presence.c.process == process))
    rows = [
        {"table_id": table, "browser": browser, "process": process, "away": away}
        for (table, browser), away in looking.items()
    ]
    if rows:
        connection.execute(insert(connection, presence).on_conflict_do_nothing(), rows)


def turn_away(connection: sa.Connection, table: str, browser: str, process: str, away: bool) -> None:
    """Note whether all pages of the table in that browser are hidden (`away`)."""
    here = (presence.c.table_id == table) & (presence.c.browser == browser) & (presence.c.process == process)
    connection.execute(sa.update(presence).where(here).values(away=away))


def go(connection: sa.Connection, table: str, browser: str, process: str) -> None:
    """A browser looks at a table no more."""
    here = (presence.c.table_id == table) & (presence.c.browser == browser) & (presence.c.process == process)
    connection.execute(sa.delete(presence).where(here))


def watch(connection: sa.Connection, process: str, spectators: Mapping[str, int]) -> None:
    """How many spectators tables have through a process, in place of what it said before."""
    connection.execute(sa.delete(watching).where(watching.c.process == process))
    rows = [{"table_id": table, "process": process, "spectators": n} for table, n in spectators.items()]
    if rows:
        connection.execute(sa.insert(watching), rows)


def watched(connection: sa.Connection, tables: Iterable[str], except_by: str) -> dict[str, int]:
    """How many spectators these tables have through living processes, one process left out."""
    statement = (
        sa.select(watching.c.table_id, sa.func.sum(watching.c.spectators))
        .where(
            watching.c.table_id.in_(list(tables)),
            watching.c.process != except_by,
            watching.c.process.in_(_living(_now(connection))),
        )
        .group_by(watching.c.table_id)
    )
    return {table: int(n) for table, n in connection.execute(statement)}


def tables_of(connection: sa.Connection, browsers: Iterable[str]) -> set[tuple[str, str]]:
    """Which tables these browsers have open through living processes."""
    statement = sa.select(presence.c.table_id, presence.c.browser).where(
        presence.c.browser.in_(list(browsers)), presence.c.process.in_(_living(_now(connection)))
    )
    return {(row.table_id, row.browser) for row in connection.execute(statement)}


def present(
    connection: sa.Connection, tables: Iterable[str], except_by: str = "", looking: bool = False
) -> set[tuple[str, str]]:
    """Which browsers have which of these tables open through living processes, one process left out.

    With `looking` only those in which a page of it is visible.
    """
    statement = sa.select(presence.c.table_id, presence.c.browser).where(
        presence.c.table_id.in_(list(tables)),
        presence.c.process != except_by,
        presence.c.process.in_(_living(_now(connection))),
    )
    if looking:
        statement = statement.where(~presence.c.away)
    return {(row.table_id, row.browser) for row in connection.execute(statement)}
