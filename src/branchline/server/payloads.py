"""What REST requests and answers hold, as typed structs; the OpenAPI description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.text import Text, Translated
from branchline.server.clocks import Absence, Clock
from branchline.server.projection import Ending, Note
from branchline.server.ratings.scale import Shown

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


# ── answers ──
class OptionInfo(msgspec.Struct):
    """An option of a game."""

    name: str
    choices: list[str | int | bool]
    default: str | int | bool
    text: Text
    files: str
    """Endings of the files whose text the option also takes (`.geojson,.json`); empty if it takes none."""


class GameInfo(msgspec.Struct):
    """A game that can be played here."""

    game: str
    package: str
    title: Translated
    information: Literal["open", "hidden"]
    """Hidden where seats know different things."""
    designer: str
    minutes: int
    players: tuple[int, int]
    default_players: int
    options: list[OptionInfo]
    levels: list[str]
    """The levels that people are offered, weakest first."""
    research: list[str]
    """Bots that are measured by; they play as well, if they are asked for."""
    lesson: int
    """How many minutes its guided first game takes; 0 if it has none."""
    rules_version: int


class SeatClock(msgspec.Struct):
    """A seat's time; instants are milliseconds since 1970."""

    left: int
    """Milliseconds that it has: of the whole game, or for this move with all of its bank."""
    due: int | None
    """When its time is over, if it runs."""
    flagged: bool
    """Whether its time is over."""
    absent: int | None
    """From when on it counts as absent, if it is to act."""
    votes: list[int]
    """The seats that want a bot to play here."""


class KeptInfo(msgspec.Struct):
    """For whom an open seat is kept, and who asked them; strangers are told no names."""

    name: str | None
    by: str | None
    you: bool
    until: float


class SeatInfo(msgspec.Struct):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "bot", "human"]
    name: str | None
    level: str | None
    character: str | None
    """Who a bot is: `core.character_…` and `core.character_…_about` are its name and a sentence about it."""
    you: bool
    online: bool
    member: bool
    """Whether it is an account's: nobody else here has a name like it."""
    program: bool
    """Whether a program plays here, through somebody's API token."""
    substitute: str | None
    """The level of the bot that plays here in its holder's place."""
    resigned: bool
    hints: int
    """How often it was told what the expert would do."""
    clock: SeatClock | None
    """Null where nobody counts time."""
    kept: KeptInfo | None
    """Null for an open seat that everybody may take."""
    rating: Shown | None
    """Where an account stands in this game with so many players; null before its first rated game, and in messages."""


class TableInfo(msgspec.Struct):
    """A table as one browser sees it."""

    id: str
    game: str
    options: dict[str, str | int | bool]
    status: Literal["open", "running", "over"]
    public: bool
    language: str | None
    """The language of whoever made it."""
    host: bool
    host_name: str | None
    seats: list[SeatInfo]
    you: list[int]
    seat_links: dict[str, str]
    events: int
    actors: list[int]
    turn: Text | None
    turn_number: int
    """The turn that the game has come to, counted from 1; 0 during the setup."""
    scores: list[int] | None
    ending: Ending | None
    """How the game ended; null while it is not over."""
    created: float
    changed: float
    next: str | None
    commit: str
    clock: Clock | None
    absence: Absence
    notes: list[Note]
    """Who played a seat from which event on, and why; clocks that ran out."""
    daily: str | None
    """The day whose deal is played here."""
    rated: bool
    """Whether the game counts for ratings."""
    watching: int
    """How many look at it who do not play; 0 in messages."""


class TableList(msgspec.Struct):
    """Tables of the lobby."""

    tables: list[TableInfo]


class Me(msgspec.Struct):
    """This browser, or the account that it is signed in to: its name and its tables."""

    name: str | None
    tables: list[TableInfo]
    account: bool
    """Whether it is signed in."""
    levels: dict[str, str]
    """By game: the level of bots that fits, by the last games against them."""
    more: bool
    """Whether there are older finished tables than those in the list."""


class OwnTables(msgspec.Struct):
    """Finished tables of this browser or its account, the newest first."""

    tables: list[TableInfo]
    more: bool
    """Whether there are older ones."""


class Health(msgspec.Struct):
    """The server works."""

    status: Literal["ok"] = "ok"
    compute: Literal["processes", "cluster", "cluster lost"] = "processes"
    """Where bots think: `cluster lost` says that the setting `compute` names a cluster which does not answer."""
    clock: str | msgspec.UnsetType = msgspec.UNSET
    """That the clock of the server's machine was set back, until the old time has come again."""


class ErrorInfo(msgspec.Struct):
    """Why a request was refused: a code with facts, the message rendered, and the number of a rule that was broken."""

    code: str
    facts: dict[str, Any]
    text: Translated
    rule: str | msgspec.UnsetType = msgspec.UNSET
    detail: Any | msgspec.UnsetType = msgspec.UNSET
    """What a board can show of it; the game declares its type."""


class ErrorAnswer(msgspec.Struct):
    """The body of every answer to a request that failed."""

    error: ErrorInfo


# ── requests ──
class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """How this browser's player is called."""

    name: Name


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit at a seat of a new table."""

    kind: Literal["open", "bot", "me"]
    level: Level | None = None
    name: Name | None = None
    """Under which name I sit, what a bot is called, or which account an open seat is kept for."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to make."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=64)]
    options: dict[str, str | int | bool] = {}
    public: bool = False
    language: Literal["en", "ru"] | None = None
    """What its maker speaks, for others in the lobby."""
    start: bool = False
    clock: Clock | None = None
    absence: Absence = Absence()
    rated: bool = False
    """Whether the game counts for ratings: all people at it need accounts."""


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Which open seat to take, and under which name."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a seat."""

    secret: Annotated[str, Meta(max_length=100)]


class SeatAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that a request is about."""

    seat: SeatNumber


class Invite(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to invite, and which open seat to keep for them; the first one if none is named."""

    name: Name
    seat: SeatNumber | None = None


class SeatChange(msgspec.Struct, forbid_unknown_fields=True):
    """What the host makes of a seat."""

    kind: Literal["open", "bot"]
    level: Level | None = None


class HandOver(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that a bot shall play, and how well."""

    seat: SeatNumber
    level: Level | None = None


class Continue(msgspec.Struct, forbid_unknown_fields=True):
    """Where to go on from, and with whom."""

    n: Annotated[int, Meta(ge=0, le=20_000)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=64)]
