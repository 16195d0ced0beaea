"""Which level of bots fits a visitor: one step up after two wins in a row at a game, one down after two losses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from branchline.core.levels import PEOPLE
from branchline.games import slugs
from branchline.server.storage import queries
from branchline.server.storage.schema import seats, tables

STREAK = 2
"""Games in a row that change the level."""
LATEST = 100
"""How many finished games are looked at."""

Played = tuple[str, str, bool]
"""A finished game against bots: which one, the level of the strongest of them, and whether it was won."""


def games_of(connection: sa.Connection, browser: str) -> list[Played]:
    """The visitor's finished games at which all others were bots of people's levels, the first one first.

    Who resigned has lost. Games that were called off, or that a bot finished for the visitor, do not count.
    """
    ids = queries.finished_of(connection, browser, None, LATEST)
    at: dict[str, list[Any]] = {}
    columns = (seats.c.table_id, seats.c.seat, seats.c.browser, seats.c.level, seats.c.substitute, seats.c.resigned)
    for seat in connection.execute(sa.select(*columns).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
        at.setdefault(seat.table_id, []).append(seat)
    # Games among people are no matter here, and their rows are not even read.
    alone = [id_ for id_, there in at.items() if all(seat.level in PEOPLE or seat.browser == browser for seat in there)]
    finished = sa.select(tables.c.id, tables.c.game, tables.c.ending).where(tables.c.id.in_(alone))
    found = connection.execute(finished.order_by(tables.c.changed))
    played: list[Played] = []
    for row in found:
        own = [seat for seat in at[row.id] if seat.browser == browser]
        levels = [seat.level for seat in at[row.id] if seat.browser != browser]
        ending = row.ending or {}
        counts = ending.get("reason") in ("played", "resigned") and levels
        if counts and len(own) == 1 and (own[0].resigned or own[0].substitute is None):
            strongest = max(levels, key=PEOPLE.index)
            played.append((row.game, strongest, own[0].seat in ending["winners"]))
    return played


def levels_for(played: Iterable[Played]) -> dict[str, str]:
    """For every game the level that fits."""
    by_game: dict[str, list[tuple[str, bool]]] = {slug: [] for slug in slugs()}
    for game, level, won in played:
        if game in by_game:
            by_game[game].append((level, won))
    return {game: level_for(results) for game, results in by_game.items()}


def level_for(results: Sequence[tuple[str, bool]]) -> str:
    """The level that fits after these results, each of a level; who chose another one goes on from there."""
    fits, streak = 0, 0
    for level, won in results:
        played = PEOPLE.index(level)
        if played != fits:
            fits, streak = played, 0
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
        if abs(streak) == STREAK:
            fits = min(max(fits + (1 if won else -1), 0), len(PEOPLE) - 1)
            streak = 0
    return PEOPLE[fits]
