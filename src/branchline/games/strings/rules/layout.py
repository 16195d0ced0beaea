"""What rivers and mountains drawn from chance have in common."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import Line, inside

TRIES: Final = 400

# 1024 · cos of multiples of 15°; the sine is the cosine six steps back.
COS15: Final[vec[i64]] = vec[i64](
    [
        1024, 989, 887, 724, 512, 265, 0, -265, -512, -724, -887, -989,
        -1024, -989, -887, -724, -512, -265, 0, 265, 512, 724, 887, 989,
    ]
)  # fmt: skip


def any_spot(field: Field, rng: Generator) -> tuple[i64, i64]:
    """A random point inside the field."""
    ring = field.ring
    for _ in range(100):
        x = ring.left + rng.below(ring.right - ring.left + 1)
        y = ring.top + rng.below(ring.bottom - ring.top + 1)
        if inside(ring, x, y) > 0:
            return x, y
    return ring.xs[0], ring.ys[0]


def line_of(xs: vec[i64], ys: vec[i64], closed: bool) -> Line | None:
    """The line through the points; None if two neighbours coincide."""
    for i in range(1, len(xs)):
        if xs[i] == xs[i - 1] and ys[i] == ys[i - 1]:
            return None
    return Line(xs, ys, closed)
