"""Legal places and rails at random, and the searches that say that there is none (S9, S15)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.geometry import Line
from branchline.games.strings.judge import judge
from branchline.games.strings.route import route
from branchline.games.strings.table import LONG, SHORT, Table
from branchline.games.strings.tiles import Tile, tile_at

_GRID: Final = 50
"""S9: a station fits nowhere if it fits at no point of a grid of 5 mm, in no rotation."""


def any_place(table: Table, rng: Generator) -> Tile | None:
    """A random place where a station fits."""
    ring = table.ground().ring
    for _ in range(300):
        x = ring.left + rng.below(ring.right - ring.left + 1)
        y = ring.top + rng.below(ring.bottom - ring.top + 1)
        tile = tile_at(x, y, rng.below(24))
        if table.place_fault(tile) == 0:
            return tile
    return _scan(table)


def fits_somewhere(table: Table) -> bool:
    """S9: whether there is a place for a station."""
    return _scan(table) is not None


def _scan(table: Table) -> Tile | None:
    ring = table.ground().ring
    y = ring.top
    while y <= ring.bottom:
        x = ring.left
        while x <= ring.right:
            for turn in range(6):
                tile = tile_at(x, y, turn)
                if table.place_fault(tile) == 0:
                    return tile
            x += _GRID
        y += _GRID
    return None


def _longest(strings: i64) -> i64:
    return LONG if strings >= 2 else SHORT


def any_rail(table: Table, company: i64, strings: i64, rng: Generator) -> Line | None:
    """A random legal rail through one to four further stations; None if luck fails."""
    starts, stations = vec[i64](), vec[i64]()
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            starts = append(starts, s)
        if not table.is_full_for(s, company):
            stations = append(stations, s)
    for _ in range(80):
        stops = vec[i64]([starts[rng.below(len(starts))]])
        for _ in range(1 + rng.below(4)):
            s = stations[rng.below(len(stations))]
            if s not in stops:
                stops = append(stops, s)
        line = _legal(table, company, strings, stops)
        if line is not None:
            return line
    return None


def some_rail(table: Table, company: i64, strings: i64) -> Line | None:
    """S15: a legal rail between some two stations; where there is none, a string is given up."""
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            for t in range(len(table.tiles)):
                if s != t and not table.is_full_for(t, company):
                    line = _legal(table, company, strings, vec[i64]([s, t]))
                    if line is not None:
                        return line
    return None


def _legal(table: Table, company: i64, strings: i64, stops: vec[i64]) -> Line | None:
    if len(stops) < 2:
        return None
    line = route(table, company, stops)
    if line is None or line.length() > _longest(strings) * 1024:
        return None
    return line if judge(table, company, line, strings >= 2, False, False).fault == 0 else None
