"""What requests for people and leaderboards are answered with."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.text import Text
from branchline.server.ratings.outcomes import Played


# ── a person ──
class CoursePoint(msgspec.Struct):
    """A rating after one game."""

    at: float
    rating: int


class RatingInfo(msgspec.Struct):
    """Where a person stands in a game with so many players."""

    game: str
    players: int
    rating: int
    error: int
    """One standard deviation."""
    games: int
    provisional: bool
    month: int
    """How much it changed in the last 30 days."""
    course: list[CoursePoint]
    """After the last games, the oldest first."""


class GameTotals(msgspec.Struct):
    """All that a person has played of one game."""

    game: str
    games: int
    wins: int
    """Among games with others."""


class OpponentInfo(msgspec.Struct):
    """How a person did against somebody."""

    name: str | None
    """Null for a bot."""
    level: str | None
    you: bool
    games: int
    ahead: int
    behind: int


class BestGame(msgspec.Struct):
    """A game to look at again."""

    kind: Literal["points", "gain"]
    """Most points in that game, or the greatest gain of rating."""
    value: int
    table: str
    game: str
    ended: float
    points: list[int | None]
    """Of all seats, the person's own first."""


class DailyDay(msgspec.Struct):
    """A day on which a person finished a deal."""

    day: str
    par: bool
    """Whether at least one result was as good as the expert's."""


class DailyCalendar(msgspec.Struct):
    """A person's days, the oldest first."""

    today: str
    days: list[DailyDay]
    streak: int
    longest: int


class PersonInfo(msgspec.Struct):
    """A person, as whoever asks may see them: games by link only are seen by themselves alone."""

    name: str
    you: bool
    since: float
    games: int
    wins: int
    playing: str | None
    """A public table where they play now,"""
    playing_game: str | None
    """and its game."""
    ratings: list[RatingInfo]
    totals: list[GameTotals]
    opponents: list[OpponentInfo]
    best: list[BestGame]
    daily: DailyCalendar


# ── games ──
class ResultSeat(msgspec.Struct):
    """A seat of a finished game."""

    seat: int
    name: str | None
    level: str | None
    member: bool
    """Whether the name is that of an account."""
    points: int | None
    place: int
    won: bool
    own: bool
    """Whether it is the person's whose page this is."""


class ResultInfo(msgspec.Struct):
    """A finished game of a person's."""

    table: str | None
    """Null while a look at it would give today's deal away."""
    game: str
    options: dict[str, str | int | bool]
    ended: float
    daily: str | None
    rated: bool
    gain: int | None
    """What it did to the rating; null if it was not rated."""
    played: Played
    seats: list[ResultSeat]


class ResultList(msgspec.Struct):
    """A page of a person's games, the last first."""

    games: list[ResultInfo]
    total: int
    page: int
    size: int


class PointsPoint(msgspec.Struct):
    """The points of one game."""

    at: float
    points: int
    average: float
    """Of the last ten games up to it."""
    table: str | None


class Favourite(msgspec.Struct):
    """Something that a person used in many games."""

    text: Text
    games: int


class Favourites(msgspec.Struct):
    """What a person used most, of one kind."""

    title: Text
    items: list[Favourite]


class GameStatistics(msgspec.Struct):
    """What a person did in one game."""

    game: str
    points: list[PointsPoint]
    """Of the last games, the oldest first."""
    record: int | None
    favourites: list[Favourites]


# ── leaderboards ──
class BoardName(msgspec.Struct):
    """A leaderboard: a game with so many players."""

    game: str
    players: int


class BoardList(msgspec.Struct):
    """The leaderboards that somebody is rated for."""

    boards: list[BoardName]


class BoardRow(msgspec.Struct):
    """A person on a leaderboard."""

    place: int
    name: str
    you: bool
    rating: int
    error: int
    games: int


class BotRow(msgspec.Struct):
    """A bot on the same scale."""

    level: str
    rating: int
    error: int


class Board(msgspec.Struct):
    """A page of a leaderboard, the best first. Whoever has a provisional rating is not on it."""

    game: str
    players: int
    rows: list[BoardRow]
    total: int
    page: int
    size: int
    own: BoardRow | None
    """One's own row, wherever it is."""
    least_games: int
    """From how many games on somebody is listed."""
    bots: list[BotRow]
