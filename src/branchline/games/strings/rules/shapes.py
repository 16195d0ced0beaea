"""What an action lays: the payloads of actions that are more than numbers. They never change."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.state import Payload
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.tiles import Tile


class FieldShape(Payload):
    """A field that a player has drawn."""

    def __init__(self, field: Field) -> None:
        self.field = field


class RiverShape(Payload):
    """A river."""

    def __init__(self, line: Line) -> None:
        self.line = line


class MountainsShape(Payload):
    """A mountain loop."""

    def __init__(self, line: Line) -> None:
        self.line = line


class StationShape(Payload):
    """A station at its place."""

    def __init__(self, tile: Tile, kind: i64) -> None:
        self.tile = tile
        self.kind: i64 = kind


class RailShape(Payload):
    """A rail, with a short or a long string."""

    def __init__(self, line: Line, long: bool) -> None:
        self.line = line
        self.long: bool = long
