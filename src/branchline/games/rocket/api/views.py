"""What is seen of Stephenson's Rocket. Everything is open (R3), so all seats see the same but for their choices."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.views import View
from branchline.games.rocket.api.actions import label_beside
from branchline.games.rocket.api.choices import Choices, choices
from branchline.games.rocket.api.maps import Map, map_of
from branchline.games.rocket.api.scorings import Projection, RocketResult, Scoring, projection, scoring
from branchline.games.rocket.api.targets import Diversion, bits, diversion
from branchline.games.rocket.rules import ledger
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import BID, CALL, OFFERED, OVER, PASSED
from branchline.games.rocket.rules.isolation import is_stuck
from branchline.games.rocket.rules.layout import (
    AT,
    CAME,
    HAND,
    HEADING,
    JOINED,
    LAID_BY,
    LEFT,
    ON_LINE,
    PASSENGER,
    POINTS,
    SHARE,
    TILE,
    TOWNS,
)
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.veto import bid_of

Phase = Literal["first", "act", "call", "bid", "merge", "over"]
PHASES: tuple[Phase, ...] = ("first", "act", "call", "bid", "merge", "over")
Tile = Literal["track", "junction", "triple"]
TILES: tuple[Tile | None, ...] = (None, "track", "junction", "triple")
IsolationReason = Literal["stuck", "nothing_new"]


class LineView(msgspec.Struct, kw_only=True):
    """A line: where its locomotive is, what it connects, whether it still brings shares."""

    line: str
    at: str | None
    heading: int | None
    towns: list[str]
    closed: bool
    into: str | None
    merger: Scoring | None
    """What its merger paid."""
    isolated: bool
    reason: IsolationReason | None
    """Why it is isolated: no hex ahead is free, or nothing new is within reach."""
    ways: list[str]
    """The hexes that it may be extended to."""


class Rail(msgspec.Struct, kw_only=True):
    """A hex that belongs to a line, with the directions by which it was entered and left."""

    hex: str
    line: str
    laid_by: str
    came: int
    left: int | None
    joined: int
    """How many lines joined here."""
    tile: Tile | None


class StationView(msgspec.Struct, kw_only=True):
    """A station on the board, and the line that it is on."""

    hex: str
    seat: int
    line: str | None


class SeatView(msgspec.Struct, kw_only=True):
    """What a player has; shares and stations by line."""

    points: int
    passengers: int
    stations_left: int
    shares: dict[str, int]
    stations: dict[str, int]


class Cell(msgspec.Struct, kw_only=True):
    """A cell of the investment chart; `cubes` counts by seat."""

    town: str
    industry: str
    slots: int
    cubes: list[int]


class Said(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a seat said in the veto round: that it passes, or shares for a hex."""

    passed: bool = msgspec.field(default=False, name="pass")
    shares: int | None = None
    hex: str | None = None


class MoveView(msgspec.Struct, kw_only=True):
    """The extension under way: who moves what where, what was bid, and where it could go instead."""

    line: str
    seat: int
    start: str = msgspec.field(name="from")
    hex: str
    best: int
    bidder: int | None
    words: list[Said | None]
    """What each seat said in the round so far."""
    order: list[int]
    """The seats in the order in which they speak."""
    targets: list[Diversion]


class RocketView(View, kw_only=True):
    """The whole table, and for the seat that may act what it can choose from."""

    map: str
    phase: Phase
    turn: int
    active: int
    speaker: int
    actions_left: int
    used: str | None
    """The line that was extended in this turn's first action."""
    tiles: int
    tiles_of: int
    ends_after: int | None
    """R39: so many more actions that only move a station end the game; None while that is far."""
    passengers: int
    lines: list[LineView]
    rails: list[Rail]
    stations: list[StationView]
    seats: list[SeatView]
    chart: list[Cell]
    joined: list[str]
    """Regular towns that some line connected."""
    move: MoveView | None
    projection: Projection
    choices: Choices | None
    result: RocketResult | None = None


def view(state: Rocket, seat: int | None) -> RocketView:
    """The position as the seat sees it."""
    table = map_of(state)
    acting = seat is not None and bool(state.actors() >> seat & 1)
    return RocketView(
        map=table.id,
        phase=PHASES[state.phase],
        turn=int(state.turn),
        active=int(state.active),
        speaker=int(state.speaker),
        actions_left=int(state.left),
        used=table.companies[int(state.used)].id if state.used >= 0 else None,
        tiles=int(state.tiles),
        tiles_of=int(state.board.tiles),
        ends_after=_ends_after(state),
        passengers=int(state.passengers),
        lines=[_line(state, table, line) for line in range(LINES)],
        rails=_rails(state, table),
        stations=_stations(state, table),
        seats=[_seat(state, table, each) for each in range(state.players)],
        chart=_chart(state, table),
        joined=table.town_ids(int(state.joined)),
        move=_move(state, table) if state.phase in (CALL, BID) else None,
        projection=projection(state, table),
        choices=choices(state, table, seat) if acting and seat is not None else None,
    )


