"""Results as a person's page shows them."""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

import msgspec
import sqlalchemy as sa

from branchline.core.game import Game
from branchline.core.summary import Trait
from branchline.core.text import Text, revive
from branchline.server.daily import store as daily_store
from branchline.server.ratings import profile, scale, standings
from branchline.server.ratings.payloads import (
    BestGame,
    CoursePoint,
    DailyCalendar,
    DailyDay,
    Favourite,
    Favourites,
    GameStatistics,
    GameTotals,
    OpponentInfo,
    PersonInfo,
    PointsPoint,
    RatingInfo,
    ResultInfo,
    ResultSeat,
)
from branchline.server.ratings.profile import Seen
from branchline.server.storage.queries import Row

MONTH = 30 * 24 * 3600.0
COURSE = 40
"""How many points the course of a rating has."""
CALENDAR = 13 * 7
"""How many days the calendar shows."""
FAVOURITES = 5
AVERAGED = 10


def person(connection: sa.Connection, row: Row, seen: Seen, today: str, now: float, viewer: str | None) -> PersonInfo:
    """A person's page."""
    totals = [GameTotals(*each) for each in profile.totals(connection, seen)]
    playing = profile.playing(connection, row["id"])
    return PersonInfo(
        name=row["name"],
        you=seen.own,
        since=row["created"],
        games=sum(each.games for each in totals),
        wins=sum(each.wins for each in totals),
        playing=playing[0] if playing else None,
        playing_game=playing[1] if playing else None,
        ratings=_ratings(connection, row["id"], now),
        totals=totals,
        opponents=[
            OpponentInfo(
                name=each["name"],
                level=each["level"],
                you=each["holder"] is not None and each["holder"] == viewer,
                games=int(each["games"]),
                ahead=int(each[profile.AHEAD]),
                behind=int(each[profile.BEHIND]),
            )
            for each in profile.opponents(connection, seen)
        ],
        best=_best(connection, seen, [each.game for each in totals], today),
        daily=_calendar(connection, row["id"], today),
    )


def _ratings(connection: sa.Connection, person_: str, now: float) -> list[RatingInfo]:
    games: dict[tuple[str, int], list[Row]] = {}
    for row in profile.course(connection, person_):
        games.setdefault((row["game"], row["players"]), []).append(row)
    found = []
    for game, players, shown in standings.of_person(connection, person_):
        rows = games.get((game, players), [])
        lately = [row for row in rows if row["ended"] > now - MONTH]
        month = shown.rating - scale.points(lately[0]["mu_before"]) if lately else 0
        course = [CoursePoint(row["ended"], scale.points(row["mu"])) for row in rows[-COURSE:]]
        found.append(RatingInfo(game, players, month=month, course=course, **msgspec.structs.asdict(shown)))
    return found


def _best(connection: sa.Connection, seen: Seen, games_: Sequence[str], today: str) -> list[BestGame]:
    found: list[tuple[Literal["points", "gain"], Row | None]] = [
        ("points", profile.most_points(connection, seen, game, today)) for game in games_
    ]
    found.append(("gain", profile.greatest_gain(connection, seen, today)))
    rows = [(kind, row) for kind, row in found if row is not None]
    seats = profile.seats_of(connection, [row["table_id"] for _, row in rows])
    return [
        BestGame(
            kind=kind,
            value=row["points"] if kind == "points" else _gain(row) or 0,
            table=row["table_id"],
            game=row["game"],
            ended=row["ended"],
            points=[row["points"], *(one["points"] for one in seats[row["table_id"]] if one["seat"] != row["seat"])],
        )
        for kind, row in rows
    ]


def _gain(row: Row) -> int | None:
    return scale.points(row["mu"]) - scale.points(row["mu_before"]) if row["mu"] is not None else None


