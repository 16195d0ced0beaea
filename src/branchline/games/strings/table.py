"""The table: field, river, mountains, stations and rails, and where a further station fits (S1, S5, S9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.geometry import (
    Line,
    crossings,
    inside,
    is_convex,
    shifted_inside,
    touches,
)
from branchline.games.strings.paths import Corners
from branchline.games.strings.tiles import CLEARANCE as CLEARANCE
from branchline.games.strings.tiles import Tile

# Kinds of station, in the order of the rules page.
BASE: Final = 0
CENTRAL: Final = 1
CITY: Final = 2
TRANSIT: Final = 3
REGIONAL: Final = 4
YARD: Final = 5
SUBURBAN: Final = 6
TERMINAL: Final = 7
RURAL: Final = 8
SCENIC: Final = 9
KINDS: Final = 10

NUMBER: Final[vec[i64]] = vec[i64]([0, 4, 2, 5, 6, 3, 6, 2, 8, 2])
LIMIT: Final[vec[i64]] = vec[i64]([5, 5, 5, 5, 3, 3, 2, 5, 1, 2])
OWNER_POINTS: Final[vec[i64]] = vec[i64]([3, 3, 3, 0, 2, 0, 2, 3, 1, 1])
OTHER_POINTS: Final[vec[i64]] = vec[i64]([2, 3, 1, 2, 2, 0, 2, 3, 1, 1])
VISIT: Final[vec[i64]] = vec[i64]([-1, 0, -1, 1, 0, 0, 0, 0, 0, 0])
"""What the owner gets each time an opponent lays a rail to the station (S18)."""

# S3: lengths in units.
SHORT: Final = 3000
LONG: Final = 6000
BLACK: Final = 24000
RIVER: Final = 5000
MOUNTAINS: Final = 6000

NOBODY: Final = -1
RIVER_STRING: Final = -1
MOUNTAIN_STRING: Final = -2

# What can be wrong with a river, with mountains, with a station's place; 0 is nothing.
TOO_LONG: Final = 1
TOUCHES_ITSELF: Final = 2
LEAVES_FIELD: Final = 3
TOUCHES_BASE: Final = 4
TOUCHES_STATION: Final = 5
TOUCHES_RIVER: Final = 6
TOUCHES_MOUNTAINS: Final = 7
TOUCHES_RAIL: Final = 8
TOUCHES_BORDER: Final = 9


def marker(kind: i64, company: i64) -> i64:
    """S9: whose marker a station takes: the placer's on city and transit, nobody's on others."""
    return company if kind == CITY or kind == TRANSIT else NOBODY  # noqa: SIM109 (no tuple in compiled code)


class Field:
    """The black string with its marks, and the place of a base at every mark (S4, S6). It never changes."""

    def __init__(self, ring: Line, marks: list[Tile]) -> None:
        self.ring = ring
        self.marks = marks
        self.convex: bool = is_convex(ring)
        self.corners = Corners(ring)

    def river_fault(self, river: Line) -> i64:
        """S5: what is wrong with a river; one end, and only one, may stick out."""
        if river.length() > RIVER * 1024:
            return TOO_LONG
        if river.self_contact() >= 0:
            return TOUCHES_ITSELF
        last = len(river.xs) - 1
        ends: i64 = 0
        if shifted_inside(self.ring, river.xs[0], river.ys[0]):
            ends += 1
        if shifted_inside(self.ring, river.xs[last], river.ys[last]):
            ends += 1
        if len(crossings(river, self.ring)) // 2 != 2 - ends or ends == 0:
            return LEAVES_FIELD
        return self._base_fault(river)

    def mountain_fault(self, loop: Line) -> i64:
        """S5: what is wrong with a mountain loop; it lies strictly inside."""
        if loop.length() > MOUNTAINS * 1024:
            return TOO_LONG
        if loop.self_contact() >= 0:
            return TOUCHES_ITSELF
        if inside(self.ring, loop.xs[0], loop.ys[0]) <= 0 or touches(loop, self.ring) >= 0:
            return LEAVES_FIELD
        for mark in self.marks:
            if inside(loop, mark.x, mark.y) >= 0:
                return TOUCHES_BASE
        return self._base_fault(loop)

    def _base_fault(self, line: Line) -> i64:
        for mark in self.marks:
            if not mark.clear_of(line, CLEARANCE):
                return TOUCHES_BASE
        return 0


class Table:
    """Everything that lies on the table. Strings and tiles never change and are shared between copies."""

    def __init__(self) -> None:
        self.field: Field | None = None
        self.river: Line | None = None
        self.mountains: Line | None = None
        self.tiles: list[Tile] = []
        self.kinds: vec[i64] = vec[i64]()
        self.owners: vec[i64] = vec[i64]()
        self.reached: vec[i64] = vec[i64]()
        """The companies at each station, as bit masks."""
        self.high: vec[i64] = vec[i64]()
        """1 for stations in the mountains."""
        self.rails: list[Line] = []
        self.rail_company: vec[i64] = vec[i64]()
        self.rail_long: vec[i64] = vec[i64]()

    def clone(self) -> Table:
        """A copy that shares nothing that can change."""
        copy = Table()
        copy.field, copy.river, copy.mountains = self.field, self.river, self.mountains
        copy.tiles = self.tiles[:]
        copy.kinds, copy.owners = self.kinds[:], self.owners[:]
        copy.reached, copy.high = self.reached[:], self.high[:]
        copy.rails = self.rails[:]
        copy.rail_company, copy.rail_long = self.rail_company[:], self.rail_long[:]
        return copy

    def ground(self) -> Field:
        """The field, once it lies."""
        field = self.field
        if field is None:
            raise ValueError("the field is not laid yet")
        return field

    def add_station(self, tile: Tile, kind: i64, owner: i64, reached: i64) -> None:
        """Put a station on the table."""
        self.tiles.append(tile)
        self.kinds = append(self.kinds, kind)
        self.owners = append(self.owners, owner)
        self.reached = append(self.reached, reached)
        loop = self.mountains
        high: i64 = 0
        if loop is not None and inside(loop, tile.x, tile.y) > 0:
            high = 1
        self.high = append(self.high, high)

    def add_rail(self, line: Line, company: i64, long: bool) -> None:
        """Lay a rail on the table."""
        self.rails.append(line)
        self.rail_company = append(self.rail_company, company)
        self.rail_long = append(self.rail_long, 1 if long else 0)

    def place_fault(self, tile: Tile) -> i64:
        """S9: what keeps a station from lying here; 0 if it fits."""
        field = self.ground()
        if inside(field.ring, tile.x, tile.y) <= 0:
            return LEAVES_FIELD
        for other in self.tiles:
            if not tile.clear_of(other.line, CLEARANCE):
                return TOUCHES_STATION
        if not tile.clear_of(field.ring, CLEARANCE):
            return TOUCHES_BORDER
        river = self.river
        if river is not None and not tile.clear_of(river, CLEARANCE):
            return TOUCHES_RIVER
        loop = self.mountains
        if loop is not None and not tile.clear_of(loop, CLEARANCE):
            return TOUCHES_MOUNTAINS
        for rail in self.rails:
            if not tile.clear_of(rail, CLEARANCE):
                return TOUCHES_RAIL
        return 0

    def blocking_station(self, tile: Tile) -> i64:
        """The station that a tile would touch; −1 if none."""
        for i in range(len(self.tiles)):
            if not tile.clear_of(self.tiles[i].line, CLEARANCE):
                return i
        return -1

    def worth(self, station: i64, company: i64) -> i64:
        """S16: the points of a station that is new for the company."""
        kind = self.kinds[station]
        if kind == SCENIC:
            return 3 if self.high[station] != 0 else 1
        return OWNER_POINTS[kind] if self.owners[station] == company else OTHER_POINTS[kind]

    def is_full_for(self, station: i64, company: i64) -> bool:
        """S12: whether the company would be one too many at the station."""
        mask = self.reached[station]
        if (mask >> company) & 1:
            return False
        count: i64 = 0
        while mask != 0:
            count += mask & 1
            mask >>= 1
        return count >= LIMIT[self.kinds[station]]
