"""What is seen of String Railway: everything, since nothing is hidden but the order of the stack."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.views import Result, View
from branchline.games.strings.api.actions import KIND, Kind, Point, StringKind, points_of
from branchline.games.strings.rules import codes, scoring
from branchline.games.strings.rules.give_up import some_rail
from branchline.games.strings.rules.layout import LEAST_SHARE
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.outlines import LEAST_SIZE, MOST_SIZE
from branchline.games.strings.rules.pieces import (
    BLACK,
    LIMIT,
    LONG,
    MOUNTAINS,
    NOBODY,
    OTHER_POINTS,
    OWNER_POINTS,
    RIVER,
    SHORT,
    START_POINTS,
    VISIT,
    YARD,
)
from branchline.games.strings.rules.place import fits_somewhere
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import CLEARANCE, SIDE, Tile

Phase = Literal["field", "river", "mountains", "corner", "ready", "draw", "place", "lay", "over"]
PHASES: tuple[Phase, ...] = ("field", "river", "mountains", "corner", "ready", "draw", "place", "lay", "over")


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """S3, S5: lengths in tenths of a millimetre; what is drawn of river and mountains at least."""

    short: int = SHORT
    long: int = LONG
    field: int = BLACK
    river: int = RIVER
    mountains: int = MOUNTAINS
    least_river: int = RIVER * LEAST_SHARE // 100
    least_mountains: int = MOUNTAINS * LEAST_SHARE // 100
    station: int = SIDE
    clearance: int = CLEARANCE


class Mark(msgspec.Struct, kw_only=True):
    """The place of a base."""

    corners: list[Point]
    x: int
    y: int


class FieldView(msgspec.Struct, kw_only=True):
    """The black string and the places of the bases."""

    points: list[Point]
    marks: list[Mark]


class StationView(msgspec.Struct, kw_only=True):
    """A station on the table."""

    n: int
    kind: Kind
    x: int
    y: int
    turn: int
    """In steps of 15°; −1 for a base, which lies along its corner."""
    corners: list[Point]
    owner: int | None
    companies: list[int]
    limit: int
    high: bool
    worth: list[int]
    """What it would bring to each company now."""


class RailView(msgspec.Struct, kw_only=True):
    """A rail on the table."""

    n: int
    company: int
    long: bool
    points: list[Point]
    length: int


class CompanyView(msgspec.Struct, kw_only=True):
    """A company with its points and where they came from."""

    company: int
    seat: int
    corner: int
    points: int
    short: int
    long: int
    start: int
    stations: int
    yards: int
    crossings: int
    visitors: int


class KindView(msgspec.Struct, frozen=True, kw_only=True):
    """S1: what a kind of station brings."""

    owner: int
    other: int
    limit: int
    visit: int


class FieldChoices(msgspec.Struct, tag="field", kw_only=True):
    """How the field may be laid: one of some outlines, or drawn freely (S22: its size in percent of the string)."""

    free: bool
    fields: list[list[Point]]
    least_size: int = LEAST_SIZE
    most_size: int = MOST_SIZE


class RiverChoices(msgspec.Struct, tag="river"):
    """A river is to be laid."""


class MountainsChoices(msgspec.Struct, tag="mountains"):
    """Mountains are to be laid."""


class CornerChoices(msgspec.Struct, tag="corner", kw_only=True):
    """The corners that are free."""

    corners: list[int]


class PlaceChoices(msgspec.Struct, tag="place", kw_only=True):
    """Whether a station has to be set aside, since it fits nowhere."""

    aside: bool


class LayChoices(msgspec.Struct, tag="lay", kw_only=True):
    """The strings and stations for a rail, or that none can be laid."""

    strings: list[StringKind]
    starts: list[int]
    full: list[int]
    give_up: bool


Choices = FieldChoices | RiverChoices | MountainsChoices | CornerChoices | PlaceChoices | LayChoices


class StringsBreakdown(msgspec.Struct, kw_only=True):
    """Where the points came from, company by company."""

    companies: list[CompanyView]


class StringsResult(Result, kw_only=True):
    """How a game of String Railway ended."""

    breakdown: StringsBreakdown


class StringsView(View, kw_only=True):
    """The whole table; lengths in tenths of a millimetre, points as [x, y]."""

    phase: Phase
    company: int | None
    round: int
    rounds: int
    turn: int
    expert: bool
    sizes: Sizes
    field: FieldView | None
    river: list[Point] | None
    mountains: list[Point] | None
    stations: list[StationView]
    rails: list[RailView]
    companies: list[CompanyView]
    scores: list[int]
    """Every seat's points as they stand; with two players those of its better company (S7)."""
    hand: list[Kind]
    stack: dict[Kind, int]
    aside: int
    kinds: dict[Kind, KindView]
    choices: Choices | None
    result: StringsResult | None = None


_SIZES = Sizes()
_KINDS = {
    name: KindView(owner=int(OWNER_POINTS[k]), other=int(OTHER_POINTS[k]), limit=int(LIMIT[k]), visit=int(VISIT[k]))
    for k, name in enumerate(KIND)
}


