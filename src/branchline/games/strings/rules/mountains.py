"""The mountains (S4, S5): what may be wrong with a loop, a random one, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.codes import (
    CHOOSE_CORNER,
    LAY_MOUNTAINS,
    LEAVES_FIELD,
    TOO_LONG,
    TOUCHES_BASE,
    TOUCHES_ITSELF,
)
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.layout import COS15, TRIES, any_spot, line_of
from branchline.games.strings.rules.lines import Line, inside, touches
from branchline.games.strings.rules.pieces import MOUNTAINS

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def fault(field: Field, loop: Line) -> i64:
    """S5: what is wrong with a mountain loop; it lies strictly inside."""
    if loop.length() > MOUNTAINS * 1024:
        return TOO_LONG
    if loop.self_contact() >= 0:
        return TOUCHES_ITSELF
    if inside(field.ring, loop.xs[0], loop.ys[0]) <= 0 or touches(loop, field.ring) >= 0:
        return LEAVES_FIELD
    for mark in field.marks:
        if inside(loop, mark.x, mark.y) >= 0:
            return TOUCHES_BASE
    return 0 if field.keeps_bases_clear(loop) else TOUCHES_BASE


def allows(state: Strings, loop: Line) -> bool:
    """Whether the mountains may be laid now and so."""
    return state.phase == LAY_MOUNTAINS and fault(state.table.ground(), loop) == 0


def apply(state: Strings, loop: Line) -> None:
    """Lay the mountains; the choice of corners follows."""
    state.table.mountains = loop
    state.phase = CHOOSE_CORNER


def sample(state: Strings, rng: Generator) -> Line:
    """Random mountains for the field that lies; an error if none were found."""
    found = any_mountains(state.table.ground(), rng)
    if found is None:
        raise ValueError("no mountains fit this field")
    return found


def any_mountains(field: Field, rng: Generator) -> Line | None:
    """A mountain loop that fits the field; a smaller one where a large one does not."""
    for attempt in range(TRIES):
        loop = _dented_circle(field, rng, MOUNTAINS * (TRIES - attempt // 2) // (TRIES + 60))
        if loop is not None and fault(field, loop) == 0:
            return loop
    return None


def _dented_circle(field: Field, rng: Generator, length: i64) -> Line | None:
    """A loop of twelve corners."""
    x, y = any_spot(field, rng)
    radius = length * 10 // 63
    xs, ys = vec[i64](), vec[i64]()
    for corner in range(12):
        reach = radius * (78 + rng.below(28)) // 100
        xs = append(xs, x + reach * COS15[corner * 2] // 1024)
        ys = append(ys, y + reach * COS15[(corner * 2 + 18) % 24] // 1024)
    return line_of(append(xs, xs[0]), append(ys, ys[0]), True)
