"""What was learned of layouts: how many points mine and stations promise, by how far they are from each other.

`examples/train_rails30.py --player quick` learns the expert's numbers from many games of its playouts. They add up
what each of the six pairs and each way to the mine brings, by what it needs on the empty sheet. Of the three ways to
split four stations into two pairs one has its pairs nearest together; how near they are, and how far apart the others,
says whether one trunk can serve four pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rails30.bots.potential import NEEDS
from branchline.games.rails30.rules.codes import BORDERS

NEAR: Final = 2 * NEEDS
"""Rows of `near`: what two pairs need together."""


class Layouts:
    """Numbers by which whole layouts are judged, by need: tables of NEEDS rows each, and of NEAR rows for `near`."""

    def __init__(
        self,
        way: Sequence[float],
        point: Sequence[float],
        mine: Sequence[float],
        near: Sequence[float],
        both: Sequence[float],
    ) -> None:
        self.way: vec[float] = vec[float](way)
        """What a pair brings apart from its own points (L11)."""
        self.point: vec[float] = vec[float](point)
        """What each of a pair's own points brings."""
        self.mine: vec[float] = vec[float](mine)
        """What a station's way to the mine brings."""
        self.near: vec[float] = vec[float](near)
        """By what the nearest two pairs need together."""
        self.both: vec[float] = vec[float](both)
        """For near times far, far, and far times far, where `far` is what the other four pairs need together."""

    def pattern(self, squares: vec[i64], needs: vec[i64]) -> float:
        """What it is worth how four squares lie to each other."""
        a, b, c, d = squares[0], squares[1] * BORDERS, squares[2] * BORDERS, squares[3] * BORDERS
        one = needs[b + a] + needs[d + squares[2]]
        two = needs[c + a] + needs[d + squares[1]]
        three = needs[d + a] + needs[c + squares[1]]
        near = one
        if two < near:
            near = two
        if three < near:
            near = three
        far = float(one + two + three - near)
        both = self.both
        return self.near[near] + both[0] * float(near) * far + both[1] * far + both[2] * far * far
