"""How bots count what is not yet points: in twelfths of a point, so that divided prizes stay whole numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

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


def pay(sums: vec[i64], to: i64, counts: vec[i64], at: i64, step: i64, players: i64, first: i64, second: i64) -> None:
    """R38 without rounding: add to sums from place `to` on, by counts that lie `step` apart from `at` on."""
    best: i64 = 0
    next_best: i64 = 0
    leaders: i64 = 0
    followers: i64 = 0
    place = at
    for _seat in range(players):
        count = counts[place]
        place += step
        if count > best:
            next_best = best
            followers = leaders
            best = count
            leaders = 1
        elif count == best:
            leaders += 1
        elif count > next_best:
            next_best = count
            followers = 1
        elif count == next_best:
            followers += 1
    if best == 0:
        return
    lead = first
    follow: i64 = 0
    if leaders > 1:
        lead = (first + second) // leaders
    elif next_best > 0:
        follow = second // followers
    place = at
    for seat in range(players):
        if counts[place] == best:
            sums[to + seat] += lead
        elif follow > 0 and counts[place] == next_best:
            sums[to + seat] += follow
        place += step


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
