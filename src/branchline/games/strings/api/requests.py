"""Wishes made into things that can be laid: stations in order, a half-drawn string, a place nearby."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.forms import malformed, read_form
from branchline.core.generator import Generator
from branchline.games.strings.api.actions import KIND, Kind, Point, polyline
from branchline.games.strings.rules import codes, shapes
from branchline.games.strings.rules.geometry import BOUND
from branchline.games.strings.rules.lines import Line, line_through
from branchline.games.strings.rules.mountains import any_mountains
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.place import any_place, fault
from branchline.games.strings.rules.planning.places import QUICK, SPOTS, best_place, plain_planner
from branchline.games.strings.rules.planning.planner import Planner, Rail
from branchline.games.strings.rules.planning.polish import polished
from branchline.games.strings.rules.planning.route import route_through
from branchline.games.strings.rules.river import any_river
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import tile_at

MOST = 5


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would like: any part may be left out."""

    stations: Annotated[list[int], Meta(max_length=43)] = []
    """Stations to connect, in this order."""
    points: Annotated[list[Point], Meta(max_length=300)] = []
    """The beginning of a string; it is led on to a station."""
    string: Literal["short", "long"] | None = None
    kind: Kind | None = None
    near: Point | None = None
    """Where a station would be liked."""
    turn: Annotated[int, Meta(ge=0, le=23)] = 0
    seed: Annotated[int, Meta(ge=0, le=1 << 30)] = 0
    """Another seed, another river."""
    type: str | None = None


def suggest(state: Strings, wish: Any) -> list[int]:
    """Legal actions that come near the wish, best first."""
    wanted: Wish = read_form(wish, Wish)
    if state.phase == codes.LAY_RIVER:
        lines = [any_river(state.table.ground(), Generator(wanted.seed, 2))]
        return [int(state.draft(shapes.river_shape(line))) for line in lines if line]
    if state.phase == codes.LAY_MOUNTAINS:
        lines = [any_mountains(state.table.ground(), Generator(wanted.seed, 2))]
        return [int(state.draft(shapes.mountains_shape(line))) for line in lines if line]
    if state.phase == codes.LAY_FIELD:
        return [int(state.sample(0, Generator(wanted.seed)))]
    if state.phase == codes.PLACE:
        return _place(state, wanted)
    return _rails(state, wanted)


def _place(state: Strings, wish: Wish) -> list[int]:
    """The nearest place to the wished one where the station fits; without a wish a good one, and any others."""
    kind = KIND.index(wish.kind) if wish.kind else int(state.next_kind())
    if not state.hand[kind]:
        return []
    if wish.near is None:
        rng = Generator(wish.seed, 3)
        places = [
            best_place(state, kind, plain_planner(state, QUICK), SPOTS, rng),
            *(any_place(state.table, rng) for _ in range(MOST - 1)),
        ]
        tiles = [tile for tile in places if tile is not None]
        return [int(state.draft(shapes.station_shape(tile, kind))) for tile in tiles] or [codes.ASIDE + kind]
    x, y = wish.near
    for ring in range(30):
        if max(abs(x), abs(y)) + ring * 25 > BOUND - 300:
            break
        for dx in range(-ring, ring + 1):
            for dy in range(-ring, ring + 1) if abs(dx) == ring else (-ring, ring):
                tile = tile_at(x + dx * 25, y + dy * 25, wish.turn)
                if fault(state.table, tile) == 0:
                    return [int(state.draft(shapes.station_shape(tile, kind)))]
    return []


def _rails(state: Strings, wish: Wish) -> list[int]:
    strings = [wish.string] if wish.string else ["short", "long"]
    if any(not 0 <= s < len(state.table.tiles) for s in wish.stations):
        raise malformed(f"stations are 0 to {len(state.table.tiles) - 1}")
    found: list[int] = []
    for string in strings:
        long = string == "long"
        if not state.has_string(long):
            continue
        for line in _lines(state, wish, long):
            if state.judge(line, long).fault == 0:
                found.append(int(state.draft(shapes.rail_shape(line, long))))
    return found[:MOST]


def _lines(state: Strings, wish: Wish, long: bool) -> list[Line]:
    table, company = state.table, int(state.company())
    if wish.points:
        return _completed(state, wish, LONG if long else SHORT)
    if len(wish.stations) >= 2:
        line = route_through(table, company, wish.stations)
        if line is None or state.judge(line, long).fault:
            line = route_through(table, company, wish.stations[::-1]) or line
        return [line] if line else []
    planner = Planner(16, 7, 100, 0, state.expert, state.first_only)
    rails = planner.rails(table, company, long)
    if wish.stations:
        rails = [rail for rail in rails if wish.stations[0] in rail.verdict.stations]
    return _different([(polished(planner, table, company, rail), rail) for rail in rails[:MOST]])


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


def _completed(state: Strings, wish: Wish, limit: int) -> list[Line]:
    """A half-drawn string, led straight on to the stations that its rest can reach, the nearest first."""
    if len(wish.points) >= 2:
        begun = polyline(wish.points)
        points = [(int(x), int(y)) for x, y in zip(begun.xs, begun.ys, strict=True)]
    else:
        points = list(wish.points)
    x, y = points[-1]
    tiles = state.table.tiles
    ends = wish.stations or sorted(range(len(tiles)), key=lambda s: (tiles[s].x - x) ** 2 + (tiles[s].y - y) ** 2)
    lines = []
    for s in ends:
        end = (int(tiles[s].x), int(tiles[s].y))
        if end != points[-1]:
            line = line_through([*points, end], False)
            if line.length() <= limit * 1024 and state.judge(line, limit == LONG).fault == 0:
                lines.append(line)
                if len(lines) == MOST:
                    break
    return lines
