"""How bots count what is not yet points: in twelfths of a point, so that divided prizes stay whole numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.policy import Taste

UNIT: Final = 12


class Weights:
    """How a level weighs what is not yet points."""

    def __init__(self, growth: i64, share: i64, cube: i64, station: i64) -> None:
        self.growth: i64 = growth
        """Twelfths of a town that a line is expected to gain for every tile that falls to it."""
        self.share: i64 = share
        """Twelfths for every share in hand, majority or not: it is a vote in a veto."""
        self.cube: i64 = cube
        """Twelfths of the prize of a town's next connection."""
        self.station: i64 = station
        """Twelfths of a loose station's chance to be met that count."""


def tasted(weights: Weights, taste: Taste) -> Weights:
    """The weights of somebody of that taste: bold ones hope for growth, rivals want votes, a whim is for towns."""
    if taste.bold == 0 and taste.rival == 0 and taste.whim == 0:
        return weights
    growth = max(weights.growth + taste.bold, 0)
    share = max(weights.share + taste.rival, 0)
    return Weights(growth, share, max(weights.cube + taste.whim, 0), weights.station)


def lead(sums: vec[i64], seat: i64) -> i64:
    """A seat's lead: half over the best of the others, half over all of them."""
    best: i64 = -(1 << 40)
    total: i64 = 0
    for other in range(len(sums)):
        if other != seat:
            total += sums[other]
            if sums[other] > best:
                best = sums[other]
    return sums[seat] - (best + total // (len(sums) - 1)) // 2
