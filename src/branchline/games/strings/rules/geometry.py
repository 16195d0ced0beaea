"""Exact plane geometry over integers: one unit is 0.1 mm, every coordinate lies within ±20000.

Differences of coordinates stay below 2**16, so orientations stay below 2**33; no product here reaches
2**62 (the widest, in `Tile.holds_crossing`, stays below 2**58). Compiled and interpreted runs therefore
agree, and a verdict is the same on every machine.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

BOUND: Final = 20_000


def orient(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> i64:
    """Twice the signed area of a, b, p: positive when p lies to the left of a → b."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def crosses(px: i64, py: i64, qx: i64, qy: i64, ax: i64, ay: i64, bx: i64, by: i64) -> bool:
    """Whether two segments cross at a point inside both."""
    p = orient(ax, ay, bx, by, px, py)
    q = orient(ax, ay, bx, by, qx, qy)
    if (p >= 0 and q >= 0) or (p <= 0 and q <= 0):
        return False
    a = orient(px, py, qx, qy, ax, ay)
    b = orient(px, py, qx, qy, bx, by)
    return (a > 0 and b < 0) or (a < 0 and b > 0)


def on_segment(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> bool:
    """Whether p lies on the closed segment a → b."""
    if px < min(ax, bx) or px > max(ax, bx) or py < min(ay, by) or py > max(ay, by):
        return False
    return orient(ax, ay, bx, by, px, py) == 0


def touch(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64, dx: i64, dy: i64) -> bool:
    """Whether two closed segments have a point in common."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    c = orient(ax, ay, bx, by, cx, cy)
    d = orient(ax, ay, bx, by, dx, dy)
    if (c > 0 and d > 0) or (c < 0 and d < 0):
        return False
    a = orient(cx, cy, dx, dy, ax, ay)
    b = orient(cx, cy, dx, dy, bx, by)
    return not ((a > 0 and b > 0) or (a < 0 and b < 0))


def root(square: i64) -> i64:
    """The integer square root, exact below 2**62: the float only guesses, integers decide."""
    guess = i64(int(math.sqrt(float(square))))
    while guess * guess > square:
        guess -= 1
    while (guess + 1) * (guess + 1) <= square:
        guess += 1
    return guess


def distance(ax: i64, ay: i64, bx: i64, by: i64) -> i64:
    """The distance of two points in 1/1024 unit, rounded down."""
    return root(((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) << 20)


def near(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64, gap: i64) -> bool:
    """Whether p is closer than `gap` (at most 1000) to the closed segment a → b."""
    dx, dy = bx - ax, by - ay
    along = dx * (px - ax) + dy * (py - ay)
    square = dx * dx + dy * dy
    if along <= 0:
        return (px - ax) * (px - ax) + (py - ay) * (py - ay) < gap * gap
    if along >= square:
        return (px - bx) * (px - bx) + (py - by) * (py - by) < gap * gap
    area = dx * (py - ay) - dy * (px - ax)
    if area < 0:
        area = -area
    # gap · length is below 2**26, so a larger area is far away, and smaller ones can be squared.
    return area < (1 << 27) and area * area < gap * gap * square


def folds(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64) -> bool:
    """Whether a → b → c turns back on itself."""
    if orient(ax, ay, bx, by, cx, cy) != 0:
        return False
    return (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0


def meeting(px: i64, py: i64, qx: i64, qy: i64, ax: i64, ay: i64, bx: i64, by: i64) -> tuple[i64, i64]:
    """About where two segments meet, for showing; an end of the first if they are parallel."""
    d = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
    if d == 0:
        if on_segment(ax, ay, bx, by, px, py):
            return px, py
        return (qx, qy) if on_segment(ax, ay, bx, by, qx, qy) else (ax, ay)
    n = (px - ax) * (qy - py) - (py - ay) * (qx - px)
    return ax + (bx - ax) * n // d, ay + (by - ay) * n // d