def _ends_after(state: Rocket) -> int | None:
    """R39 is near from half a round on."""
    left = 2 * int(state.players) - int(state.idle)
    return max(0, left) if state.phase != OVER and left <= state.players else None


def _line(state: Rocket, table: Map, line: int) -> LineView:
    at, heading = int(state.lines[AT + line]), int(state.lines[HEADING + line])
    isolated = bool(state.isolated >> line & 1)
    merger = _merger(state, table, line) if at < 0 else None
    return LineView(
        line=table.companies[line].id,
        at=table.label(at) if at >= 0 else None,
        heading=heading if heading >= 0 else None,
        towns=table.town_ids(int(state.lines[TOWNS + line])),
        closed=at < 0,
        into=merger.into if merger else None,
        merger=merger,
        isolated=isolated,
        reason=isolation_reason(state, line) if isolated and at >= 0 else None,
        ways=[label_beside(state, table, line, way) for way in bits(int(state.ways(line)))],
    )


def isolation_reason(state: Rocket, line: int) -> IsolationReason:
    """Why a line is isolated."""
    return "stuck" if is_stuck(state, line) else "nothing_new"


def _merger(state: Rocket, table: Map, line: int) -> Scoring:
    """The scoring with which the line was closed."""
    for packed in state.ledger:
        if ledger.what_of(packed) == ledger.MERGER and ledger.line_of(packed) == line:
            return scoring(table, int(packed), int(state.players))
    raise ValueError(f"line {line} is not closed")


def _rails(state: Rocket, table: Map) -> list[Rail]:
    laid = []
    for here, owner in enumerate(state.owner):
        if owner >= 0:
            packed = int(state.rails[here])
            laid.append(
                Rail(
                    hex=table.label(here),
                    line=table.companies[int(owner)].id,
                    laid_by=table.companies[(packed >> LAID_BY & 15) - 1].id,
                    came=(packed >> CAME & 7) - 1,
                    left=(packed >> LEFT & 7) - 1 if packed >> LEFT & 7 else None,
                    joined=packed >> JOINED & 7,
                    tile=TILES[packed >> TILE & 7],
                )
            )
    return laid


def _stations(state: Rocket, table: Map) -> list[StationView]:
    return [
        StationView(
            hex=table.label(here),
            seat=int(seat),
            line=table.companies[int(state.owner[here])].id if state.owner[here] >= 0 else None,
        )
        for here, seat in enumerate(state.station)
        if seat >= 0
    ]


def _seat(state: Rocket, table: Map, seat: int) -> SeatView:
    names = [company.id for company in table.companies]
    return SeatView(
        points=int(state.fact(seat, POINTS)),
        passengers=int(state.fact(seat, PASSENGER)),
        stations_left=int(state.fact(seat, HAND)),
        shares={name: int(state.fact(seat, SHARE + line)) for line, name in enumerate(names)},
        stations={name: int(state.fact(seat, ON_LINE + line)) for line, name in enumerate(names)},
    )


def _chart(state: Rocket, table: Map) -> list[Cell]:
    players = int(state.players)
    return [
        Cell(
            town=table.towns[town].id,
            industry=table.industries[industry],
            slots=slots,
            cubes=[int(state.cubes[cell * players + seat]) for seat in range(players)],
        )
        for cell, (town, industry, slots) in enumerate(table.cells)
    ]


def _move(state: Rocket, table: Map) -> MoveView:
    line = int(state.line)
    return MoveView(
        line=table.companies[line].id,
        seat=int(state.active),
        start=table.label(int(state.lines[AT + line])),
        hex=label_beside(state, table, line, int(state.way)),
        best=int(state.best),
        bidder=int(state.bidder) if state.bidder >= 0 else None,
        words=[_said(state, table, seat) for seat in range(state.players)],
        order=[int(state.active + 1 + k) % int(state.players) for k in range(state.players)],
        targets=[diversion(state, table, way) for way in bits(int(state.ways(line)))],
    )


def _said(state: Rocket, table: Map, seat: int) -> Said | None:
    bid = int(bid_of(state, seat))
    if bid < OFFERED:
        return Said(passed=True) if bid == PASSED else None
    shares, way = divmod(bid - OFFERED, 6)
    return Said(shares=shares, hex=label_beside(state, table, int(state.line), way))
