"""What a legal action does: for a rail the whole count (S16–S19)."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.action import Move
from branchline.games.strings.api.actions import KIND, Kind, Point
from branchline.games.strings.api.views import whole_units
from branchline.games.strings.rules.judge import MOUNTAIN_STRING, RIVER_STRING, Verdict
from branchline.games.strings.rules.pieces import BLACK, LONG, MOUNTAINS, RIVER, SHORT, VISIT
from branchline.games.strings.rules.shapes import FieldShape, MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.table import Table


class FieldCheck(msgspec.Struct, tag="field", kw_only=True):
    """A field that may lie so."""

    length: int
    limit: int


class RiverCheck(msgspec.Struct, tag="river", kw_only=True):
    """A river that may lie so."""

    length: int
    limit: int


class MountainsCheck(msgspec.Struct, tag="mountains", kw_only=True):
    """Mountains that may lie so."""

    length: int
    limit: int


class PlaceCheck(msgspec.Struct, tag="place", kw_only=True):
    """A station that fits; `high` is in the mountains."""

    fits: bool
    high: bool


class Reached(msgspec.Struct, kw_only=True):
    """A station that a rail touches, and what it brings."""

    station: int
    kind: Kind
    new: bool
    points: int


class Crossing(msgspec.Struct, kw_only=True):
    """Where a rail crosses another string; `rail` and `company` say which rail it is."""

    at: Point
    string: Literal["river", "mountains", "rail"]
    rail: int | None
    company: int | None
    points: int


class OwnerEffect(msgspec.Struct, kw_only=True):
    """What a rail brings to the owner of a station."""

    station: int
    company: int
    points: int


class RailCheck(msgspec.Struct, tag="lay", kw_only=True):
    """A rail that may lie so, counted in full."""

    length: int
    limit: int
    stations: list[Reached]
    crossings: list[Crossing]
    owners: list[OwnerEffect]
    points: int


Check = FieldCheck | RiverCheck | MountainsCheck | PlaceCheck | RailCheck


def check(state: Strings, move: Move) -> Check | None:
    """What a legal move does; None where there is nothing to say."""
    match move.payload:
        case RailShape(line=line, long=long):
            return count(state, state.judge(line, long), long)
        case StationShape(tile=tile):
            return PlaceCheck(fits=True, high=state.table.is_high(tile))
        case FieldShape(field=field):
            return FieldCheck(length=whole_units(int(field.ring.length())), limit=BLACK * int(field.size) // 100)
        case RiverShape(line=line):
            return RiverCheck(length=whole_units(int(line.length())), limit=RIVER)
        case MountainsShape(line=line):
            return MountainsCheck(length=whole_units(int(line.length())), limit=MOUNTAINS)
    return None


def count(state: Strings, verdict: Verdict, long: bool) -> RailCheck:
    """A rail counted in full."""
    return RailCheck(
        length=whole_units(int(verdict.length)),
        limit=LONG if long else SHORT,
        stations=stations(state, verdict),
        crossings=crossings(state.table, verdict),
        owners=owners(state.table, verdict),
        points=int(verdict.points),
    )


def stations(state: Strings, verdict: Verdict) -> list[Reached]:
    """The stations that a rail of the company at turn touches, in its order."""
    table, company = state.table, int(state.company())
    return [
        Reached(
            station=int(s),
            kind=KIND[table.kinds[s]],
            new=not table.reached[s] >> company & 1,
            points=int(points),
        )
        for s, points in zip(verdict.stations, verdict.worth, strict=True)
    ]


def crossings(table: Table, verdict: Verdict) -> list[Crossing]:
    """The strings that a rail crosses, and where."""
    found = []
    for c, what in enumerate(int(string) for string in verdict.cross_what):
        found.append(
            Crossing(
                at=(int(verdict.cross_x[c]), int(verdict.cross_y[c])),
                string="river" if what == RIVER_STRING else "mountains" if what == MOUNTAIN_STRING else "rail",
                rail=what if what >= 0 else None,
                company=int(table.rail_company[what]) if what >= 0 else None,
                points=-int(verdict.cross_cost[c]),
            )
        )
    return found


def owners(table: Table, verdict: Verdict) -> list[OwnerEffect]:
    """What the owners of stations get or lose."""
    return [
        OwnerEffect(station=int(s), company=int(table.owners[s]), points=int(VISIT[table.kinds[s]]))
        for s in verdict.visits
    ]
