"""A position as a drawing of a few plain shapes, for reports that are read without the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Kind = Literal["ground", "grid", "free", "water", "hills", "owned", "tile", "dark"]
"""What a shape is, and so how it looks; `owned` has the colour of its seat, or one of its own."""
Spot = tuple[float, float]


class Shape(msgspec.Struct, frozen=True):
    """A path, as SVG writes it."""

    path: str
    kind: Kind
    seat: int | None = None
    colour: str | None = None


class Label(msgspec.Struct, frozen=True):
    """A word at its place, which is its middle."""

    at: Spot
    text: str
    size: float = 1
    """In the size of usual words."""
    light: bool = False
    """Whether it is drawn faintly: to be found, not to be read first."""


class Picture(msgspec.Struct, frozen=True):
    """The shapes from below to above, and the words over them."""

    box: tuple[float, float, float, float]
    """Left, top, width, height."""
    shapes: list[Shape]
    labels: list[Label] = []


def polyline(points: Iterable[Spot], closed: bool = False) -> str:
    """The path along points."""
    line = "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points)
    return f"M{line}{'z' if closed else ''}" if line else ""


def square(at: Spot, half: float) -> str:
    """The path around a square by its middle."""
    x, y = at
    return polyline([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], True)


def box_around(points: Iterable[Spot], room: float) -> tuple[float, float, float, float]:
    """The box that holds points, with room on all sides."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - room, min(ys) - room
    return left, top, max(xs) + room - left, max(ys) + room - top
