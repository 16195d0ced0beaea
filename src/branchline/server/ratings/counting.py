"""Counting finished games: results, and ratings in the order in which games ended; each function is a storage job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from branchline.server.ratings import scale
from branchline.server.ratings.bots import bot_rating
from branchline.server.ratings.outcomes import Outcome, SeatOutcome
from branchline.server.ratings.rated import is_account
from branchline.server.ratings.scale import Rating
from branchline.server.storage.queries import Row, insert
from branchline.server.storage.schema import finished, persons, ratings, results, tables

LOCK = 0x7261_7465
"""The number of the PostgreSQL lock under which only one process at a time counts."""
PART = 500
"""How many people are looked up at a time."""
Pool = tuple[str, int]
"""A game and a number of players: what one rating is for."""


def uncounted(connection: sa.Connection, since: float, most: int) -> list[str]:
    """Tables that were over and not counted yet, among those that changed since; the earliest first."""
    statement = (
        sa.select(tables.c.id)
        .where(tables.c.status == "over", tables.c.changed >= since)
        .where(~sa.exists().where(finished.c.table_id == tables.c.id))
        .order_by(tables.c.changed, tables.c.id)
        .limit(most)
    )
    return list(connection.execute(statement).scalars())


def count(connection: sa.Connection, game: Outcome) -> bool:
    """Count a finished game once; False if it was counted before."""
    lock(connection)
    row = insert(connection, finished).values(table_id=game.table, **_facts(game)).on_conflict_do_nothing()
    if connection.execute(row.returning(finished.c.table_id)).first() is None:
        return False
    _put_results(connection, game)
    if game.rated:
        _rate_from(connection, (game.game, game.players), game.ended, game.table)
    return True


def rewrite(connection: sa.Connection, game: Outcome) -> bool:
    """Write the results of a game that was counted anew; ratings are for `recount`."""
    lock(connection)
    here = results.c.table_id == game.table
    columns = (results.c.seat, results.c.mu_before, results.c.mu, results.c.sigma)
    before = connection.execute(sa.select(*columns).where(here)).mappings().all()
    connection.execute(sa.delete(results).where(here))
    connection.execute(sa.update(finished).where(finished.c.table_id == game.table).values(**_facts(game)))
    _put_results(connection, game)
    for old in before if game.rated else ():
        # Until then they stay: games that end meanwhile are rated after them.
        connection.execute(sa.update(results).where(here, results.c.seat == old["seat"]).values(**old))
    return True


def counted(connection: sa.Connection) -> list[str]:
    """All tables that were counted."""
    return list(connection.execute(sa.select(finished.c.table_id).order_by(finished.c.table_id)).scalars())


def recount(connection: sa.Connection, pool: Pool) -> int:
    """Compute all ratings of a pool from its results alone; how many games there are."""
    lock(connection)
    connection.execute(sa.delete(ratings).where(ratings.c.game == pool[0], ratings.c.players == pool[1]))
    return _rate_from(connection, pool, None, "")


def pools(connection: sa.Connection) -> list[Pool]:
    """All games and numbers of players that somebody has finished a rated game with."""
    statement = sa.select(finished.c.game, finished.c.players).where(finished.c.rated).distinct()
    return sorted((row.game, row.players) for row in connection.execute(statement))


def lock(connection: sa.Connection) -> None:
    """Let nobody else count until this transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def _facts(game: Outcome) -> dict[str, Any]:
    return {name: getattr(game, name) for name in ("game", "players", "ended", "rated")}


def _put_results(connection: sa.Connection, game: Outcome) -> None:
    if game.seats:
        connection.execute(sa.insert(results), [_row(game, seat) for seat in game.seats])


def _row(game: Outcome, seat: SeatOutcome) -> dict[str, Any]:
    return {
        "table_id": game.table,
        "seat": seat.seat,
        "holder": seat.holder,
        "level": seat.level,
        "game": game.game,
        "players": game.players,
        "ended": game.ended,
        "points": seat.points,
        "place": seat.place,
        "won": seat.won,
        "played": seat.played,
        "shown": game.shown,
        "rated": game.rated,
        "standing": seat.standing,
        "mu_before": None,
        "mu": None,
        "sigma": None,
        "daily": game.daily,
        "traits": seat.traits,
    }