def view(state: Strings, seat: int | None) -> StringsView:
    """The whole table; a seat that may act also gets its choices."""
    table = state.table
    field = table.field
    return StringsView(
        phase=PHASES[state.phase],
        company=None if state.phase == codes.OVER else int(state.company()),
        round=min(int(state.turn) // int(state.companies) + 1, int(state.rounds())),
        rounds=int(state.rounds()),
        turn=int(state.turn),
        expert=state.expert,
        sizes=_SIZES,
        field=None if field is None else FieldView(points=points_of(field.ring), marks=_marks(field.marks)),
        river=_points(table.river),
        mountains=_points(table.mountains),
        stations=[station(state, s) for s in range(len(table.tiles))],
        rails=[_rail(state, r) for r in range(len(table.rails))],
        companies=companies(state),
        scores=[int(points) for points in state.scores()],
        hand=[KIND[kind] for kind in range(len(KIND)) for _ in range(state.hand[kind])],
        stack={KIND[kind]: int(count) for kind, count in enumerate(state.stack) if kind},
        aside=int(state.aside),
        kinds=dict(_KINDS),
        choices=_choices(state) if seat is not None and state.actors() >> seat & 1 else None,
    )


def result(state: Strings) -> StringsResult:
    """The breakdown of the points."""
    return StringsResult(breakdown=StringsBreakdown(companies=companies(state)))


def _points(line: Line | None) -> list[Point] | None:
    return None if line is None else points_of(line)


def _marks(tiles: list[Tile]) -> list[Mark]:
    return [Mark(corners=points_of(tile.line), x=int(tile.x), y=int(tile.y)) for tile in tiles]


def station(state: Strings, s: int) -> StationView:
    """A station on the table."""
    table = state.table
    tile, owner = table.tiles[s], int(table.owners[s])
    return StationView(
        n=s,
        kind=KIND[table.kinds[s]],
        x=int(tile.x),
        y=int(tile.y),
        turn=int(tile.turn),
        corners=points_of(tile.line),
        owner=None if owner == NOBODY else owner,
        companies=[c for c in range(state.companies) if table.reached[s] >> c & 1],
        limit=int(LIMIT[table.kinds[s]]),
        high=bool(table.high[s]),
        worth=[_worth(state, s, company) for company in range(state.companies)],
    )


def _worth(state: Strings, s: int, company: int) -> int:
    if state.table.kinds[s] == YARD:
        return 1
    return 0 if state.table.reached[s] >> company & 1 else int(state.table.worth(s, company))


def _rail(state: Strings, r: int) -> RailView:
    table = state.table
    line = table.rails[r]
    return RailView(
        n=r,
        company=int(table.rail_company[r]),
        long=bool(table.rail_long[r]),
        points=points_of(line),
        length=whole_units(int(line.length())),
    )


def whole_units(length: int) -> int:
    """A length in tenths of a millimetre, rounded up."""
    return -(-length // 1024)


def companies(state: Strings) -> list[CompanyView]:
    """Every company with its points and where they came from."""
    rows = []
    for company in range(state.companies):
        at = company * scoring.TALLY
        rows.append(
            CompanyView(
                company=company,
                seat=company % int(state.players),
                corner=int(state.corner[company]),
                points=int(state.points[company]),
                short=int(state.short[company]),
                long=int(state.long[company]),
                start=START_POINTS,
                stations=int(state.tally[at + scoring.FROM_STATIONS]),
                yards=int(state.tally[at + scoring.FROM_YARDS]),
                crossings=int(state.tally[at + scoring.FROM_CROSSINGS]),
                visitors=int(state.tally[at + scoring.FROM_VISITORS]),
            )
        )
    return rows


def _choices(state: Strings) -> Choices:
    """What the seat at turn can choose from."""
    phase, table = state.phase, state.table
    if phase == codes.LAY_FIELD:
        return FieldChoices(
            free=state.free, fields=[] if state.free else [points_of(field.ring) for field in state.fields]
        )
    if phase == codes.LAY_RIVER:
        return RiverChoices()
    if phase == codes.LAY_MOUNTAINS:
        return MountainsChoices()
    if phase == codes.CHOOSE_CORNER:
        seat = int(state.company() % state.players)
        return CornerChoices(corners=[int(action) - codes.CORNER for action in state.legal(seat)])
    if phase == codes.PLACE:
        return PlaceChoices(aside=not fits_somewhere(table))
    company = int(state.company())
    strings: tuple[tuple[StringKind, bool], ...] = (("short", False), ("long", True))
    return LayChoices(
        strings=[name for name, long in strings if state.has_string(long)],
        starts=[s for s in range(len(table.tiles)) if table.reached[s] >> company & 1],
        full=[s for s in range(len(table.tiles)) if table.is_full_for(s, company)],
        give_up=some_rail(table, company, state.strings()) is None,
    )


def pieces(state: Strings) -> dict[str, int]:
    """What never changes: the number of stations, and of strings of each company."""
    table = state.table
    bases = sum(1 for kind in table.kinds if kind == 0)
    gone = int(state.turn) if state.phase >= codes.DRAW else 0
    strings = {}
    for company in range(state.companies):
        turns = gone // int(state.companies) + (1 if company < gone % int(state.companies) else 0)
        strings[f"strings of company {company}"] = int(state.short[company] + state.long[company]) + turns
    stations = int(state.stack_size()) + sum(int(n) for n in state.hand) + len(table.tiles) - bases + int(state.aside)
    return {"stations": stations, **strings}
