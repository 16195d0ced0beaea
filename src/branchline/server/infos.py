"""Tables as browsers see them, made from their projections."""

from __future__ import annotations

from collections.abc import Callable

from branchline.core.text import Text
from branchline.server import keys
from branchline.server.clocks import Absence, DaysClock
from branchline.server.matches import character_of, named
from branchline.server.payloads import KeptInfo, SeatClock, SeatInfo, TableInfo
from branchline.server.projection import Kept, Projection
from branchline.server.ratings.rated import is_account
from branchline.server.ratings.standings import Ratings
from branchline.server.visitor import Visitor

Online = Callable[[str | None], bool]
"""Whether a browser looks at the table now."""


def seats_of(table: Projection, browser: str | None) -> list[int]:
    """The seats that a browser holds."""
    if browser is None:
        return []
    return [number for number, seat in enumerate(table.seats) if seat.place.browser == browser]


def table_info(
    table: Projection,
    visitor: Visitor | None,
    online: Online,
    now: float,
    ratings: Ratings | None = None,
    watching: int = 0,
) -> TableInfo:
    """The table as a browser sees it at an instant."""
    mine = seats_of(table, visitor.hash if visitor else None)
    inside = visitor is not None and (bool(mine) or visitor.hash == table.host)
    clocks = seat_clocks(table)
    names = ", ".join(named(table.seats[seat], seat) for seat in table.actors)
    return TableInfo(
        id=table.id,
        game=table.game,
        options=table.options,
        status=table.status,
        public=table.public,
        language=table.language,
        host=visitor is not None and visitor.hash == table.host,
        host_name=host_name(table),
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.place.kind,
                name=seat.place.name,
                level=seat.place.level,
                character=character_of(seat.place, number),
                you=number in mine,
                online=online(seat.place.browser),
                member=is_account(seat.place.browser),
                program=seat.place.program,
                substitute=seat.substitute,
                resigned=seat.resigned,
                hints=seat.hints,
                clock=clocks[number] if clocks else None,
                kept=kept_info(table, seat.kept_at(now), visitor, inside),
                rating=(ratings or {}).get((seat.place.browser or "", table.game, len(table.seats))),
            )
            for number, seat in enumerate(table.seats)
        ],
        you=mine,
        seat_links={str(seat): seat_link(table, visitor, seat) for seat in mine} if visitor else {},
        events=table.events,
        actors=table.actors,
        turn=Text("server.turn", {"names": names}) if table.actors else None,
        turn_number=table.turn_number,
        scores=table.scores,
        ending=table.ending,
        created=table.created,
        changed=table.changed,
        next=table.next,
        commit=table.commit,
        clock=table.time.clock if table.time else None,
        absence=table.time.absence if table.time else Absence(),
        notes=table.notes,
        daily=table.daily,
        rated=table.rated,
        watching=watching,
    )


def host_name(table: Projection) -> str | None:
    """The name of whoever made the table, if they sit at it; otherwise that of the first person."""
    people = [seat.place for seat in table.seats if seat.place.kind == "human"]
    return next((place.name for place in sorted(people, key=lambda place: place.browser != table.host)), None)


def kept_info(table: Projection, kept: Kept | None, visitor: Visitor | None, inside: bool) -> KeptInfo | None:
    """For whom a seat is kept; strangers are told no names."""
    if kept is None:
        return None
    you = visitor is not None and visitor.hash == kept.person
    by = None if kept.by is None else named(table.seats[kept.by], kept.by)
    return KeptInfo(kept.name if inside or you else None, by if inside or you else None, you, kept.until)


def seat_clocks(table: Projection) -> list[SeatClock] | None:
    """The time of each seat; None where nobody counts it."""
    times = table.time
    if times is None:
        return None
    free = times.timing.free if isinstance(times.clock, DaysClock) else 0
    return [
        SeatClock(
            left=min(times.left(timer), timer.bank + free),
            due=times.runs_out(seat),
            flagged=timer.flagged,
            absent=times.absent(seat),
            votes=list(timer.votes),
        )
        for seat, timer in enumerate(times.timers)
    ]


def seat_link(table: Projection, visitor: Visitor, seat: int) -> str:
    """The secret that opens a seat of the visitor's, until its links are revoked."""
    return keys.seat_secret(visitor.secret, table.id, seat, table.seats[seat].links)
