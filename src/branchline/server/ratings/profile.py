"""What a person's page shows, read from results; each function is a storage job.

A statement is built once and then used with other values: building took three quarters of a page's time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

import sqlalchemy as sa

from branchline.server.storage.queries import Row
from branchline.server.storage.schema import deals, persons, results, seats, tables

Result = Literal["won", "lost"]
COURSE = 300
"""The course of ratings is looked up over this many last rated games."""
OPPONENTS = 10
LATELY = 500
"""Opponents are counted, and the greatest gain is looked for, over this many last games."""
LISTED = [column for column in results.columns if column.name != "traits"]
"""All but what is long and seldom needed."""
AHEAD, BEHIND = "ahead", "behind"
PERSON = sa.bindparam("person", type_=sa.String)
GAME = sa.bindparam("game", type_=sa.String)
OPPONENT = sa.bindparam("opponent", type_=sa.String)
BEFORE = sa.bindparam("before", type_=sa.String)
SKIP = sa.bindparam("skip", type_=sa.Integer)
MOST = sa.bindparam("most", type_=sa.Integer)
IDS = sa.bindparam("ids", type_=sa.String, expanding=True)
LATEST = (results.c.ended.desc(), results.c.table_id.desc())


class Seen:
    """The results of a person that whoever asks may see."""

    def __init__(self, person: str, own: bool) -> None:
        self.person = person
        self.own = own


def _mine(own: bool) -> sa.ColumnElement[bool]:
    """The condition on a row of results: the person's, and shown to others."""
    mine: sa.ColumnElement[bool] = results.c.holder == PERSON
    return mine if own else mine & results.c.shown


def _lately(own: bool, *where: sa.ColumnElement[bool]) -> sa.Subquery:
    """The person's last games."""
    return sa.select(*LISTED).where(_mine(own), *where).order_by(*LATEST).limit(LATELY).subquery("mine")


# ── the page ──
@cache
def _totals(own: bool) -> sa.Select[Any]:
    won = sa.func.sum(sa.case((results.c.won & (results.c.players > 1), 1), else_=0))
    count = sa.func.count()
    return sa.select(results.c.game, count, won).where(_mine(own)).group_by(results.c.game).order_by(count.desc())


def totals(connection: sa.Connection, seen: Seen) -> list[tuple[str, int, int]]:
    """For each game how many were played, and how many won against others; the most played first."""
    rows = connection.execute(_totals(seen.own), {"person": seen.person})
    return [(game, int(n), int(w)) for game, n, w in rows]


@cache
def _course() -> sa.Select[Any]:
    columns = (results.c.game, results.c.players, results.c.ended, results.c.mu_before, results.c.mu)
    return sa.select(*columns).where(results.c.holder == PERSON, results.c.rated).order_by(*LATEST).limit(COURSE)


def course(connection: sa.Connection, person: str) -> Sequence[Row]:
    """The last rated games, the oldest first."""
    return list(connection.execute(_course(), {"person": person}).mappings())[::-1]


@cache
def _playing() -> sa.Select[Any]:
    there = (seats.c.browser == PERSON) & ~seats.c.ended
    public = tables.c.public & (tables.c.status == "running")
    joined = seats.join(tables, tables.c.id == seats.c.table_id)
    statement = sa.select(tables.c.id, tables.c.game).select_from(joined).where(there, public)
    return statement.order_by(tables.c.changed.desc()).limit(1)


def playing(connection: sa.Connection, person: str) -> tuple[str, str] | None:
    """A public table where the person plays now, and its game."""
    row = connection.execute(_playing(), {"person": person}).first()
    return None if row is None else (row.id, row.game)


