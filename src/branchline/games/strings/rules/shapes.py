"""What players lay: fields, strings and stations."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.tiles import Tile

# What shapes are for.
FIELD: Final = 0
RIVER: Final = 1
MOUNTAINS: Final = 2
STATION: Final = 3
RAIL: Final = 4


class Shape:
    """Something to be laid: a field, a string or a station. It never changes."""

    def __init__(self, what: i64, line: Line | None, tile: Tile | None, kind: i64, field: Field | None) -> None:
        self.what: i64 = what
        self.line = line
        self.tile = tile
        self.kind: i64 = kind
        """A station's kind; for a rail 1 if it is the long one."""
        self.field = field


def field_shape(field: Field) -> Shape:
    """A field to be laid."""
    return Shape(FIELD, None, None, 0, field)


def river_shape(line: Line | None) -> Shape:
    """A river to be laid."""
    return Shape(RIVER, line, None, 0, None)


def mountains_shape(line: Line | None) -> Shape:
    """A mountain loop to be laid."""
    return Shape(MOUNTAINS, line, None, 0, None)


def station_shape(tile: Tile, kind: i64) -> Shape:
    """A station to be placed."""
    return Shape(STATION, None, tile, kind, None)


def rail_shape(line: Line, long: bool) -> Shape:
    """A rail to be laid."""
    return Shape(RAIL, line, None, 1 if long else 0, None)
