"""What a person's page shows, read from results; each function is a storage job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import sqlalchemy as sa

from branchline.server.storage.queries import Row
from branchline.server.storage.schema import deals, persons, results, seats, tables

Result = Literal["won", "lost"]
COURSE = 300
"""So many rated games back the course of ratings is looked up."""
OPPONENTS = 10
LATELY = 500
"""So many games back opponents are counted and the greatest gain is looked for."""
LISTED = [column for column in results.columns if column.name != "traits"]
"""All but what is long and seldom needed."""
AHEAD, BEHIND = "ahead", "behind"


class Seen:
    """The results of a person that whoever asks may see."""

    def __init__(self, person: str, own: bool) -> None:
        self.person = person
        self.own = own

    def of(self, table: Any = results) -> sa.ColumnElement[bool]:
        """The condition on a row of results."""
        mine: sa.ColumnElement[bool] = table.c.holder == self.person
        return mine if self.own else mine & table.c.shown


def totals(connection: sa.Connection, seen: Seen) -> list[tuple[str, int, int]]:
    """For each game how many were played, and how many won against others; the most played first."""
    won = sa.func.sum(sa.case((results.c.won & (results.c.players > 1), 1), else_=0))
    count = sa.func.count()
    statement = sa.select(results.c.game, count, won).where(seen.of()).group_by(results.c.game)
    return [(game, int(n), int(w)) for game, n, w in connection.execute(statement.order_by(count.desc()))]


def course(connection: sa.Connection, person: str) -> Sequence[Row]:
    """The last rated games, the oldest first."""
    columns = (results.c.game, results.c.players, results.c.ended, results.c.mu_before, results.c.mu)
    statement = sa.select(*columns).where(results.c.holder == person, results.c.rated)
    rows = connection.execute(statement.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(COURSE))
    return list(rows.mappings())[::-1]


def playing(connection: sa.Connection, person: str) -> tuple[str, str] | None:
    """A public table where the person plays now, and its game."""
    there = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.browser == person)
    statement = sa.select(tables.c.id, tables.c.game).where(tables.c.public, tables.c.status == "running", there)
    row = connection.execute(statement.order_by(tables.c.changed.desc()).limit(1)).first()
    return None if row is None else (row.id, row.game)


def opponents(connection: sa.Connection, seen: Seen) -> Sequence[Row]:
    """Accounts and bots that the person met most lately, with how often either came before the other."""
    other = results.alias("other")
    mine = _lately(seen)
    count = sa.func.count()
    ahead = sa.func.sum(sa.case((mine.c.place < other.c.place, 1), else_=0))
    behind = sa.func.sum(sa.case((mine.c.place > other.c.place, 1), else_=0))
    met = (other.c.table_id == mine.c.table_id) & (other.c.seat != mine.c.seat)
    known = persons.c.id.is_not(None) | other.c.level.is_not(None)
    statement = (
        sa.select(other.c.holder, other.c.level, persons.c.name)
        .add_columns(count.label("games"), ahead.label(AHEAD), behind.label(BEHIND))
        .select_from(mine)
        .join(other, met)
        .outerjoin(persons, (persons.c.id == other.c.holder) & persons.c.banned.is_(None) & persons.c.deleted.is_(None))
        .where(known)
        .group_by(other.c.holder, other.c.level, persons.c.name)
        .order_by(count.desc(), persons.c.name, other.c.level)
        .limit(OPPONENTS)
    )
    return list(connection.execute(statement).mappings())


def most_points(connection: sa.Connection, seen: Seen, game: str, before: str) -> Row | None:
    """The game with the most points that the person played alone; none of a deal of that day or later."""
    whole = (results.c.game == game) & results.c.points.is_not(None) & (results.c.played == "whole")
    mine = sa.select(*LISTED).where(seen.of(), _known(before), whole)
    return connection.execute(mine.order_by(results.c.points.desc(), results.c.ended).limit(1)).mappings().first()


def greatest_gain(connection: sa.Connection, seen: Seen, before: str) -> Row | None:
    """The game that brought the most rating lately."""
    mine = _lately(seen, results.c.rated, _known(before))
    gain = (mine.c.mu - mine.c.mu_before).desc()
    statement = sa.select(mine).where(mine.c.mu > mine.c.mu_before).order_by(gain, mine.c.ended).limit(1)
    return connection.execute(statement).mappings().first()


def _known(before: str) -> sa.ColumnElement[bool]:
    """What gives nothing away: no deal of that day or later."""
    return sa.or_(results.c.daily.is_(None), results.c.daily < before)


def _lately(seen: Seen, *where: sa.ColumnElement[bool]) -> sa.Subquery:
    """The person's last games."""
    statement = sa.select(*LISTED).where(seen.of(), *where)
    return statement.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(LATELY).subquery("mine")