@cache
def _opponents(own: bool) -> sa.Select[Any]:
    other = results.alias("other")
    mine = _lately(own)
    count = sa.func.count()
    ahead = sa.func.sum(sa.case((mine.c.place < other.c.place, 1), else_=0))
    behind = sa.func.sum(sa.case((mine.c.place > other.c.place, 1), else_=0))
    met = (other.c.table_id == mine.c.table_id) & (other.c.seat != mine.c.seat)
    known = persons.c.id.is_not(None) | other.c.level.is_not(None)
    return (
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


def opponents(connection: sa.Connection, seen: Seen) -> Sequence[Row]:
    """Accounts and bots that the person met most lately, with how often either came before the other."""
    return list(connection.execute(_opponents(seen.own), {"person": seen.person}).mappings())


@cache
def _most_points(own: bool) -> sa.Select[Any]:
    whole = (results.c.game == GAME) & results.c.points.is_not(None) & (results.c.played == "whole")
    statement = sa.select(*LISTED).where(_mine(own), _known(), whole)
    return statement.order_by(results.c.points.desc(), results.c.ended).limit(1)


def most_points(connection: sa.Connection, seen: Seen, game: str, before: str) -> Row | None:
    """The game with the most points that the person played alone; none of a deal of that day or later."""
    facts = {"person": seen.person, "game": game, "before": before}
    return connection.execute(_most_points(seen.own), facts).mappings().first()


@cache
def _greatest_gain(own: bool) -> sa.Select[Any]:
    mine = _lately(own, results.c.rated, _known())
    gain = (mine.c.mu - mine.c.mu_before).desc()
    return sa.select(mine).where(mine.c.mu > mine.c.mu_before).order_by(gain, mine.c.ended).limit(1)


def greatest_gain(connection: sa.Connection, seen: Seen, before: str) -> Row | None:
    """The game that brought the most rating lately."""
    return connection.execute(_greatest_gain(seen.own), {"person": seen.person, "before": before}).mappings().first()


def _known() -> sa.ColumnElement[bool]:
    """The condition that leaves out deals of that day or later: others may still play them."""
    return sa.or_(results.c.daily.is_(None), results.c.daily < BEFORE)


@cache
def _daily() -> sa.Select[Any]:
    return (
        sa.select(results.c.daily, results.c.game, results.c.points, deals.c.par)
        .outerjoin(deals, (deals.c.day == results.c.daily) & (deals.c.game == results.c.game))
        .where(results.c.holder == PERSON, results.c.daily.is_not(None))
        .order_by(results.c.daily, results.c.ended)
    )


def daily(connection: sa.Connection, person: str) -> Sequence[Row]:
    """The deals that a person has finished, in order: day, game, points, and the table of the expert."""
    return list(connection.execute(_daily(), {"person": person}).mappings())


# ── games ──
@cache
def _history(own: bool, game: bool, result: Result | None, opponent: bool) -> tuple[sa.Select[Any], sa.Select[Any]]:
    where = [_mine(own)]
    if game:
        where.append(results.c.game == GAME)
    if result is not None:
        where.append(results.c.players > 1)
        where.append(results.c.won if result == "won" else ~results.c.won)
    if opponent:
        other = results.alias("other")
        where.append(sa.exists().where(other.c.table_id == results.c.table_id, other.c.holder == OPPONENT))
    count = sa.select(sa.func.count()).select_from(results).where(*where)
    return sa.select(*LISTED).where(*where).order_by(*LATEST).offset(SKIP).limit(MOST), count


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
    page, count = _history(seen.own, game is not None, result, opponent is not None)
    facts = {"person": seen.person} | ({"game": game} if game else {}) | ({"opponent": opponent} if opponent else {})
    rows = list(connection.execute(page, {**facts, "skip": skip, "most": most}).mappings())
    return rows, int(connection.execute(count, facts).scalar_one())


@cache
def _seats_of() -> sa.Select[Any]:
    account = persons.alias("account")
    return (
        sa.select(*LISTED, seats.c.name.label("sat_as"), account.c.name.label("account"))
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .outerjoin(account, account.c.id == results.c.holder)
        .where(results.c.table_id.in_(IDS))
        .order_by(results.c.table_id, results.c.seat)
    )


def seats_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, list[Row]]:
    """All seats of those games with the names of accounts."""
    found: dict[str, list[Row]] = {}
    for row in connection.execute(_seats_of(), {"ids": list(ids)}).mappings():
        found.setdefault(row["table_id"], []).append(row)
    return found


def options_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The options that those tables were played with."""
    rows = connection.execute(sa.select(tables.c.id, tables.c.options).where(tables.c.id.in_(ids)))
    return {row.id: row.options for row in rows}


@cache
def _points(own: bool) -> sa.Select[Any]:
    columns = (results.c.table_id, results.c.ended, results.c.points, results.c.daily, results.c.traits)
    where = (_mine(own), results.c.game == GAME, results.c.points.is_not(None))
    return sa.select(*columns).where(*where).order_by(*LATEST).limit(MOST)


def points(connection: sa.Connection, seen: Seen, game: str, most: int) -> Sequence[Row]:
    """The last games that were played to their end, the oldest first, with what they were played with."""
    facts = {"person": seen.person, "game": game, "most": most}
    return list(connection.execute(_points(seen.own), facts).mappings())[::-1]


@cache
def _record(own: bool) -> sa.Select[Any]:
    return sa.select(sa.func.max(results.c.points)).where(_mine(own), results.c.game == GAME)


def record(connection: sa.Connection, seen: Seen, game: str) -> int | None:
    """The most points that the person ever had in a game."""
    found: int | None = connection.execute(_record(seen.own), {"person": seen.person, "game": game}).scalar()
    return found
