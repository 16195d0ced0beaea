"""What is booked to a decision, for every seat: how it changed the stored values, less what noise explains."""

from __future__ import annotations

import math
from typing import NamedTuple

from branchline.review.report import ZERO, Amount
from branchline.review.study import Study

Booked = dict[int, list[Amount]]
"""By place and seat."""
LEAST_SWEEPS = 24
"""With fewer nothing is booked: errors are not known well enough."""
BEYOND_DOUBT = 3
"""A change of so many standard errors is booked in full."""


class Change(NamedTuple):
    """How a decision changed a value, and the standard error of that."""

    value: int
    error: int


def book(study: Study, sweeps: int) -> Booked:
    """What every decision changed, against what the policy would have played there.

    Changes that are beyond doubt count in full. The others of a seat count by the part of them that is more than
    noise (after James and Stein): a hundred small changes, each mostly noise, would drown what really happened.
    """
    booked: Booked = {at: [ZERO] * study.players for at, each in enumerate(study.positions) if each.seat is not None}
    if sweeps < LEAST_SWEEPS:
        return booked
    for actor in range(study.players):
        places = [place for place in booked if study.positions[place].seat == actor]
        for seat in range(study.players):
            found = [study.change(place, seat, sweeps) for place in places]
            wins = shrunk([Change(change.win, error.win) for change, error in found])
            points = shrunk([Change(change.points, error.points) for change, error in found])
            for place, win, gained in zip(places, wins, points, strict=True):
                booked[place][seat] = Amount(win, gained)
    return booked


def shrunk(changes: list[Change]) -> list[int]:
    """Changes less what noise explains."""
    doubtful = [each for each in changes if not _sure(each)]
    noise = sum(each.error**2 for each in doubtful)
    seen = sum(each.value**2 for each in doubtful)
    chance = 2 * math.sqrt(2 / max(len(doubtful), 1))  # two standard deviations of a sum of squared errors
    part = seen - noise if seen > noise * (1 + chance) else 0
    return [each.value if _sure(each) or not seen else int(each.value * part / seen) for each in changes]


def _sure(change: Change) -> bool:
    return abs(change.value) > BEYOND_DOUBT * change.error