def daily(connection: sa.Connection, person: str) -> Sequence[Row]:
    """The deals that a person has finished, in order: day, game, points, and the table of the expert."""
    statement = (
        sa.select(results.c.daily, results.c.game, results.c.points, deals.c.par)
        .outerjoin(deals, (deals.c.day == results.c.daily) & (deals.c.game == results.c.game))
        .where(results.c.holder == person, results.c.daily.is_not(None))
        .order_by(results.c.daily, results.c.ended)
    )
    return list(connection.execute(statement).mappings())


# ── games ──
def history(
    connection: sa.Connection,
    seen: Seen,
    game: str | None,
    result: Result | None,
    opponent: str | None,
    skip: int,
    most: int,
) -> tuple[Sequence[Row], int]:
    """A page of the person's games that fit, the last first, and how many there are."""
    where = [seen.of()]
    if game is not None:
        where.append(results.c.game == game)
    if result is not None:
        where.append(results.c.players > 1)
        where.append(results.c.won if result == "won" else ~results.c.won)
    if opponent is not None:
        other = results.alias("other")
        where.append(sa.exists().where(other.c.table_id == results.c.table_id, other.c.holder == opponent))
    count = sa.select(sa.func.count()).select_from(results).where(*where)
    order = (results.c.ended.desc(), results.c.table_id.desc())
    rows = connection.execute(sa.select(*LISTED).where(*where).order_by(*order).offset(skip).limit(most))
    return list(rows.mappings()), int(connection.execute(count).scalar_one())


def seats_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, list[Row]]:
    """All seats of those games with the names of accounts."""
    account = persons.alias("account")
    statement = (
        sa.select(*LISTED, seats.c.name.label("sat_as"), account.c.name.label("account"))
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .outerjoin(account, account.c.id == results.c.holder)
        .where(results.c.table_id.in_(ids))
        .order_by(results.c.table_id, results.c.seat)
    )
    found: dict[str, list[Row]] = {}
    for row in connection.execute(statement).mappings():
        found.setdefault(row["table_id"], []).append(row)
    return found


def options_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The options that those tables were played with."""
    rows = connection.execute(sa.select(tables.c.id, tables.c.options).where(tables.c.id.in_(ids)))
    return {row.id: row.options for row in rows}


def points(connection: sa.Connection, seen: Seen, game: str, most: int) -> Sequence[Row]:
    """The last games that were played to their end, the oldest first, with what they were played with."""
    columns = (results.c.table_id, results.c.ended, results.c.points, results.c.daily, results.c.traits)
    statement = sa.select(*columns).where(seen.of(), results.c.game == game, results.c.points.is_not(None))
    rows = connection.execute(statement.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(most))
    return list(rows.mappings())[::-1]


def record(connection: sa.Connection, seen: Seen, game: str) -> int | None:
    """The most points that the person ever had in a game."""
    return connection.execute(
        sa.select(sa.func.max(results.c.points)).where(seen.of(), results.c.game == game)
    ).scalar()
