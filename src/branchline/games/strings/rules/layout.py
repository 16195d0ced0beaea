"""What rivers and mountains drawn from chance have in common."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import near, root, touch
from branchline.games.strings.rules.lines import Line, inside

LEAST_SHARE: Final = 90
"""S5: what is drawn of a river or of mountains is at least so many percent of its string."""

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


_FORKS: Final = 300
"""How often a creeping way may choose a step before it is given up."""


def creeping(field: Field, rng: Generator, steps: i64, step: i64, most: i64, gap: i64) -> Line | None:
    """A way from an inner point that keeps such a gap to the black string and to the bases' places.

    It begins along an edge of the field and turns by at most 15° · most at a time; steps that lead nowhere are
    taken back.
    """
    x, y = any_spot(field, rng)
    xs, ys = vec[i64]([x]), vec[i64]([y])
    ring = field.ring
    edge = rng.below(ring.segments)
    ux, uy = ring.xs[edge + 1] - ring.xs[edge], ring.ys[edge + 1] - ring.ys[edge]
    size = max(root(ux * ux + uy * uy), 1)
    headings = vec[i64]([rng.below(4) * 6])
    for _ in range(_FORKS):
        last = len(xs) - 1
        heading = (headings[last] + rng.below(2 * most + 1) - most + 24) % 24
        cos, sin = COS15[heading], COS15[(heading + 18) % 24]
        x = xs[last] + step * (ux * cos - uy * sin) // (size * 1024)
        y = ys[last] + step * (ux * sin + uy * cos) // (size * 1024)
        if _is_free(field, xs, ys, x, y, gap):
            xs, ys, headings = append(xs, x), append(ys, y), append(headings, heading)
            if len(xs) > steps:
                return line_of(xs, ys, False)
        elif last > 0 and rng.below(6) == 0:
            keep = max(last - rng.below(4), 1)
            xs, ys, headings = xs[:keep], ys[:keep], headings[:keep]
    return None


def _is_free(field: Field, xs: vec[i64], ys: vec[i64], x: i64, y: i64, gap: i64) -> bool:
    """Whether a step from the last point keeps its gap, and keeps off the way so far."""
    last = len(xs) - 1
    px, py = xs[last], ys[last]
    left, right = min(px, x) - gap, max(px, x) + gap
    top, bottom = min(py, y) - gap, max(py, y) + gap
    ring = field.ring
    for i in range(ring.segments):
        ax, ay, bx, by = ring.xs[i], ring.ys[i], ring.xs[i + 1], ring.ys[i + 1]
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if touch(px, py, x, y, ax, ay, bx, by) or near(ax, ay, bx, by, x, y, gap):
            return False
        if near(px, py, x, y, ax, ay, gap) or near(px, py, x, y, bx, by, gap):
            return False
    for i in range(last - 1):
        if touch(px, py, x, y, xs[i], ys[i], xs[i + 1], ys[i + 1]):
            return False
    for mark in field.marks:
        if not mark.clear_of_segment(px, py, x, y, gap):
            return False
    return True
