"""What crosses the border by REST, as typed records; the OpenAPI description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class Text(msgspec.Struct):
    """A message as a code with facts."""

    code: str
    facts: dict[str, Any]


class OptionForm(msgspec.Struct):
    """An option of a game."""

    name: str
    choices: list[str | int | bool]
    default: str | int | bool
    text: Text
    files: str
    """Endings of the files whose text the option also takes (`.geojson,.json`); empty if it takes none."""


class GameForm(msgspec.Struct):
    """A game that can be played here."""

    game: str
    room: str
    title: dict[str, str]
    designer: str
    minutes: int
    players: list[int]
    default_players: int
    options: list[OptionForm]
    levels: list[str]
    rules_version: int


class SeatForm(msgspec.Struct):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "bot", "human"]
    name: str | None
    level: str | None
    you: bool
    online: bool


class TableForm(msgspec.Struct):
    """A table as one browser sees it."""

    id: str
    game: str
    options: dict[str, str | int | bool]
    status: Literal["open", "running", "over"]
    public: bool
    host: bool
    seats: list[SeatForm]
    you: list[int]
    seat_links: dict[str, str]
    events: int
    actors: list[int]
    turn: Text | None
    scores: list[int] | None
    created: float
    changed: float
    next: str | None
    commit: str


class TableList(msgspec.Struct):
    """Tables of the lobby."""

    tables: list[TableForm]


class Me(msgspec.Struct):
    """This browser: its name and its tables."""

    name: str | None
    tables: list[TableForm]


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """How this browser's player is called."""

    name: Name


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat of a new table shall be."""

    kind: Literal["open", "bot", "me"]
    level: Level | None = None
    name: Name | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to make."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=64)]
    options: dict[str, str | int | bool] = {}
    public: bool = False
    start: bool = False


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Which open seat to take, and under which name."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a seat."""

    secret: Annotated[str, Meta(max_length=100)]


class Leave(msgspec.Struct, forbid_unknown_fields=True):
    """The seat to leave."""

    seat: SeatNumber


class SeatChange(msgspec.Struct, forbid_unknown_fields=True):
    """What the host makes of a seat."""

    kind: Literal["open", "bot"]
    level: Level | None = None


class Continue(msgspec.Struct, forbid_unknown_fields=True):
    """Where to go on from, and with whom."""

    n: Annotated[int, Meta(ge=0, le=20_000)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=64)]


class ViewForm(msgspec.Struct):
    """A position as one seat (null: a spectator) sees it, with the log's lines from event `from` on."""

    type: Literal["view"]
    seat: int | None
    view: dict[str, Any]
    log: list[dict[str, Any]]
    from_: int = msgspec.field(name="from")
    n: int


class ErrorText(msgspec.Struct):
    """An error: a code with facts, the number of a rule where one was broken, and the message in words."""

    code: str
    facts: dict[str, Any]
    text: dict[str, str]
    rule: str | None = None


class ErrorForm(msgspec.Struct):
    """Every error that leaves the server."""

    error: ErrorText