def _calendar(connection: sa.Connection, person_: str, today: str) -> DailyCalendar:
    first = {(row["daily"], row["game"]): row for row in reversed(profile.daily(connection, person_))}
    since = (date.fromisoformat(today) - timedelta(CALENDAR)).isoformat()
    pars = [row["par"] for (day, _), row in first.items() if day > since and row["par"]]
    par = daily_store.points_at(connection, pars) if pars else {}
    days: dict[str, bool] = {}
    for (day, _), row in sorted(first.items()):
        if row["points"] is not None:
            good = row["par"] in par and row["points"] >= par[row["par"]]
            days[day] = days.get(day, False) or good
    streak, longest = _streaks(sorted(days), today)
    return DailyCalendar(today, [DailyDay(day, good) for day, good in days.items() if day > since], streak, longest)


def _streaks(days: Sequence[str], today: str) -> tuple[int, int]:
    """How many days in a row until now, and at best; today breaks nothing as long as it is not over."""
    longest = count = 0
    last: date | None = None
    for day in map(date.fromisoformat, days):
        count = count + 1 if last is not None and day - last == timedelta(1) else 1
        longest = max(longest, count)
        last = day
    fresh = last is not None and date.fromisoformat(today) - last <= timedelta(1)
    return count if fresh else 0, longest


# ── games ──
def games(connection: sa.Connection, rows: Sequence[Row], seen: Seen, today: str) -> list[ResultInfo]:
    """A person's games in a list."""
    ids = [row["table_id"] for row in rows]
    seats, options = profile.seats_of(connection, ids), profile.options_of(connection, ids)
    return [
        ResultInfo(
            table=None if _is_secret(row, seen, today) else row["table_id"],
            game=row["game"],
            options=options[row["table_id"]],
            ended=row["ended"],
            daily=row["daily"],
            rated=row["rated"],
            gain=_gain(row),
            played=row["played"],
            seats=[_seat(one, seen) for one in seats[row["table_id"]]],
        )
        for row in rows
    ]


def _is_secret(row: Row, seen: Seen, today: str) -> bool:
    """Whether showing the game would reveal a deal that others may still play."""
    return not seen.own and row["daily"] is not None and row["daily"] >= today


def _seat(row: Row, seen: Seen) -> ResultSeat:
    return ResultSeat(
        seat=row["seat"],
        name=row["account"] or row["sat_as"],
        level=row["level"],
        member=row["account"] is not None,
        points=row["points"],
        place=row["place"],
        won=row["won"],
        own=row["holder"] == seen.person,
    )


def statistics(connection: sa.Connection, seen: Seen, game: Game, most: int, today: str) -> GameStatistics:
    """What a person did in one game."""
    rows = profile.points(connection, seen, game.slug, most)
    last: deque[int] = deque(maxlen=AVERAGED)
    points = []
    for row in rows:
        last.append(row["points"])
        table = None if _is_secret(row, seen, today) else row["table_id"]
        points.append(PointsPoint(row["ended"], row["points"], round(sum(last) / len(last), 1), table))
    return GameStatistics(game.slug, points, profile.record(connection, seen, game.slug), _favourites(game, rows))


def _favourites(game: Game, rows: Sequence[Row]) -> list[Favourites]:
    """What was used in most games, by kind. Lines are counted as they are written; only the winners are read."""
    counted = Counter(line for row in rows for line in set(row["traits"].split("\n")) if line)
    found: dict[str, list[Favourite]] = {}
    for line, count in sorted(counted.items(), key=lambda each: (-each[1], each[0])):
        trait = _read(line)
        if len(found.setdefault(trait.kind, [])) < FAVOURITES:
            found[trait.kind].append(Favourite(trait.text, count))
    return [Favourites(Text(f"{game.package}.trait_{kind}"), items) for kind, items in sorted(found.items())]


@functools.lru_cache(4096)
def _read(line: str) -> Trait:
    data = msgspec.json.decode(line)
    return Trait(data["kind"], revive(data["text"]))
