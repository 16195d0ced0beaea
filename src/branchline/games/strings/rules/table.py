"""The table: field, river, mountains, stations and rails."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.state import Part
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import Line, inside
from branchline.games.strings.rules.pieces import LIMIT, OTHER_POINTS, OWNER_POINTS, SCENIC
from branchline.games.strings.rules.tiles import Tile


class Table(Part):
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
        self.crowded: bool = False  # scratch
        """Whether it was found that no more station fits; more strings and stations do not change that."""
        self.spot: Tile | None = None  # scratch
        """Where one fitted the last time that somebody looked."""

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
        self.high = append(self.high, 1 if self.is_high(tile) else 0)

    def is_high(self, tile: Tile) -> bool:
        """Whether a tile lies in the mountains."""
        loop = self.mountains
        return loop is not None and inside(loop, tile.x, tile.y) > 0

    def add_rail(self, line: Line, company: i64, long: bool) -> None:
        """Lay a rail on the table."""
        self.rails.append(line)
        self.rail_company = append(self.rail_company, company)
        self.rail_long = append(self.rail_long, 1 if long else 0)

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
