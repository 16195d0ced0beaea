"""The river (S4, S5): what may be wrong with one, a random one, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.codes import (
    LAY_MOUNTAINS,
    LAY_RIVER,
    LEAVES_FIELD,
    TOO_LONG,
    TOUCHES_BASE,
    TOUCHES_ITSELF,
)
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.layout import COS15, TRIES, any_spot, line_of
from branchline.games.strings.rules.lines import Line, crossings, inside, shifted_inside
from branchline.games.strings.rules.pieces import RIVER

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def fault(field: Field, river: Line) -> i64:
    """S5: what is wrong with a river; one end, and only one, may stick out."""
    if river.length() > RIVER * 1024:
        return TOO_LONG
    if river.self_contact() >= 0:
        return TOUCHES_ITSELF
    last = len(river.xs) - 1
    ends: i64 = 0
    if shifted_inside(field.ring, river.xs[0], river.ys[0]):
        ends += 1
    if shifted_inside(field.ring, river.xs[last], river.ys[last]):
        ends += 1
    if len(crossings(river, field.ring)) // 2 != 2 - ends or ends == 0:
        return LEAVES_FIELD
    return 0 if field.keeps_bases_clear(river) else TOUCHES_BASE


def allows(state: Strings, river: Line) -> bool:
    """Whether the river may be laid now and so."""
    return state.phase == LAY_RIVER and fault(state.table.ground(), river) == 0


def apply(state: Strings, river: Line) -> None:
    """Lay the river; the mountains follow."""
    state.table.river = river
    state.phase = LAY_MOUNTAINS


def sample(state: Strings, rng: Generator) -> Line:
    """A random river for the field that lies; an error if none was found."""
    found = any_river(state.table.ground(), rng)
    if found is None:
        raise ValueError("no river fits this field")
    return found


def any_river(field: Field, rng: Generator) -> Line | None:
    """A winding river that fits the field; a shorter one where a long one does not."""
    for attempt in range(TRIES):
        river = _winding(field, rng, RIVER * (TRIES - attempt // 2) // (TRIES + 20))
        if river is not None and _mostly_inside(field, river) and fault(field, river) == 0:
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


def _mostly_inside(field: Field, river: Line) -> bool:
    """Whether no more than a fifth of the river sticks out: a river beside the table divides nothing."""
    out: i64 = 0
    for i in range(len(river.xs)):
        if inside(field.ring, river.xs[i], river.ys[i]) < 0:
            out += 1
    return out <= 2
