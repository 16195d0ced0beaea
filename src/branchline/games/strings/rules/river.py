"""The river (S4, S5): what may be wrong with one, a random one, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.codes import (
    LAY_MOUNTAINS,
    LAY_RIVER,
    LEAVES_FIELD,
    TOO_FAR_OUT,
    TOO_LONG,
    TOO_SHORT,
    TOUCHES_BASE,
    TOUCHES_ITSELF,
)
from branchline.games.strings.rules.contact import LEFT, RIGHT, meetings
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import distance, orient
from branchline.games.strings.rules.layout import COS15, LEAST_SHARE, any_spot, creeping, line_of
from branchline.games.strings.rules.lines import Line, inside
from branchline.games.strings.rules.pieces import RIVER
from branchline.games.strings.rules.tiles import CLEARANCE

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

_TRIES: Final = 300
_STEPS: Final = 20


def fault(field: Field, river: Line) -> i64:
    """S5: what is wrong with a river; one end, and only one, may stick out."""
    length = river.length()
    if length > RIVER * 1024:
        return TOO_LONG
    if river.self_contact() >= 0:
        return TOUCHES_ITSELF
    within = length_inside(field.ring, river)
    if within < 0:
        return LEAVES_FIELD
    if not field.keeps_bases_clear(river):
        return TOUCHES_BASE
    if length * 100 < RIVER * 1024 * LEAST_SHARE:
        return TOO_SHORT
    return TOO_FAR_OUT if within * 4 < length * 3 else 0


def length_inside(ring: Line, river: Line) -> i64:
    """How much of a river lies in the closed field, in 1/1024 unit; −1 if more than one end sticks out.

    The field has its inside to the left, so that a side of the black string says which part is inside.
    """
    found = meetings(river, ring)
    way: i64 = -1
    comes: i64 = 0
    out = False
    for c in range(0, len(found.crossings), 2):
        i, j = found.crossings[c], found.crossings[c + 1]
        p = orient(ring.xs[j], ring.ys[j], ring.xs[j + 1], ring.ys[j + 1], river.xs[i], river.ys[i])
        q = orient(ring.xs[j], ring.ys[j], ring.xs[j + 1], ring.ys[j + 1], river.xs[i + 1], river.ys[i + 1])
        if comes != 0:
            return -1
        comes = LEFT if p > 0 else RIGHT
        # A segment is shorter than 2**26 in 1/1024 unit, an area smaller than 2**33.
        way = _passed(river, i) + distance(river.xs[i], river.ys[i], river.xs[i + 1], river.ys[i + 1]) * p // (p - q)
    for piece in found.contacts:
        out = out or piece.arrives == RIGHT or piece.leaves == RIGHT
        if piece.changes_side():
            if comes != 0:
                return -1
            comes = piece.arrives
            # What runs along the black string is inside.
            k = len(piece.xs) - 1 if comes == LEFT else 0
            i = piece.last_segment if comes == LEFT else piece.segment
            way = _passed(river, i) + distance(river.xs[i], river.ys[i], piece.xs[k], piece.ys[k])
    if comes != 0:
        return way if comes == LEFT else river.length() - way
    if out or (len(found.contacts) == 0 and inside(ring, river.xs[0], river.ys[0]) < 0):
        return -1
    return river.length()


def _passed(river: Line, segment: i64) -> i64:
    """The length before a segment."""
    total: i64 = 0
    for i in range(segment):
        total += distance(river.xs[i], river.ys[i], river.xs[i + 1], river.ys[i + 1])
    return total


def allows(state: Strings, river: Line) -> bool:
    """Whether the river may be laid now and so."""
    return state.phase == LAY_RIVER and fault(state.table.ground(), river) == 0


def apply(state: Strings, river: Line) -> None:
    """Lay the river; the mountains follow."""
    state.table.river = river
    state.phase = LAY_MOUNTAINS


def sample(state: Strings, rng: Generator) -> Line:
    """A random river for the field that lies."""
    return any_river(state.table.ground(), rng)


def any_river(field: Field, rng: Generator) -> Line:
    """A river that fits the field: a random one, or the one that was found when the field was made."""
    found = find_river(field, rng)
    if found is None:
        found = field.river
    if found is None:
        raise ValueError("this field was not made with a river")
    return found


def find_river(field: Field, rng: Generator) -> Line | None:
    """A winding river that fits the field; where winding ones do not, one that creeps along inside."""
    for _ in range(_TRIES):
        river = _winding(field, rng, RIVER * (LEAST_SHARE + 1 + rng.below(99 - LEAST_SHARE)) // 100)
        if river is not None and fault(field, river) == 0:
            return river
    for attempt in range(40):
        step = RIVER * (LEAST_SHARE + 2) // (100 * _STEPS)
        river = creeping(field, rng, _STEPS, step, 1 + attempt // 8, CLEARANCE + 1)
        if river is not None and fault(field, river) == 0:
            return river
    return None


def _winding(field: Field, rng: Generator, length: i64) -> Line | None:
    """Ten steps from an inner point, turning by at most 15° at a time."""
    x, y = any_spot(field, rng)
    heading = rng.below(24)
    step = length // 10
    xs, ys = vec[i64]([x]), vec[i64]([y])
    bend: i64 = 0
    for _ in range(10):
        bend = min(max(bend + rng.below(3) - 1, -1), 1)
        heading = (heading + bend + 24) % 24
        x += step * COS15[heading] // 1024
        y += step * COS15[(heading + 18) % 24] // 1024
        xs, ys = append(xs, x), append(ys, y)
    return line_of(xs, ys, False)
