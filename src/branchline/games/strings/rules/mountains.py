"""The mountains (S4, S5): what may be wrong with a loop, a random one, and laying it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.codes import (
    CHOOSE_CORNER,
    LAY_MOUNTAINS,
    LEAVES_FIELD,
    TOO_LONG,
    TOO_NARROW,
    TOO_SHORT,
    TOUCHES_BASE,
    TOUCHES_ITSELF,
)
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import root
from branchline.games.strings.rules.layout import COS15, LEAST_SHARE, any_spot, creeping, line_of
from branchline.games.strings.rules.lines import Line, area, inside, touches
from branchline.games.strings.rules.pieces import MOUNTAINS

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

_TRIES: Final = 300
_NARROW: Final[vec[i64]] = vec[i64]([600, 480, 380, 300, 250, 218])
"""Half the widths of narrow mountains; with less they would enclose too little."""
_STEPS: Final = 8


def fault(field: Field, loop: Line) -> i64:
    """S5: what is wrong with a mountain loop; it lies strictly inside."""
    length = loop.length()
    if length > MOUNTAINS * 1024:
        return TOO_LONG
    if loop.self_contact() >= 0:
        return TOUCHES_ITSELF
    if inside(field.ring, loop.xs[0], loop.ys[0]) <= 0 or touches(loop, field.ring) >= 0:
        return LEAVES_FIELD
    for mark in field.marks:
        if inside(loop, mark.x, mark.y) >= 0:
            return TOUCHES_BASE
    if not field.keeps_bases_clear(loop):
        return TOUCHES_BASE
    if length * 100 < MOUNTAINS * 1024 * LEAST_SHARE:
        return TOO_SHORT
    # Half of (length / 4)², with twice the area and a length in 1/1024: both sides stay below 2**57.
    land = area(loop)
    return 0 if max(land, -land) * 16 << 20 >= length * length else TOO_NARROW


def allows(state: Strings, loop: Line) -> bool:
    """Whether the mountains may be laid now and so."""
    return state.phase == LAY_MOUNTAINS and fault(state.table.ground(), loop) == 0


def apply(state: Strings, loop: Line) -> None:
    """Lay the mountains; the choice of corners follows."""
    state.table.mountains = loop
    state.phase = CHOOSE_CORNER


def sample(state: Strings, rng: Generator) -> Line:
    """Random mountains for the field that lies."""
    return any_mountains(state.table.ground(), rng)


def any_mountains(field: Field, rng: Generator) -> Line:
    """Mountains that fit the field: random ones, or those that were found when the field was made."""
    found = find_mountains(field, rng)
    if found is None:
        found = field.mountains
    if found is None:
        raise ValueError("this field was not made with mountains")
    return found


def find_mountains(field: Field, rng: Generator) -> Line | None:
    """A mountain loop that fits the field: a round one, or a narrow one where no round one fits."""
    for _ in range(_TRIES):
        loop = _dented_circle(field, rng, LEAST_SHARE + 2 + rng.below(98 - LEAST_SHARE))
        if loop is not None and fault(field, loop) == 0:
            return loop
    for attempt in range(16 * len(_NARROW)):
        loop = _narrow_loop(field, rng, _NARROW[attempt // 16], attempt % 2 + 1)
        if loop is not None and fault(field, loop) == 0:
            return loop
    return None


def _dented_circle(field: Field, rng: Generator, share: i64) -> Line | None:
    """A loop of twelve corners, as long as so many percent of its string."""
    x, y = any_spot(field, rng)
    us, vs = vec[i64](), vec[i64]()
    for corner in range(12):
        reach = 79_000 + rng.below(26_000)
        us = append(us, reach * COS15[corner * 2] // 1024)
        vs = append(vs, reach * COS15[(corner * 2 + 18) % 24] // 1024)
    whole = Line(append(us, us[0]), append(vs, vs[0]), True).length() >> 10
    xs, ys = vec[i64](), vec[i64]()
    for corner in range(12):
        xs = append(xs, x + us[corner] * MOUNTAINS * share // (100 * whole))
        ys = append(ys, y + vs[corner] * MOUNTAINS * share // (100 * whole))
    return line_of(append(xs, xs[0]), append(ys, ys[0]), True)


def _narrow_loop(field: Field, rng: Generator, half: i64, most: i64) -> Line | None:
    """A loop round a creeping way, half its width to both sides."""
    length = MOUNTAINS * (LEAST_SHARE + 3) // 200 - 2 * half
    way = creeping(field, rng, _STEPS, length // _STEPS, most, half + 5)
    if way is None:
        return None
    xs, ys = vec[i64](), vec[i64]()
    for k in range(2 * len(way.xs)):
        # Along one side, and back along the other.
        back = k >= len(way.xs)
        i = 2 * len(way.xs) - 1 - k if back else k
        before, after = max(i - 1, 0), min(i + 1, len(way.xs) - 1)
        dx, dy = way.xs[after] - way.xs[before], way.ys[after] - way.ys[before]
        size = max(root(dx * dx + dy * dy), 1)
        side = half if back else -half
        xs, ys = append(xs, way.xs[i] - dy * side // size), append(ys, way.ys[i] + dx * side // size)
    return line_of(append(xs, xs[0]), append(ys, ys[0]), True)
