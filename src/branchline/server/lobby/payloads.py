"""What the requests and answers of the lobby hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.server.clocks import Clock
from branchline.server.payloads import Name, TableInfo

Players = Annotated[int, Meta(ge=2, le=64)]
Strength = Annotated[int, Meta(ge=-10_000, le=10_000)]


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """The game that somebody looks for: with how many, how fast, rated or not, against whom."""

    game: Annotated[str, Meta(max_length=40)]
    least: Players
    most: Players
    clock: Clock
    rated: bool = False
    low: Strength | None = None
    high: Strength | None = None
    """Ratings of the others; whose rating is provisional fits any range."""
    near: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """Instead of a range: at most so far from one's own rating, once that is known."""
    language: Literal["en", "ru"] | None = None


class SearchInfo(msgspec.Struct):
    """A search for a game."""

    game: str
    least: int
    most: int
    clock: Clock
    rated: bool
    low: int | None
    high: int | None
    bots: bool
    """Whether bots may take the seats that nobody wants."""
    since: float
    others: int
    """How many others look for the same game now."""
    offer: bool
    """Whether it has taken so long that bots are offered."""
    table: str | None
    """The table, once people were found and it is there."""


class Waiting(msgspec.Struct):
    """What waits for a person: their search for a game, and tables to which they are invited."""

    search: SearchInfo | None
    invitations: list[TableInfo]


class FollowName(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to follow."""

    name: Name


class FollowInfo(msgspec.Struct):
    """Somebody who is followed, and where they are."""

    id: str
    name: str
    state: Literal["playing", "seeking", "here", "away"]
    game: str | None
    table: str | None
    """The table where they play, if everybody may watch."""


class Follows(msgspec.Struct):
    """Everybody whom this person follows."""

    people: list[FollowInfo]
