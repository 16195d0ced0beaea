"""What an event says in the log: as data, with a text beside it."""

from __future__ import annotations

from typing import Literal

from branchline.core.action import Move
from branchline.core.log import EndEntry, Entry, Line
from branchline.core.text import Text
from branchline.games.strings.api import previews
from branchline.games.strings.api.actions import KIND, Kind, Point
from branchline.games.strings.api.places import place_text
from branchline.games.strings.api.previews import Crossing, OwnerEffect, Reached
from branchline.games.strings.api.texts import action_text, company_text, kind_text, signed
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings


class FieldLaid(Entry, tag="field"):
    """The field was laid."""


class RiverLaid(Entry, tag="river"):
    """The river was laid."""


class MountainsLaid(Entry, tag="mountains"):
    """The mountains were laid."""


class CornerTaken(Entry, tag="corner"):
    """A company took a corner for its base."""

    company: int
    corner: int


class ReadyMade(Entry, tag="ready"):
    """Chance brought river and mountains."""


class Drawn(Entry, tag="draw"):
    """A company drew a station."""

    company: int
    station_kind: Kind


class Placed(Entry, tag="place"):
    """A company placed a station."""

    company: int
    station: int
    station_kind: Kind
    at: Point
    turn: int
    owner: int | None


class SetAside(Entry, tag="aside"):
    """A company set a station aside, since it fitted nowhere."""

    company: int
    station_kind: Kind


class Laid(Entry, tag="lay"):
    """A company laid a rail; the entries that follow tell of its parts one by one."""

    company: int
    rail: int
    long: bool
    stations: list[Reached]
    crossings: list[Crossing]
    owners: list[OwnerEffect]


class Reaches(Entry, tag="reach"):
    """A station brought points to the rail's company."""

    company: int
    rail: int
    reached: Reached


class Crosses(Entry, tag="cross"):
    """A crossing cost points."""

    company: int
    rail: int
    crossing: Crossing


class Visited(Entry, tag="visit"):
    """The owner of a station got or lost points by another company's rail."""

    company: int
    """The owner."""
    rail: int
    station_kind: Kind
    effect: OwnerEffect


class GaveUp(Entry, tag="give_up"):
    """A company gave a string up, since none could be laid."""

    company: int
    long: bool


class Ended(EndEntry, tag="end"):
    """S20: every company has used its strings."""

    reason: Literal["strings"] = "strings"


StringsEntry = (
    FieldLaid
    | RiverLaid
    | MountainsLaid
    | CornerTaken
    | ReadyMade
    | Drawn
    | Placed
    | SetAside
    | Laid
    | Reaches
    | Crosses
    | Visited
    | GaveUp
    | Ended
)


def log_action(before: Strings, seat: int, move: Move, after: Strings) -> list[Line]:
    """What was done, with its count; then what it brought to owners, and whether that was the last."""
    lines = _done(before, seat, move, after)
    if after.phase == codes.OVER:
        lines.append(Line(Ended(text=Text("strings.ended"))))
    return lines


def _done(before: Strings, seat: int, move: Move, after: Strings) -> list[Line]:
    company = int(before.company())
    text = action_text(before, move)
    match move.payload:
        case StationShape():
            return [Line(_placed(after, seat, company))]
        case RailShape() as rail:
            return [Line(entry) for entry in _laid(before, seat, company, rail, len(after.table.rails) - 1)]
    if before.phase == codes.LAY_FIELD:
        return [Line(FieldLaid(seat=seat, text=text))]
    if before.phase == codes.LAY_RIVER:
        return [Line(RiverLaid(seat=seat, text=text))]
    if before.phase == codes.LAY_MOUNTAINS:
        return [Line(MountainsLaid(seat=seat, text=text))]
    if before.phase == codes.CHOOSE_CORNER:
        return [Line(CornerTaken(seat=seat, company=company, corner=move.number - codes.CORNER, text=text))]
    if before.phase == codes.PLACE:
        kind = KIND[move.number - codes.ASIDE]
        return [Line(SetAside(seat=seat, company=company, station_kind=kind, text=text))]
    long = before.long[company] > after.long[company]
    return [Line(GaveUp(seat=seat, company=company, long=long, text=text))]


def _placed(after: Strings, seat: int, company: int) -> Placed:
    table = after.table
    s = len(table.tiles) - 1
    tile, kind, owner = table.tiles[s], int(table.kinds[s]), int(table.owners[s])
    marker = Text("strings.marked") if owner >= 0 else Text("strings.unmarked")
    facts = {"kind": kind_text(kind), "owner": marker, "where": place_text(after, tile.x, tile.y, among=s)}
    return Placed(
        seat=seat,
        company=company,
        station=s,
        station_kind=KIND[kind],
        at=(int(tile.x), int(tile.y)),
        turn=int(tile.turn),
        owner=owner if owner >= 0 else None,
        text=Text("strings.placed", facts),
    )


def _laid(before: Strings, seat: int, company: int, shape: RailShape, rail: int) -> list[Entry]:
    table = before.table
    verdict = before.judge(shape.line, shape.long)
    stations = previews.stations(before, verdict)
    crossings = previews.crossings(table, verdict)
    owners = previews.owners(table, verdict)
    points = int(verdict.points)
    string = Text("strings.long" if shape.long else "strings.short")
    facts = {"company": company_text(company), "string": string, "points": signed(points)}
    entries: list[Entry] = [
        Laid(
            seat=seat,
            points=points,
            company=company,
            rail=rail,
            long=shape.long,
            stations=stations,
            crossings=crossings,
            owners=owners,
            text=Text("strings.laid", facts),
        )
    ]
    for reached in stations:
        if reached.points:
            facts = {"kind": Text(f"strings.kind_{reached.kind}"), "points": signed(reached.points)}
            text = Text("strings.reaches", facts)
            entries.append(Reaches(seat=seat, company=company, rail=rail, reached=reached, text=text))
    for crossing in crossings:
        if crossing.points:
            text = Text("strings.crosses", {"string": _crossed(crossing), "points": signed(crossing.points)})
            entries.append(Crosses(seat=seat, company=company, rail=rail, crossing=crossing, text=text))
    for effect in owners:
        kind = int(table.kinds[effect.station])
        facts = {"company": company_text(effect.company), "kind": kind_text(kind), "points": signed(effect.points)}
        entries.append(
            Visited(
                seat=effect.company % int(before.players),
                points=effect.points,
                company=effect.company,
                rail=rail,
                station_kind=KIND[kind],
                effect=effect,
                text=Text("strings.visited", facts),
            )
        )
    return entries


def _crossed(crossing: Crossing) -> Text:
    if crossing.company is None:
        return Text(f"strings.the_{crossing.string}")
    return Text("strings.a_rail", {"company": company_text(crossing.company)})


def log_chance(before: Strings, k: int, after: Strings) -> list[Line]:
    """The station drawn, or the layout that came."""
    if before.phase == codes.READY_MADE:
        return [Line(ReadyMade(text=Text("strings.ready_made")))]
    company = int(before.company())
    kind = next(kind for kind in range(len(KIND)) if after.stack[kind] < before.stack[kind])
    text = Text("strings.drew", {"company": company_text(company), "kind": kind_text(kind)})
    return [Line(Drawn(company=company, station_kind=KIND[kind], text=text))]
