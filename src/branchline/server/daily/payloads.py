"""What requests for the daily challenge are answered with."""

from __future__ import annotations

import msgspec


class MyAttempt(msgspec.Struct):
    """One's own counted attempt."""

    table: str
    over: bool
    points: int | None
    """Null while the game runs, and if it was given up."""
    won: bool
    place: int | None
    """The place among all counted attempts so far."""


class DealInfo(msgspec.Struct):
    """One game of a day."""

    day: str
    game: str
    commit: str
    published: float
    """When the commitment was published: the day before, if the server ran."""
    seed: str | None
    """What the commitment was made of; null until the day is over."""
    bots: list[str]
    """The levels of the bots that one plays against."""
    attempt: MyAttempt | None
    par: int | None
    """The points of the strongest bot in one's place; null until it has played."""
    played: int
    """How many counted attempts are over."""
    streak: int
    """On how many days in a row until now one has finished this game's deal."""


class DailyInfo(msgspec.Struct):
    """Today's deals, and the commitments of tomorrow's."""

    day: str
    ends: float
    deals: list[DealInfo]
    tomorrow: dict[str, str]


class DailyResult(msgspec.Struct):
    """Somebody's counted attempt."""

    place: int
    name: str | None
    points: int
    won: bool
    you: bool
    table: str | None
    """The game to look at; null while that would give the deal away."""


class DailyResults(msgspec.Struct):
    """A deal with its results, the best first."""

    deal: DealInfo
    results: list[DailyResult]
    par_table: str | None
    """The expert's game to look at."""


class DailyArchive(msgspec.Struct):
    """Earlier deals, newest first."""

    deals: list[DealInfo]
