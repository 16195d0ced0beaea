"""What a seat knows as a vector of fixed length: everything but the order of the stack."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import KINDS
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


def observe(state: Strings) -> vec[i64]:
    """The position, alike for all seats; `GAME.observation` says what stands where."""
    table = state.table
    field = table.field
    out = vec[i64]([state.phase, state.company(), state.turn, state.companies, state.aside])
    for company in range(COMPANIES):
        if company < state.companies:
            out = append(append(out, state.points[company]), state.short[company])
            out = append(append(out, state.long[company]), state.corner[company])
        else:
            out = _nothing(out, COMPANY_SIZE)
    for kind in range(KINDS):
        out = append(append(out, state.hand[kind]), state.stack[kind])
    out = _along(out, None if field is None else field.ring, ON_FIELD)
    out = _along(out, table.river, ON_STRING)
    out = _along(out, table.mountains, ON_STRING)
    for s in range(STATIONS):
        if s < len(table.tiles):
            tile = table.tiles[s]
            out = append(append(append(out, table.kinds[s] + 1), tile.x), tile.y)
            out = append(append(append(out, table.owners[s] + 1), table.reached[s]), table.high[s])
        else:
            out = _nothing(out, STATION_SIZE)
    for r in range(RAILS):
        if r < len(table.rails):
            out = append(append(append(out, 1), table.rail_company[r]), table.rail_long[r])
            out = _along(out, table.rails[r], ON_STRING)
        else:
            out = _nothing(out, RAIL_SIZE)
    return out


def _nothing(out: vec[i64], count: i64) -> vec[i64]:
    for _ in range(count):
        out = append(out, 0)
    return out


def _along(out: vec[i64], line: Line | None, count: i64) -> vec[i64]:
    """So many points evenly along a string from its first to its last; zeros where there is none."""
    if line is None:
        return _nothing(out, 2 * count)
    xs, ys = line.xs, line.ys
    whole = line.length()
    i: i64 = 0
    passed: i64 = 0
    size = distance(xs[0], ys[0], xs[1], ys[1])
    for k in range(count):
        at = whole * k // (count - 1)
        while passed + size < at and i + 1 < line.segments:
            passed += size
            i += 1
            size = distance(xs[i], ys[i], xs[i + 1], ys[i + 1])
        part = min(at - passed, size)
        out = append(out, xs[i] + (xs[i + 1] - xs[i]) * part // max(size, 1))
        out = append(out, ys[i] + (ys[i + 1] - ys[i]) * part // max(size, 1))
    return out
