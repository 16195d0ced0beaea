"""Placing a station that was drawn, or setting it aside (S9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.codes import (
    LAY,
    LEAVES_FIELD,
    PLACE,
    TOUCHES_BORDER,
    TOUCHES_MOUNTAINS,
    TOUCHES_RAIL,
    TOUCHES_RIVER,
    TOUCHES_STATION,
)
from branchline.games.strings.rules.lines import inside
from branchline.games.strings.rules.pieces import CITY, NOBODY, TRANSIT
from branchline.games.strings.rules.room import Room
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import CLEARANCE, Tile, tile_at

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

_TRIES: Final = 100
"""Places tried by chance before the nearest one is looked for."""


def fault(table: Table, tile: Tile) -> i64:
    """S9: what keeps a station from lying here; 0 if it fits."""
    field = table.ground()
    if inside(field.ring, tile.x, tile.y) <= 0:
        return LEAVES_FIELD
    for other in table.tiles:
        if not tile.clear_of(other.line, CLEARANCE):
            return TOUCHES_STATION
    if not tile.clear_of(field.ring, CLEARANCE):
        return TOUCHES_BORDER
    river = table.river
    if river is not None and not tile.clear_of(river, CLEARANCE):
        return TOUCHES_RIVER
    loop = table.mountains
    if loop is not None and not tile.clear_of(loop, CLEARANCE):
        return TOUCHES_MOUNTAINS
    for rail in table.rails:
        if not tile.clear_of(rail, CLEARANCE):
            return TOUCHES_RAIL
    return 0


def blocking_station(table: Table, tile: Tile) -> i64:
    """The station that a tile would touch; −1 if none."""
    for i in range(len(table.tiles)):
        if not tile.clear_of(table.tiles[i].line, CLEARANCE):
            return i
    return -1


def marker(kind: i64, company: i64) -> i64:
    """S9: whose marker a station takes: the placer's on city and transit, nobody's on others."""
    return company if kind == CITY or kind == TRANSIT else NOBODY  # noqa: SIM109 (no tuple in compiled code)


def allows(state: Strings, tile: Tile, kind: i64) -> bool:
    """Whether the station is in hand and may lie here."""
    return state.phase == PLACE and state.hand[kind] > 0 and fault(state.table, tile) == 0


def apply(state: Strings, tile: Tile, kind: i64) -> None:
    """Put the station on the table; after the last one in hand a string is laid."""
    state.hand[kind] -= 1
    state.table.add_station(tile, kind, marker(kind, state.company()), 0)
    _go_on(state)


def allows_aside(state: Strings, kind: i64) -> bool:
    """Whether the station is in hand and fits nowhere."""
    return state.phase == PLACE and state.hand[kind] > 0 and not fits_somewhere(state.table)


def apply_aside(state: Strings, kind: i64) -> None:
    """Set the station aside."""
    state.hand[kind] -= 1
    state.aside += 1
    _go_on(state)


def _go_on(state: Strings) -> None:
    if state.next_kind() < 0:
        state.phase = LAY


def any_place(table: Table, rng: Generator) -> Tile | None:
    """A random place where a station fits; None if there is none."""
    if table.crowded:
        return None
    ring = table.ground().ring
    x, y, turn = ring.left, ring.top, rng.below(24)
    for _ in range(_TRIES):
        x = ring.left + rng.below(ring.right - ring.left + 1)
        y = ring.top + rng.below(ring.bottom - ring.top + 1)
        turn = rng.below(24)
        tile = tile_at(x, y, turn)
        if fault(table, tile) == 0:
            return tile
    found = Room(table).nearest(x, y, -1)
    table.crowded = found is None
    return found


def fits_somewhere(table: Table) -> bool:
    """S9: whether there is a place for a station."""
    if table.crowded:
        return False
    spot = table.spot
    if spot is None or fault(table, spot) != 0:
        table.spot = Room(table).somewhere()
        table.crowded = table.spot is None
    return not table.crowded
