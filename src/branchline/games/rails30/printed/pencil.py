"""Tracks, sleepers and dice as vectors, for the printed sheet."""

from __future__ import annotations

import math
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from branchline.games.rails30.rules.drawings import LINKS

Colour = tuple[float, float, float]
INK: Final[Colour] = (0.133, 0.149, 0.169)
MUTED: Final[Colour] = (0.36, 0.35, 0.32)
LINE: Final[Colour] = (0.70, 0.66, 0.58)
WASH: Final[Colour] = (0.965, 0.945, 0.898)
RED: Final[Colour] = (0.769, 0.251, 0.184)
HAIR: Final = 0.4
# The middle of each side of a unit cell and the way into the cell from there: north, east, south, west.
_MIDDLE: Final = ((0.5, 1.0), (1.0, 0.5), (0.5, 0.0), (0.0, 0.5))
_PIPS: Final = {
    1: [(1, 1)],
    2: [(0, 2), (2, 0)],
    3: [(0, 2), (1, 1), (2, 0)],
    4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}
Point = tuple[float, float]


def track(canvas: Canvas, x: float, y: float, size: float, drawing: int) -> None:
    """A drawing (1–21) in the square whose lower left corner is at x, y; of a bridge the second track is above."""
    links = LINKS[drawing - 1]
    bridge = drawing == 9
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(x, y, size, size)
    canvas.clipPath(clip, stroke=0, fill=0)
    if not bridge:
        for a, b in links:
            _sleepers(canvas, x, y, size, a, b)
    for n, (a, b) in enumerate(links):
        if bridge:
            if n == 1:
                _deck(canvas, x, y, size)
            _sleepers(canvas, x, y, size, a, b)
        _rails(canvas, x, y, size, a, b)
    canvas.restoreState()


def die(canvas: Canvas, x: float, y: float, size: float, value: int) -> None:
    """The coloured die showing a value."""
    canvas.setFillColor(RED)
    canvas.roundRect(x, y, size, size, size * 0.18, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    for column, row in _PIPS[value]:
        canvas.circle(x + size * (0.26 + 0.24 * column), y + size * (0.26 + 0.24 * row), size * 0.085, stroke=0, fill=1)


def _line(a: int, b: int, shift: float, steps: int) -> list[tuple[Point, Point]]:
    """Points along the track from side a to side b, moved sideways by `shift`, each with its normal."""
    (ax, ay), (bx, by) = _MIDDLE[a], _MIDDLE[b]
    points = []
    for step in range(steps + 1):
        part = step / steps
        if a ^ 2 == b:
            nx, ny = by - ay, ax - bx
            px, py = ax + (bx - ax) * part, ay + (by - ay) * part
        else:
            # A quarter circle around the corner between the two sides.
            cx, cy = ax + bx - 0.5, ay + by - 0.5
            start, end = math.atan2(ay - cy, ax - cx), math.atan2(by - cy, bx - cx)
            sweep = (end - start + math.pi) % (2 * math.pi) - math.pi
            angle = start + sweep * part
            nx, ny = math.cos(angle), math.sin(angle)
            px, py = cx + nx / 2, cy + ny / 2
        points.append(((px + nx * shift, py + ny * shift), (nx, ny)))
    return points


def _rails(canvas: Canvas, x: float, y: float, size: float, a: int, b: int) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(size * 0.028)
    for shift in (-0.075, 0.075):
        path = canvas.beginPath()
        for n, ((px, py), _) in enumerate(_line(a, b, shift, 24)):
            (path.moveTo if n == 0 else path.lineTo)(x + px * size, y + py * size)
        canvas.drawPath(path)


def _sleepers(canvas: Canvas, x: float, y: float, size: float, a: int, b: int) -> None:
    count = 8 if a ^ 2 == b else 6
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(size * 0.04)
    for (px, py), (nx, ny) in _line(a, b, 0, count * 2)[1::2]:
        canvas.line(
            x + (px - nx * 0.13) * size,
            y + (py - ny * 0.13) * size,
            x + (px + nx * 0.13) * size,
            y + (py + ny * 0.13) * size,
        )


def _deck(canvas: Canvas, x: float, y: float, size: float) -> None:
    """The bridge's deck hides what passes under it, between two parapets with flared ends."""
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x + 0.24 * size, y + 0.33 * size, 0.52 * size, 0.34 * size, stroke=0, fill=1)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(size * 0.035)
    for edge, flare in ((0.32, 0.25), (0.68, 0.75)):
        path = canvas.beginPath()
        path.moveTo(x + 0.2 * size, y + flare * size)
        path.lineTo(x + 0.28 * size, y + edge * size)
        path.lineTo(x + 0.72 * size, y + edge * size)
        path.lineTo(x + 0.8 * size, y + flare * size)
        canvas.drawPath(path)
