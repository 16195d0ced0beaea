"""Rivers and mountains drawn from chance: for ready-made tables (S4), for samples and for suggestions."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.geometry import Line, inside
from branchline.games.strings.table import MOUNTAINS, RIVER, Field

LAYOUTS: Final = 1 << 30
"""Ready-made layouts: one chance event picks among so many."""
_TRIES: Final = 400

# 1024 · cos of multiples of 15°; the sine is the cosine six steps back.
COS15: Final[vec[i64]] = vec[i64](
    [
        1024, 989, 887, 724, 512, 265, 0, -265, -512, -724, -887, -989,
        -1024, -989, -887, -724, -512, -265, 0, 265, 512, 724, 887, 989,
    ]
)  # fmt: skip


def any_river(field: Field, rng: Generator) -> Line | None:
    """A winding river that fits the field; a shorter one where a long one does not."""
    for attempt in range(_TRIES):
        river = _winding(field, rng, RIVER * (_TRIES - attempt // 2) // (_TRIES + 20))
        if river is not None and _mostly_inside(field, river) and field.river_fault(river) == 0:
            return river
    return None


def _mostly_inside(field: Field, river: Line) -> bool:
    """Whether no more than a fifth of the river sticks out: a river beside the table divides nothing."""
    out: i64 = 0
    for i in range(len(river.xs)):
        if inside(field.ring, river.xs[i], river.ys[i]) < 0:
            out += 1
    return out <= 2


def any_mountains(field: Field, rng: Generator) -> Line | None:
    """A mountain loop that fits the field; a smaller one where a large one does not."""
    for attempt in range(_TRIES):
        loop = _loop(field, rng, MOUNTAINS * (_TRIES - attempt // 2) // (_TRIES + 60))
        if loop is not None and field.mountain_fault(loop) == 0:
            return loop
    return None


def _spot(field: Field, rng: Generator) -> tuple[i64, i64]:
    ring = field.ring
    for _ in range(100):
        x = ring.left + rng.below(ring.right - ring.left + 1)
        y = ring.top + rng.below(ring.bottom - ring.top + 1)
        if inside(ring, x, y) > 0:
            return x, y
    return ring.xs[0], ring.ys[0]


def _winding(field: Field, rng: Generator, length: i64) -> Line | None:
    """Ten steps from an inner point, turning by at most 15° at a time."""
    x, y = _spot(field, rng)
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
    return _line(xs, ys, False)


def _loop(field: Field, rng: Generator, length: i64) -> Line | None:
    """A dented circle of twelve corners."""
    x, y = _spot(field, rng)
    radius = length * 10 // 63
    xs, ys = vec[i64](), vec[i64]()
    for corner in range(12):
        reach = radius * (78 + rng.below(28)) // 100
        xs = append(xs, x + reach * COS15[corner * 2] // 1024)
        ys = append(ys, y + reach * COS15[(corner * 2 + 18) % 24] // 1024)
    return _line(append(xs, xs[0]), append(ys, ys[0]), True)


def _line(xs: vec[i64], ys: vec[i64], closed: bool) -> Line | None:
    for i in range(1, len(xs)):
        if xs[i] == xs[i - 1] and ys[i] == ys[i - 1]:
            return None
    return Line(xs, ys, closed)