# ── ratings ──
def _rate_from(connection: sa.Connection, pool: Pool, ended: float | None, table: str) -> int:
    """Rate a pool's games from one on (None: from the first), in the order of their ends.

    As a rule that is the last game alone. One that ended before others, and is counted after them, moves them too:
    so ratings depend on the games and never on when somebody counted.
    """
    statement = sa.select(finished.c.table_id).where(
        finished.c.game == pool[0], finished.c.players == pool[1], finished.c.rated
    )
    if ended is not None:
        later = (finished.c.ended > ended) | ((finished.c.ended == ended) & (finished.c.table_id >= table))
        statement = statement.where(later)
    ids = list(connection.execute(statement.order_by(finished.c.ended, finished.c.table_id)).scalars())
    known: dict[str, tuple[Rating, int]] = {}
    changed: dict[str, float] = {}
    before = None if ended is None else (ended, table)
    for id_ in ids:
        seats = (
            connection.execute(sa.select(results).where(results.c.table_id == id_).order_by(results.c.seat))
            .mappings()
            .all()
        )
        for row in seats:
            if is_account(row["holder"]) and row["holder"] not in known:
                known[row["holder"]] = _last(connection, pool, row["holder"], before)
        for holder, rating in _rate(connection, pool, seats, known).items():
            known[holder] = (rating, known[holder][1] + 1)
            changed[holder] = seats[0]["ended"]
    _put(connection, pool, {holder: known[holder] for holder in changed}, changed)
    return len(ids)


def _rate(
    connection: sa.Connection, pool: Pool, seats: Sequence[Row], known: dict[str, tuple[Rating, int]]
) -> dict[str, Rating]:
    """Rate one game: write what it changed to its results; the new ratings of the people in it."""
    sides: list[tuple[Row, Rating]] = []
    for row in seats:
        person = is_account(row["holder"])
        rating = known[row["holder"]][0] if person else bot_rating(*pool, row["level"])
        if rating is not None:
            sides.append((row, rating))
    after = scale.rate([rating for _, rating in sides], [row["standing"] for row, _ in sides])
    found: dict[str, Rating] = {}
    for (row, old), new in zip(sides, after, strict=True):
        if not is_account(row["holder"]):
            continue  # A bot plays as the arena measured it; people do not move it.
        found[row["holder"]] = new
        here = (results.c.table_id == row["table_id"]) & (results.c.seat == row["seat"])
        values = {"mu_before": old.mu, "mu": new.mu, "sigma": new.sigma}
        connection.execute(sa.update(results).where(here).values(**values))
    return found


def _last(connection: sa.Connection, pool: Pool, holder: str, before: tuple[float, str] | None) -> tuple[Rating, int]:
    """Where somebody stood before a moment (None: before everything), and after how many games."""
    if before is None:
        return scale.start(), 0
    mine = (results.c.holder == holder) & (results.c.game == pool[0]) & (results.c.players == pool[1]) & results.c.rated
    earlier = (results.c.ended < before[0]) | ((results.c.ended == before[0]) & (results.c.table_id < before[1]))
    rows = sa.select(results.c.mu, results.c.sigma).where(mine, earlier, results.c.mu.is_not(None))
    last = connection.execute(rows.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(1)).first()
    if last is None:
        return scale.start(), 0
    games = connection.execute(sa.select(sa.func.count()).select_from(results).where(mine, earlier)).scalar_one()
    return Rating(last.mu, last.sigma), int(games)


def _put(
    connection: sa.Connection, pool: Pool, standings: dict[str, tuple[Rating, int]], changed: dict[str, float]
) -> None:
    """Write where people stand now; whoever has left this server stands nowhere."""
    names = sorted(standings)
    for start in range(0, len(names), PART):
        _put_some(connection, pool, {name: standings[name] for name in names[start : start + PART]}, changed)


def _put_some(
    connection: sa.Connection, pool: Pool, standings: dict[str, tuple[Rating, int]], changed: dict[str, float]
) -> None:
    here = sa.select(persons.c.id).where(persons.c.id.in_(list(standings)), persons.c.deleted.is_(None))
    for person in connection.execute(here).scalars().all():
        rating, games = standings[person]
        values = {"mu": rating.mu, "sigma": rating.sigma, "games": games, "changed": changed[person]}
        statement = insert(connection, ratings).values(person=person, game=pool[0], players=pool[1], **values)
        key = ["person", "game", "players"]
        connection.execute(statement.on_conflict_do_update(index_elements=key, set_=values))
