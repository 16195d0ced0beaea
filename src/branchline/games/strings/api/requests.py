"""Requests for suggestions, answered with things that can be laid: stations in order, a string, a place nearby."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from branchline.core.action import Move
from branchline.core.generator import Generator
from branchline.core.reading import malformed, read_json
from branchline.games.strings.api.actions import KIND, Kind, Point, StringKind, Turn, polyline
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.lines import Line, line_through
from branchline.games.strings.rules.mountains import any_mountains
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.place import any_place
from branchline.games.strings.rules.planning.places import QUICK, SPOTS, best_place, plain_planner
from branchline.games.strings.rules.planning.planner import Planner, Rail
from branchline.games.strings.rules.planning.polish import polished
from branchline.games.strings.rules.planning.route import route_through
from branchline.games.strings.rules.river import any_river
from branchline.games.strings.rules.room import Room
from branchline.games.strings.rules.shapes import FieldShape, MountainsShape, RailShape, RiverShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.ways import any_way, way_through, way_to

MOST = 5


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What is asked for; any part may be left out."""

    stations: Annotated[list[int], Meta(max_length=43)] = []
    """Stations to connect, in this order."""
    points: Annotated[list[Point], Meta(max_length=300)] = []
    """The beginning of a string; it is led on to a station."""
    string: StringKind | None = None
    kind: Kind | None = None
    near: Point | None = None
    """Where a station is wanted."""
    turn: Turn = 0
    seed: Annotated[int, Meta(ge=0, le=1 << 30)] = 0
    """Another seed, another river."""
    type: str | None = None


def suggest(state: Strings, data: Any) -> list[Move]:
    """Legal moves that come near the request, best first; the state stays as it is."""
    request: Request = read_json(data, Request)
    if state.phase == codes.LAY_RIVER:
        return [Move(codes.SHAPE, RiverShape(any_river(state.table.ground(), Generator(request.seed, 2))))]
    if state.phase == codes.LAY_MOUNTAINS:
        return [Move(codes.SHAPE, MountainsShape(any_mountains(state.table.ground(), Generator(request.seed, 2))))]
    if state.phase == codes.LAY_FIELD:
        return [Move(codes.SHAPE, FieldShape(state.fields[0]))]
    if state.phase == codes.PLACE:
        return _places(state, request)
    return _rails(state, request)


def _places(state: Strings, request: Request) -> list[Move]:
    """The nearest place to the one asked for where the station fits; if none is asked for, a good one and others."""
    kind = KIND.index(request.kind) if request.kind else int(state.next_kind())
    if not state.hand[kind]:
        return []
    if request.near is not None:
        tile = Room(state.table).nearest(*request.near, request.turn)
        # Where it fits in no such turn, it may fit in another.
        places = [tile or Room(state.table).nearest(*request.near, -1)]
    else:
        rng = Generator(request.seed, 3)
        best = best_place(state, kind, plain_planner(state, QUICK), SPOTS, rng)
        places = [best, *(any_place(state.table, rng) for _ in range(MOST - 1))]
    moves = [Move(codes.SHAPE, StationShape(tile, kind)) for tile in places if tile is not None]
    return moves or [Move(codes.ASIDE + kind)]


def _rails(state: Strings, request: Request) -> list[Move]:
    strings = [request.string] if request.string else ["short", "long"]
    if any(not 0 <= s < len(state.table.tiles) for s in request.stations):
        raise malformed(f"stations are 0 to {len(state.table.tiles) - 1}")
    found: list[Move] = []
    for string in strings:
        long = string == "long"
        if not state.has_string(long):
            continue
        for line in _lines(state, request, long):
            if state.may_lie(line, long):
                found.append(Move(codes.SHAPE, RailShape(line, long)))
    return found[:MOST]


def _lines(state: Strings, request: Request, long: bool) -> list[Line]:
    table, company = state.table, int(state.company())
    limit = LONG if long else SHORT
    if request.points:
        return _completed(state, request, limit)
    if len(request.stations) == 1:
        line = way_to(table, company, request.stations[0], limit * 1024)
        return [line] if line else []
    if request.stations:
        return _through(state, request.stations, long)
    planner = Planner(16, 7, 100, 0, state.expert, state.first_only)
    rails = planner.rails(table, company, long)
    found = _different([(polished(planner, table, company, rail), rail) for rail in rails[:MOST]])
    if not found:
        line = any_way(table, company, limit * 1024)
        found = [line] if line else []
    return found


def _through(state: Strings, stations: list[int], long: bool) -> list[Line]:
    """A way through stations in their order, or backwards; where it is not found at once, from leg to leg."""
    table, company = state.table, int(state.company())
    limit = (LONG if long else SHORT) * 1024
    for order in (stations, stations[::-1]):
        for line in (route_through(table, company, order), way_through(table, company, order, limit)):
            if line is not None and state.may_lie(line, long):
                return [line]
    return []


def _different(rails: list[tuple[Rail, Rail]]) -> list[Line]:
    """Of rails, polished and as they were found, those that reach different stations: polishing may make two alike."""
    lines: dict[frozenset[int], Line] = {}
    for pair in rails:
        for rail in pair:
            stations = frozenset(int(s) for s in rail.verdict.stations)
            if stations not in lines:
                lines[stations] = rail.line
                break
    return list(lines.values())


def _completed(state: Strings, request: Request, limit: int) -> list[Line]:
    """A half-drawn string, led straight on to the stations that its rest can reach, the nearest first."""
    if len(request.points) >= 2:
        begun = polyline(request.points)
        points = [(int(x), int(y)) for x, y in zip(begun.xs, begun.ys, strict=True)]
    else:
        points = request.points
    x, y = points[-1]
    tiles = state.table.tiles
    ends = request.stations or sorted(range(len(tiles)), key=lambda s: (tiles[s].x - x) ** 2 + (tiles[s].y - y) ** 2)
    lines = []
    for s in ends:
        end = (int(tiles[s].x), int(tiles[s].y))
        if end != points[-1]:
            line = line_through([*points, end], False)
            if line.length() <= limit * 1024 and state.may_lie(line, limit == LONG):
                lines.append(line)
                if len(lines) == MOST:
                    break
    return lines
