"""What players draw: fields, strings and stations to be laid."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.games.strings.geometry import Line
from branchline.games.strings.table import Field
from branchline.games.strings.tiles import Tile

# What shapes are for.
FIELD: Final = 0
RIVER: Final = 1
MOUNTAINS: Final = 2
STATION: Final = 3
RAIL: Final = 4


class Shape:
    """Something to be laid, drawn by a player: a field, a string or a station. It never changes."""

    def __init__(self, what: i64, line: Line | None, tile: Tile | None, kind: i64, field: Field | None) -> None:
        self.what: i64 = what
        self.line = line
        self.tile = tile
        self.kind: i64 = kind
        """A station's kind; for a rail 1 if it is the long one."""
        self.field = field
