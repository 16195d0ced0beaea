"""What a seat knows as a vector of fixed length: everything but the order of the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import KINDS
from branchline.games.strings.rules.table import Table

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

COMPANIES: Final = 5
STATIONS: Final = 43
"""Five bases and 38 others."""
RAILS: Final = 20
ON_FIELD: Final = 32
"""Points that stand for the black string, evenly along it; fewer for the other strings."""
ON_STRING: Final = 16

TURN_SIZE: Final = 5
COMPANY_SIZE: Final = 4
STATION_SIZE: Final = 6
RAIL_SIZE: Final = 3 + 2 * ON_STRING


def observe(state: Strings, out: vec[i64], at: i64) -> None:
    """Write the position, alike for all seats; `GAME.observation` says what stands where."""
    table = state.table
    field = table.field
    out[at] = state.phase
    out[at + 1] = state.company()
    out[at + 2] = state.turn
    out[at + 3] = state.companies
    out[at + 4] = state.aside
    at += TURN_SIZE
    for company in range(state.companies):
        place = at + company * COMPANY_SIZE
        out[place] = state.points[company]
        out[place + 1] = state.short[company]
        out[place + 2] = state.long[company]
        out[place + 3] = state.corner[company]
    at += COMPANIES * COMPANY_SIZE
    for kind in range(KINDS):
        out[at + 2 * kind] = state.hand[kind]
        out[at + 2 * kind + 1] = state.stack[kind]
    at += 2 * KINDS
    _along(None if field is None else field.ring, ON_FIELD, out, at)
    at += 2 * ON_FIELD
    _along(table.river, ON_STRING, out, at)
    _along(table.mountains, ON_STRING, out, at + 2 * ON_STRING)
    at += 4 * ON_STRING
    for s in range(STATIONS):
        if s < len(table.tiles):
            _station(table, s, out, at)
        else:
            _nothing(STATION_SIZE, out, at)
        at += STATION_SIZE
    for r in range(RAILS):
        if r < len(table.rails):
            out[at] = 1
            out[at + 1] = table.rail_company[r]
            out[at + 2] = table.rail_long[r]
            _along(table.rails[r], ON_STRING, out, at + 3)
        else:
            _nothing(RAIL_SIZE, out, at)
        at += RAIL_SIZE


def _station(table: Table, s: i64, out: vec[i64], at: i64) -> None:
    tile = table.tiles[s]
    out[at] = table.kinds[s] + 1
    out[at + 1] = tile.x
    out[at + 2] = tile.y
    out[at + 3] = table.owners[s] + 1
    out[at + 4] = table.reached[s]
    out[at + 5] = table.high[s]


def _nothing(count: i64, out: vec[i64], at: i64) -> None:
    for place in range(at, at + count):
        out[place] = 0


def _along(line: Line | None, count: i64, out: vec[i64], at: i64) -> None:
    """So many points evenly along a string from its first to its last; zeros where there is none."""
    if line is None:
        _nothing(2 * count, out, at)
        return
    xs, ys = line.xs, line.ys
    whole = line.length()
    i: i64 = 0
    passed: i64 = 0
    size = distance(xs[0], ys[0], xs[1], ys[1])
    for k in range(count):
        here = whole * k // (count - 1)
        while passed + size < here and i + 1 < line.segments:
            passed += size
            i += 1
            size = distance(xs[i], ys[i], xs[i + 1], ys[i + 1])
        part = min(here - passed, size)
        out[at + 2 * k] = xs[i] + (xs[i + 1] - xs[i]) * part // max(size, 1)
        out[at + 2 * k + 1] = ys[i] + (ys[i + 1] - ys[i]) * part // max(size, 1)
