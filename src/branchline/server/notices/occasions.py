"""Which events of a table are worth a notice, and for whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from branchline.server import events as e
from branchline.server.matches import named
from branchline.server.notices.notice import Kind
from branchline.server.projection import Projection


class Occasion(msgspec.Struct, frozen=True):
    """Something that a person wants to know."""

    kind: Kind
    owner: str
    seat: int
    table: str
    by: str | None = None


def occasions(events: Sequence[e.TableEvent], before: Projection, after: Projection) -> list[Occasion]:
    """What these events are to the people at the table: one occasion each at most, and none for who caused them."""
    know = {after.seats[seat].place.browser for seat in _causes(events)}
    found: dict[str, Occasion] = {}
    for occasion in _all(events, before, after):
        if occasion.owner not in know:
            found.setdefault(occasion.owner, occasion)
    return list(found.values())


def _causes(events: Sequence[e.TableEvent]) -> set[int]:
    """The seats whose people made this happen.

    Whose time is over did not, nor for whom others chose a bot, nor who was seated by a search.
    """
    passive = {event.seat for event in events if isinstance(event, e.ClockFlagged)}
    found: set[int] = set()
    for event in events:
        seat = event.by if isinstance(event, e.BotVoted) else getattr(event, "seat", None)
        handed = isinstance(event, e.SeatHanded) and event.why != "asked"
        seated = isinstance(event, e.SeatTaken) and event.itself
        if seat is not None and seat not in passive and not handed and not seated:
            found.add(seat)
    return found


def _all(events: Sequence[e.TableEvent], before: Projection, after: Projection) -> Iterator[Occasion]:
    """The most important first."""
    people = list(holders(after))
    if after.status == "over" != before.status:
        yield from (Occasion("over", owner, seat, after.id) for owner, seat in people)
    for event in events:
        if isinstance(event, e.RematchMade):
            by = None if event.seat is None else named(after.seats[event.seat], event.seat)
            yield from (Occasion("rematch", owner, seat, event.table, by) for owner, seat in people)
        if isinstance(event, e.UndoAsked):
            by = named(after.seats[event.seat], event.seat)
            asked = [(owner, seat) for owner, seat in people if owner in event.waiting]
            yield from (Occasion("undo", owner, seat, after.id, by) for owner, seat in asked)
        if isinstance(event, e.SeatKept):
            by = None if event.by is None else named(after.seats[event.by], event.by)
            yield Occasion("invited", event.person, event.seat, after.id, by)
    for owner, seat in people:
        if seat in after.actors and seat not in before.actors and after.seats[seat].bot is None:
            yield Occasion("turn", owner, seat, after.id)
    itself = any(isinstance(event, e.Started) and event.itself for event in events)
    if itself or (after.status == "open" and _free(before) and not _free(after)):
        yield from (Occasion("full", owner, seat, after.id) for owner, seat in people)


def mentions(text: str, speaker: str, table: Projection) -> Iterator[tuple[str, int]]:
    """The people at the table, with their seats, whose names stand in a line of chat as words of their own."""
    told: set[str] = set()
    for owner, seat in holders(table):
        name = table.seats[seat].place.name
        if name is None or owner == speaker or owner in told:
            continue
        if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", text.casefold()):
            told.add(owner)
            yield owner, seat


def holders(table: Projection) -> Iterator[tuple[str, int]]:
    """The people at a table, with their seats."""
    for number, seat in enumerate(table.seats):
        if seat.place.kind == "human" and seat.place.browser is not None:
            yield seat.place.browser, number


def still_true(kind: Kind, seat: int, table: Projection) -> bool:
    """Whether a notice that had to wait is still news."""
    if kind == "turn":
        return seat in table.actors and table.seats[seat].bot is None
    if kind == "full":
        return table.status != "over" and not _free(table)
    if kind == "invited":
        return table.status == "open" and table.seats[seat].kept is not None
    return True


def _free(table: Projection) -> bool:
    return any(seat.place.kind == "open" for seat in table.seats)
