"""A table's life as typed events. They are only ever appended; the table is their fold (`fold.py`)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from branchline.server.clocks import Absence, Clock

MatchEvents = list[list[Any]]
"""Events of the match, as records write them."""


class Place(msgspec.Struct, frozen=True):
    """Who sits at a seat: nobody yet, a bot of a level, or a person.

    `browser` is the holder: a guest's is the hash of the browser's secret, that of an account its id.
    """

    kind: Literal["open", "bot", "human"]
    name: str | None = None
    level: str | None = None
    browser: str | None = None
    program: bool = False
    """Whether a program of a person's plays here, through an API token."""
    character: str | None = None
    """Who a bot is: its name in every language, and its taste."""


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that happened at a table."""


class Made(Event, frozen=True, tag="made"):
    """The table was made. `origin` and `inherited` name the match that it goes on from, and how far that is kept."""

    game: str
    rules: int
    options: dict[str, str | int | bool]
    host: str
    public: bool
    seed: bytes | None
    commit: str
    seats: list[Place]
    origin: str | None = None
    inherited: int = 0
    language: str | None = None
    """The language of whoever made it."""
    clock: Clock | None = None
    absence: Absence = Absence()
    daily: str | None = None
    """The day whose deal is played here."""
    rated: bool = False
    """Whether the game counts for the ratings of those who play it."""


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Before the start: a seat has a new occupant; `itself` for somebody who looked for a game and was seated."""

    seat: int
    place: Place
    itself: bool = False


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """Before the start: a seat is open again."""

    seat: int


class SeatKept(Event, frozen=True, tag="seat_kept"):
    """Before the start: an open seat is kept for an account that is invited to it; `by` is the seat of who asked."""

    seat: int
    person: str
    name: str
    by: int | None
    until: float


class SeatDeclined(Event, frozen=True, tag="seat_declined"):
    """Whom a seat was kept for does not come: it is open to everybody again."""

    seat: int


class SeatClaimed(Event, frozen=True, tag="seat_claimed"):
    """Another browser of the same person holds the seat now; it had the seat's link."""

    seat: int
    browser: str
    program: bool = False


class Adopted(Event, frozen=True, tag="adopted"):
    """What a guest held here is an account's now; `browser` was the guest."""

    browser: str
    person: str


class PersonForgotten(Event, frozen=True, tag="person_forgotten"):
    """The name of a seat's holder, or of whom a seat is kept for, was removed here; earlier events have it no more."""

    person: str


class LinkRevoked(Event, frozen=True, tag="link_revoked"):
    """The links to a seat open it no more; its next link is another one."""

    seat: int


class Started(Event, frozen=True, tag="started", omit_defaults=True):
    """The match began: events that it inherits, then the chance that came first.

    Where time is counted `actors` are the seats to act afterwards, here and in the events below.
    """

    events: MatchEvents
    actors: list[int] | None = None
    itself: bool = False
    """Nobody began it: it was made for people who looked for a game, or filled by one of them."""


class Acted(Event, frozen=True, tag="acted", omit_defaults=True):
    """A seat's action, with the chance that followed."""

    seat: int
    events: MatchEvents
    actors: list[int] | None = None


class UndoAsked(Event, frozen=True, tag="undo_asked"):
    """A seat asks the browsers in `waiting` to let it take its last action back."""

    ask: str
    seat: int
    client: str
    waiting: list[str]
    until: float


class UndoAgreed(Event, frozen=True, tag="undo_agreed"):
    """One of those asked agrees, and others are still to answer."""

    ask: str
    browser: str


class UndoDeclined(Event, frozen=True, tag="undo_declined"):
    """One of those asked says no, or the time is over."""

    ask: str


class Undone(Event, frozen=True, tag="undone", omit_defaults=True):
    """A seat's action was taken back; the last one asked agreed, or nobody else was concerned."""

    seat: int
    events: MatchEvents
    actors: list[int] | None = None


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat gave up. Where others play on, a bot of `level` plays in its place; it comes last all the same."""

    seat: int
    level: str


class Hinted(Event, frozen=True, tag="hinted"):
    """A seat was told what the expert would do."""

    seat: int


class Aborted(Event, frozen=True, tag="aborted"):
    """The game was called off before everybody had moved."""

    seat: int | None


class ClockFlagged(Event, frozen=True, tag="clock_flagged"):
    """A seat's time is over. What follows from it is written with it."""

    seat: int


class ClockHeld(Event, frozen=True, tag="clock_held"):
    """The server was down between two instants (ms), so no clock ran. Written when the table is next looked at.

    Where `until` is the earlier one, the clock of the server's machine was set back from `since` to it.
    """

    since: int
    until: int


class BotVoted(Event, frozen=True, tag="bot_voted"):
    """The holder of seat `by` wants a bot to play for a seat that does not move."""

    seat: int
    by: int


class SeatHanded(Event, frozen=True, tag="seat_handed"):
    """A bot plays for the seat's holder until the seat is taken back: they asked, or were out of time or absent."""

    seat: int
    level: str
    why: Literal["asked", "clock", "absent", "vote"] = "asked"


class SeatTakenBack(Event, frozen=True, tag="seat_taken_back"):
    """The seat's holder plays again."""

    seat: int


class RematchMade(Event, frozen=True, tag="rematch_made"):
    """The same seats play again at another table; `seat` asked for it."""

    table: str
    seat: int | None = None


class Closed(Event, frozen=True, tag="closed"):
    """An administrator ended the table."""


TableEvent = (
    Made
    | SeatTaken
    | SeatLeft
    | SeatKept
    | SeatDeclined
    | SeatClaimed
    | Adopted
    | PersonForgotten
    | LinkRevoked
    | Started
    | Acted
    | UndoAsked
    | UndoAgreed
    | UndoDeclined
    | Undone
    | Resigned
    | Hinted
    | Aborted
    | ClockFlagged
    | ClockHeld
    | BotVoted
    | SeatHanded
    | SeatTakenBack
    | RematchMade
    | Closed
)


class Written(msgspec.Struct, frozen=True):
    """An event in the log: its number, when it was written, and whose message of which id it answers."""

    n: int
    at: float
    event: TableEvent
    seat: int | None = None
    client: str | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableEvent)


def encode_event(event: TableEvent) -> bytes:
    """An event as the log keeps it."""
    return _encoder.encode(event)


def decode_event(data: bytes) -> TableEvent:
    """The event that `encode_event` wrote."""
    event: TableEvent = _decoder.decode(data)
    return event
