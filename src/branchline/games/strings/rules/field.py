"""The field (S4, S6, S22): the black string with its marks, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.codes import LAY_FIELD, LAY_RIVER, READY_MADE, TURN_FIELD
from branchline.games.strings.rules.lines import Line, is_convex
from branchline.games.strings.rules.paths import Corners
from branchline.games.strings.rules.tiles import CLEARANCE, Tile

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


class Field:
    """The black string with its marks, and the place of a base at every mark (S4, S6). It never changes."""

    def __init__(self, ring: Line, marks: list[Tile]) -> None:
        self.ring = ring
        self.marks = marks
        self.convex: bool = is_convex(ring)
        self.corners = Corners(ring)

    def keeps_bases_clear(self, line: Line) -> bool:
        """S5: whether a river or mountains keep away from the places of the bases."""
        for mark in self.marks:
            if not mark.clear_of(line, CLEARANCE):
                return False
        return True


def legal(state: Strings) -> vec[i64]:
    """S4: the rotations of a field that is not free."""
    found = vec[i64]()
    if not state.free:
        for turn in range(len(state.fields)):
            found = append(found, TURN_FIELD + turn)
    return found


def allows(state: Strings, field: Field | None) -> bool:
    """S22: whether a drawn field may be laid."""
    return state.phase == LAY_FIELD and state.free and field is not None


def apply(state: Strings, field: Field) -> None:
    """Lay the field; river and mountains follow, or a ready-made layout."""
    state.table.field = field
    state.phase = READY_MADE if state.ready else LAY_RIVER
