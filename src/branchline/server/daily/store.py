"""Deals and what people made of them; each function is a job for a `Storage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from branchline.server.storage.queries import insert
from branchline.server.storage.schema import deals, seats, tables


class Deal(NamedTuple):
    """The chance of one day's game: secret until the day is over; its hash `commit` is published before."""

    day: str
    game: str
    seed: bytes
    commit: str
    made: float
    par: str | None
    """The table where the expert plays it."""


class Attempt(NamedTuple):
    """Somebody's first table of a deal, which is the one that counts."""

    day: str
    game: str
    table: str
    browser: str
    name: str | None
    status: str
    points: int | None
    won: bool


def add_deals(connection: sa.Connection, new: Sequence[Deal]) -> None:
    """Keep new deals; one that is there already stays as it is."""
    connection.execute(insert(connection, deals).on_conflict_do_nothing(), [deal._asdict() for deal in new])


def find_deals(connection: sa.Connection, days: Sequence[str]) -> list[Deal]:
    """The deals of those days."""
    rows = connection.execute(sa.select(deals).where(deals.c.day.in_(days))).mappings()
    return [Deal(**row) for row in rows]


def set_par(connection: sa.Connection, deal: Deal, table: str) -> bool:
    """Remember where the expert plays a deal; whether nobody has said so before."""
    where = (deals.c.day == deal.day) & (deals.c.game == deal.game) & deals.c.par.is_(None)
    return bool(connection.execute(sa.update(deals).where(where).values(par=table)).rowcount)


def attempts(
    connection: sa.Connection, game: str | None = None, days: Sequence[str] | None = None, browser: str | None = None
) -> list[Attempt]:
    """The counted attempts of those days, that game, or that person; the newest day first, then the most points."""
    where = [tables.c.daily.is_not(None), seats.c.seat == 0, seats.c.kind == "human"]
    if game is not None:
        where.append(tables.c.game == game)
    if days is not None:
        where.append(tables.c.daily.in_(days))
    if browser is not None:
        where.append(seats.c.browser == browser)
    first = sa.func.row_number().over(
        partition_by=(tables.c.daily, tables.c.game, seats.c.browser), order_by=(tables.c.created, tables.c.id)
    )
    chosen = (
        sa.select(
            tables.c.daily,
            tables.c.game,
            tables.c.id,
            tables.c.status,
            tables.c.scores,
            tables.c.ending,
            seats.c.browser,
            seats.c.name,
            first.label("place"),
        )
        .join(seats, seats.c.table_id == tables.c.id)
        .where(*where)
        .subquery()
    )
    found = [
        Attempt(
            row.daily,
            row.game,
            row.id,
            row.browser,
            row.name,
            row.status,
            row.scores[0] if row.status == "over" and row.scores else None,
            bool(row.ending and 0 in row.ending["winners"]),
        )
        for row in connection.execute(sa.select(chosen).where(chosen.c.place == 1))
    ]
    return sorted(found, key=lambda one: (one.day, one.points is not None, one.points or 0), reverse=True)


def points_at(connection: sa.Connection, ids: Sequence[str]) -> dict[str, int]:
    """What the first seat has at those tables, where the game is over."""
    statement = sa.select(tables.c.id, tables.c.scores).where(tables.c.id.in_(ids), tables.c.status == "over")
    return {row.id: row.scores[0] for row in connection.execute(statement) if row.scores}
