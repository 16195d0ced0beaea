"""A table as lists and subscribers see it: values that follow from its log."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.server import events as e
from branchline.server.timers import Times

Status = Literal["open", "running", "over"]
Reason = Literal["played", "resigned", "aborted", "closed"]


class UndoRequest(msgspec.Struct, frozen=True):
    """A seat's request to take its last action back, and the browsers that have yet to agree."""

    ask: str
    seat: int
    client: str
    waiting: tuple[str, ...]
    until: float


class Ending(msgspec.Struct, frozen=True):
    """Why a game is over. A seat that resigned ranks behind all that played on."""

    reason: Reason
    ranks: list[int]
    winners: list[int]
    seconds: int | None
    """How long it was played here; None for a record that was brought in already over."""


class Kept(msgspec.Struct, frozen=True):
    """For whom an open seat is kept: an account under the name that it had, who asked them, and until when."""

    person: str
    name: str
    by: int | None
    until: float


class SeatState(msgspec.Struct, frozen=True):
    """A seat: its place, whether a bot plays in its holder's place, and whether it gave up."""

    place: e.Place
    substitute: str | None = None
    resigned: bool = False
    links: int = 0
    """How often its links were revoked."""
    kept: Kept | None = None
    """Whom it waits for, if anybody in particular."""
    hints: int = 0
    """How often it was told what the expert would do."""

    @property
    def played_by_person(self) -> bool:
        """Whether a person plays here now."""
        return self.place.kind == "human" and self.substitute is None and not self.resigned

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now; None for a person."""
        return self.place.level if self.place.kind == "bot" else self.substitute

    def kept_at(self, now: float) -> Kept | None:
        """For whom it is kept at an instant."""
        return self.kept if self.kept is not None and now < self.kept.until else None


class Outcome(msgspec.Struct, frozen=True):
    """What the table needs to know of its match."""

    events: int = 0
    actors: list[int] = []
    scores: list[int] | None = None
    ranks: list[int] | None = None
    turn: int = 0

    @property
    def over(self) -> bool:
        """Whether the match was played to its end."""
        return self.scores is not None


class Note(msgspec.Struct, frozen=True):
    """Something that the log of the match does not have: who plays a seat from its event `n` on, and why."""

    n: int
    kind: Literal["flagged", "asked", "clock", "absent", "vote", "taken_back", "resigned"]
    seat: int


class Projection(msgspec.Struct, frozen=True):
    """The fold of a log, as lists and subscribers see it; its row is written with the events that made it so."""

    id: str
    game: str
    rules: int
    options: dict[str, str | int | bool]
    status: Status
    public: bool
    language: str | None
    """The language of whoever made it."""
    host: str
    commit: str
    next: str | None
    length: int
    """How many events the log has."""
    events: int
    """How many events the match has."""
    actors: list[int]
    scores: list[int] | None
    ending: Ending | None
    created: float
    changed: float
    seats: list[SeatState]
    undo: UndoRequest | None = None
    time: Times | None = None
    """Clocks and absence; None where nobody counts time."""
    notes: list[Note] = []
    daily: str | None = None
    """The day whose deal is played."""
    rated: bool = False
    """Whether the game counts for ratings."""
    turn_number: int = 0
    """The turn that the match has come to; 0 before its first."""

    @property
    def people(self) -> list[int]:
        """The seats that a person plays now."""
        return [number for number, seat in enumerate(self.seats) if seat.played_by_person]

    @property
    def deadline(self) -> int | None:
        """When the table has something to do by itself, in ms."""
        return self.time.deadline if self.time and self.status == "running" else None
