"""The field (S4, S6, S22): the black string with its marks, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.state import Immutable, Reader
from branchline.games.strings.rules.codes import LAY_FIELD, LAY_RIVER, READY_MADE, TURN_FIELD
from branchline.games.strings.rules.lines import Line, is_convex, read_line
from branchline.games.strings.rules.paths import Corners
from branchline.games.strings.rules.tiles import CLEARANCE, Tile, read_tile

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


class Field(Immutable):
    """The black string with its marks, and the place of a base at every mark (S4, S6). It never changes.

    `river` and `mountains` show that the field can be played on: they were found when it was made.
    """

    def __init__(self, ring: Line, marks: list[Tile], size: i64, by_hand: bool) -> None:
        self.ring = ring
        self.marks = marks
        self.size: i64 = size
        """S22: its outline in percent of the black string."""
        self.by_hand: bool = by_hand
        """Whether the marks were chosen by hand."""
        self.river: Line | None = None
        self.mountains: Line | None = None
        self.convex: bool = is_convex(ring)
        self.corners = Corners(ring)

    def write(self, out: vec[i64]) -> vec[i64]:
        out = append(self.ring.write(out), len(self.marks))
        for mark in self.marks:
            out = mark.write(out)
        out = append(append(out, self.size), 1 if self.by_hand else 0)
        return _write_line(_write_line(out, self.river), self.mountains)

    def keeps_bases_clear(self, line: Line) -> bool:
        """S5: whether a river or mountains keep away from the places of the bases."""
        for mark in self.marks:
            if not mark.clear_of(line, CLEARANCE):
                return False
        return True


def _write_line(out: vec[i64], line: Line | None) -> vec[i64]:
    return append(out, 0) if line is None else line.write(append(out, 1))


def read_field(reader: Reader) -> Field:
    """The field that `write` wrote."""
    ring = read_line(reader)
    marks: list[Tile] = []
    for _ in range(reader.one()):
        marks.append(read_tile(reader))
    size = reader.one()
    field = Field(ring, marks, size, reader.one() != 0)
    field.river = read_line(reader) if reader.one() != 0 else None
    field.mountains = read_line(reader) if reader.one() != 0 else None
    return field


def legal(state: Strings) -> vec[i64]:
    """S4: the rotations of a field that is not free."""
    found = vec[i64]()
    if not state.free:
        for turn in range(len(state.fields)):
            found = append(found, TURN_FIELD + turn)
    return found


def allows(state: Strings) -> bool:
    """S22: whether a drawn field may be laid now; that it can be one was found when it was drawn."""
    return state.phase == LAY_FIELD and state.free


def apply(state: Strings, field: Field) -> None:
    """Lay the field; river and mountains follow, or a ready-made layout."""
    state.table.field = field
    state.phase = READY_MADE if state.ready else LAY_RIVER
