"""What a log of table events comes to: seats, status, open requests, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from branchline.server import events as e
from branchline.server.projection import Ending, Kept, Note, Outcome, Projection, Reason, SeatState, Status, UndoRequest
from branchline.server.timers import Timers

T = TypeVar("T", str, str | None)
REMOVED = "…"
"""What stands where a person's name or words were."""
MOST_NOTES = 100
"""How many notes a table keeps; the log has them all."""


@dataclass
class TableState:
    """The fold. `add` takes one event after another; nothing else changes it."""

    id: str
    length: int = 0
    created: float = 0.0
    changed: float = 0.0
    seats: list[SeatState] = field(default_factory=list)
    started: bool = False
    began: float = 0.0
    """When the match started."""
    acted: float = 0.0
    """When somebody last acted in the match."""
    ended: Reason | None = None
    """Called off or closed."""
    next: str | None = None
    undo: UndoRequest | None = None
    done: dict[int | None, dict[str, int]] = field(default_factory=dict)
    """The messages that have been answered, by seat and id, with the number of match events after each."""
    players: list[list[tuple[int, str | None]]] = field(default_factory=list)
    """For each seat, from which match event on which level of bot (None: the person) played it."""
    moved: set[int] = field(default_factory=set)
    """The seats that have acted."""
    latest: dict[int, int] = field(default_factory=dict)
    """For each seat, how many events the log had after the last one that its person caused."""
    outcome: Outcome = field(default_factory=Outcome)
    timers: Timers | None = None
    notes: list[Note] = field(default_factory=list)
    _made: e.Made | None = None

    @property
    def made(self) -> e.Made:
        """How the table was made: the first event of its log."""
        assert self._made is not None
        return self._made

    def answered(self, seat: int, client: str) -> int | None:
        """The number of match events after a seat's message of that id was done; None if it was not."""
        return self.done.get(seat, {}).get(client)

    def add(self, written: e.Written, outcome: Outcome | None = None) -> None:
        """Take the next event; `outcome` is what the match comes to after it, if it changed."""
        event = written.event
        before = self.outcome.events
        agreed = self.undo is not None and isinstance(event, e.Undone) and self.undo.seat == event.seat
        if outcome is not None:
            self.outcome = outcome
        if isinstance(event, e.Made):
            self._made = event
            self.created = written.at
            self.seats = [SeatState(place) for place in event.seats]
            self.timers = Timers.of(event.clock, event.absence, len(event.seats))
        else:
            _FOLDS[type(event)](self, event)
        if self.timers is not None:
            self._count(self.timers, event, round(written.at * 1000), before, agreed)
        if isinstance(event, e.Started):
            self.began = self.acted = written.at
        elif isinstance(event, e.Acted | e.Undone | e.Resigned):
            self.acted = written.at
        if written.client is not None:
            self.done.setdefault(written.seat, {})[written.client] = self.outcome.events
        self.length = written.n + 1
        if isinstance(event, _OWN) and getattr(event, "why", "asked") == "asked":
            self.latest[event.seat] = self.length
        # Neither is something that happens at the table.
        if not isinstance(event, e.Adopted | e.PersonForgotten):
            self.changed = written.at

    def _count(self, timers: Timers, event: e.TableEvent, at: int, before: int, agreed: bool) -> None:
        """Let clocks stop and run as the event says; `before` is how many events the match had."""
        acting = self.acting
        match event:
            case e.Acted():
                timers.act(event.seat, before, at)
            case e.Undone():
                gone = [n for each in event.events if each[0] == "undo" for n in each[2]]
                timers.undo(event.seat, gone, acting, at, agreed)
            case e.ClockHeld():
                timers.hold(event.since, event.until)
            case e.ClockFlagged():
                timers.flag(event.seat, at)
            case e.BotVoted():
                timers.vote(event.seat, event.by)
            case e.SeatTakenBack():
                timers.take_back(event.seat)
        timers.settle(acting, at)

    @property
    def acting(self) -> list[int]:
        """The seats whose holders are to act: not those that a bot plays."""
        if self.status != "running":
            return []
        return [seat for seat in self.outcome.actors if self.seats[seat].bot is None]

    @property
    def untouched(self) -> bool:
        """Whether no person has moved yet: what is dealt to a seat is no move, nor is what a bot does."""
        return not any(self.seats[seat].place.kind == "human" for seat in self.moved)

    @property
    def standing(self) -> list[int]:
        """The seats that have not given up."""
        return [number for number, seat in enumerate(self.seats) if not seat.resigned]

    @property
    def status(self) -> Status:
        """Open until it starts; over when the match is, when at most one seat is left, or when it was called off."""
        if self.ended is not None:
            return "over"
        if not self.started:
            return "open"
        return "over" if self.outcome.over or self._deserted else "running"

    @property
    def _deserted(self) -> bool:
        return any(seat.resigned for seat in self.seats) and len(self.standing) <= 1

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it is not over."""
        if self.status != "over":
            return None
        if self.ended is not None:
            return Ending(self.ended, [], [], self.seconds)
        played = self.outcome.ranks or [1] * len(self.seats)
        # Whoever resigned comes behind everybody who played on, and all who resigned share that place.
        keys = [(seat.resigned, 0 if seat.resigned else played[n]) for n, seat in enumerate(self.seats)]
        ranks = [1 + sum(other < key for other in keys) for key in keys]
        winners = [n for n in self.standing if ranks[n] == 1]
        return Ending("played" if self.outcome.over else "resigned", ranks, winners, self.seconds)

    @property
    def seconds(self) -> int | None:
        """How long the game was played; None where nobody acted."""
        return max(1, round(self.acted - self.began)) if self.acted > self.began else None

    def projection(self) -> Projection:
        """The table as it stands."""
        made, status = self.made, self.status
        return Projection(
            id=self.id,
            game=made.game,
            rules=made.rules,
            options=made.options,
            status=status,
            public=made.public,
            language=made.language,
            host=made.host,
            commit=made.commit,
            next=self.next,
            length=self.length,
            events=self.outcome.events,
            actors=self.outcome.actors if status == "running" else [],
            scores=self.outcome.scores,
            ending=self.ending,
            created=self.created,
            changed=self.changed,
            seats=list(self.seats),
            undo=self.undo,
            time=self.timers.times if self.timers else None,
            notes=list(self.notes),
            daily=made.daily,
            rated=made.rated,
            turn_number=self.outcome.turn,
        )

    # ── one event each ──
    def _seat(self, seat: int, **values: Any) -> None:
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], **values)

    def _seat_taken(self, event: e.SeatTaken) -> None:
        self.seats[event.seat] = SeatState(event.place)

    def _seat_left(self, event: e.SeatLeft) -> None:
        self.seats[event.seat] = SeatState(e.Place("open"))

    def _seat_kept(self, event: e.SeatKept) -> None:
        self._seat(event.seat, kept=Kept(event.person, event.name, event.by, event.until))

    def _seat_declined(self, event: e.SeatDeclined) -> None:
        self._seat(event.seat, kept=None)

    def _seat_claimed(self, event: e.SeatClaimed) -> None:
        place = msgspec.structs.replace(self.seats[event.seat].place, browser=event.browser, program=event.program)
        self._seat(event.seat, place=place)

    def _adopted(self, event: e.Adopted) -> None:
        self._made = msgspec.structs.replace(self.made, host=adopted(self.made.host, event))
        self.seats = [adopted_seat(seat, event) for seat in self.seats]
        if self.undo is not None:
            waiting = tuple(dict.fromkeys(adopted(browser, event) for browser in self.undo.waiting))
            self.undo = msgspec.structs.replace(self.undo, waiting=waiting)

    def _person_forgotten(self, event: e.PersonForgotten) -> None:
        self.seats = [nameless_seat(seat, event.person) for seat in self.seats]

    def _link_revoked(self, event: e.LinkRevoked) -> None:
        self._seat(event.seat, links=self.seats[event.seat].links + 1)

    def _started(self, event: e.Started) -> None:
        self.started = True
        self.players = [[(0, seat.bot)] for seat in self.seats]

    def _acted(self, event: e.Acted) -> None:
        self.moved.add(event.seat)
        self.undo = None

    def _undone(self, event: e.Undone) -> None:
        self.undo = None

    def _undo_asked(self, event: e.UndoAsked) -> None:
        self.undo = UndoRequest(event.ask, event.seat, event.client, tuple(event.waiting), event.until)

    def _undo_agreed(self, event: e.UndoAgreed) -> None:
        if self.undo is not None:
            left = tuple(browser for browser in self.undo.waiting if browser != event.browser)
            self.undo = msgspec.structs.replace(self.undo, waiting=left)

    def _undo_declined(self, event: e.UndoDeclined) -> None:
        self.undo = None

    def _resigned(self, event: e.Resigned) -> None:
        self._seat(event.seat, resigned=True)
        self._hand(event.seat, event.level)
        self._note("resigned", event.seat)
        self.undo = None

    def _hinted(self, event: e.Hinted) -> None:
        self._seat(event.seat, hints=self.seats[event.seat].hints + 1)

    def _seat_handed(self, event: e.SeatHanded) -> None:
        self._hand(event.seat, event.level)
        self._note(event.why, event.seat)

    def _seat_taken_back(self, event: e.SeatTakenBack) -> None:
        self._hand(event.seat, None)
        self._note("taken_back", event.seat)

    def _clock_flagged(self, event: e.ClockFlagged) -> None:
        self._note("flagged", event.seat)

    def _timed(self, event: e.ClockHeld | e.BotVoted) -> None:
        """Only the timers change; see `_count`."""

    def _note(self, kind: Any, seat: int) -> None:
        self.notes = [*self.notes, Note(self.outcome.events, kind, seat)][-MOST_NOTES:]

    def _hand(self, seat: int, level: str | None) -> None:
        self._seat(seat, substitute=level)
        self.players[seat].append((self.outcome.events, level))

    def _aborted(self, event: e.Aborted) -> None:
        self.ended = "aborted"
        self.undo = None

    def _closed(self, event: e.Closed) -> None:
        self.ended = self.ended or "closed"
        self.undo = None

    def _rematch_made(self, event: e.RematchMade) -> None:
        self.next = self.next or event.table


_OWN = (e.Acted, e.Undone, e.UndoAsked, e.Resigned, e.SeatHanded, e.SeatTakenBack)
"""Events that a seat's own person causes."""
_FOLDS: dict[type, Any] = {
    e.SeatTaken: TableState._seat_taken,
    e.SeatLeft: TableState._seat_left,
    e.SeatKept: TableState._seat_kept,
    e.SeatDeclined: TableState._seat_declined,
    e.SeatClaimed: TableState._seat_claimed,
    e.Adopted: TableState._adopted,
    e.PersonForgotten: TableState._person_forgotten,
    e.LinkRevoked: TableState._link_revoked,
    e.Started: TableState._started,
    e.Acted: TableState._acted,
    e.Undone: TableState._undone,
    e.UndoAsked: TableState._undo_asked,
    e.UndoAgreed: TableState._undo_agreed,
    e.UndoDeclined: TableState._undo_declined,
    e.Resigned: TableState._resigned,
    e.Hinted: TableState._hinted,
    e.ClockFlagged: TableState._clock_flagged,
    e.ClockHeld: TableState._timed,
    e.BotVoted: TableState._timed,
    e.SeatHanded: TableState._seat_handed,
    e.SeatTakenBack: TableState._seat_taken_back,
    e.Aborted: TableState._aborted,
    e.Closed: TableState._closed,
    e.RematchMade: TableState._rematch_made,
}


def adopted(browser: T, event: e.Adopted) -> T | str:
    """Who holds what a browser held, after an account has adopted a guest."""
    return event.person if browser == event.browser else browser


def adopted_seat(seat: SeatState, event: e.Adopted) -> SeatState:
    """A seat after an account has adopted a guest."""
    place = msgspec.structs.replace(seat.place, browser=adopted(seat.place.browser, event))
    return msgspec.structs.replace(seat, place=place)


def nameless_seat(seat: SeatState, person: str) -> SeatState:
    """A seat without the name of that person, who may hold it or be expected there."""
    if seat.place.browser == person:
        seat = msgspec.structs.replace(seat, place=msgspec.structs.replace(seat.place, name=None))
    if seat.kept is not None and seat.kept.person == person:
        seat = msgspec.structs.replace(seat, kept=msgspec.structs.replace(seat.kept, name=REMOVED))
    return seat


def match_events(log: Sequence[e.Written]) -> list[list[Any]]:
    """The events of the match, out of a table's log."""
    found: list[list[Any]] = []
    for written in log:
        if isinstance(written.event, e.Started | e.Acted | e.Undone):
            found += written.event.events
    return found
