"""Where people stand, for lists of tables and leaderboards; each function is a storage job."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from branchline.server.projection import Projection
from branchline.server.ratings import scale
from branchline.server.ratings.rated import is_account
from branchline.server.ratings.scale import Rating, Shown
from branchline.server.storage.queries import Row
from branchline.server.storage.schema import persons, ratings

Ratings = dict[tuple[str, str, int], Shown]
"""What people see, by account, game and number of players."""
SETTLED = (ratings.c.games >= scale.PROVISIONAL_GAMES) & (ratings.c.sigma <= scale.PROVISIONAL_SIGMA)
HERE = persons.c.banned.is_(None) & persons.c.deleted.is_(None)


def at_tables(connection: sa.Connection, found: Sequence[Projection]) -> Ratings:
    """The ratings of all accounts at those tables, in the games that are played there."""
    wanted = {
        (seat.place.browser, table.game, len(table.seats))
        for table in found
        for seat in table.seats
        if is_account(seat.place.browser)
    }
    if not wanted:
        return {}
    people = {person for person, _, _ in wanted}
    rows = connection.execute(_OF_PEOPLE, {"people": sorted(filter(None, people))})
    # An account has ratings in other games too.
    return {
        (person, game, players): _shown(mu, sigma, games)
        for person, game, players, mu, sigma, games in rows
        if (person, game, players) in wanted
    }


_OF_PEOPLE = sa.select(
    ratings.c.person, ratings.c.game, ratings.c.players, ratings.c.mu, ratings.c.sigma, ratings.c.games
).where(ratings.c.person.in_(sa.bindparam("people", type_=sa.String, expanding=True)))


def of_person(connection: sa.Connection, person: str) -> list[tuple[str, int, Shown]]:
    """An account's ratings by game and number of players, the most played first."""
    statement = sa.select(ratings).where(ratings.c.person == person)
    order = statement.order_by(ratings.c.games.desc(), ratings.c.game, ratings.c.players)
    rows = connection.execute(order)
    return [(row.game, row.players, _shown(row.mu, row.sigma, row.games)) for row in rows]


def _shown(mu: float, sigma: float, games: int) -> Shown:
    return scale.shown(Rating(mu, sigma), games)


# ── leaderboards ──
def board(connection: sa.Connection, game: str, players: int, skip: int, most: int) -> tuple[Sequence[Row], int]:
    """A page of a leaderboard, the best first, and how many people are on it in all."""
    there = (ratings.c.game == game) & (ratings.c.players == players) & SETTLED & HERE
    joined = ratings.join(persons, persons.c.id == ratings.c.person)
    statement = (
        sa.select(persons.c.name, ratings)
        .select_from(joined)
        .where(there)
        .order_by(ratings.c.mu.desc(), ratings.c.person)
        .offset(skip)
        .limit(most)
    )
    count = sa.select(sa.func.count()).select_from(joined).where(there)
    rows = list(connection.execute(statement).mappings())
    return rows, int(connection.execute(count).scalar_one())


def place_on_board(connection: sa.Connection, game: str, players: int, person: str) -> int | None:
    """The place of an account on a leaderboard; None if it is not on it."""
    mine = sa.select(ratings.c.mu).where(
        ratings.c.person == person, ratings.c.game == game, ratings.c.players == players, SETTLED
    )
    mu = connection.execute(mine).scalar()
    if mu is None:
        return None
    joined = ratings.join(persons, persons.c.id == ratings.c.person)
    better = (ratings.c.mu > mu) | ((ratings.c.mu == mu) & (ratings.c.person < person))
    there = (ratings.c.game == game) & (ratings.c.players == players) & SETTLED & HERE & better
    return 1 + int(connection.execute(sa.select(sa.func.count()).select_from(joined).where(there)).scalar_one())


def boards(connection: sa.Connection) -> list[tuple[str, int]]:
    """The games and numbers of players that somebody is rated in."""
    statement = sa.select(ratings.c.game, ratings.c.players).distinct().order_by(ratings.c.game, ratings.c.players)
    return [(row.game, row.players) for row in connection.execute(statement)]
