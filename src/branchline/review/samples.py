"""The playouts of a review by arm and sweep, and what they say: means, and differences over the same sweeps."""

from __future__ import annotations

import math
from collections.abc import Sequence

from branchline.review.playouts import Arm, Outcome
from branchline.review.report import POINT, WHOLE, ZERO, Amount
from branchline.review.smoothing import Guess

LEAD = 50
"""What a point of the lead counts beside the win when moves are chosen, in 1/10000 of a win."""


class Samples:
    """Outcomes of arms. Sweep i of two arms of one position can be compared: world and luck are the same."""

    def __init__(self) -> None:
        self.of: dict[Arm, list[Outcome]] = {}
        self.count = 0

    def add(self, arm: Arm, first: int, outcomes: list[Outcome]) -> None:
        """Take over the outcomes of an arm's sweeps from `first` on."""
        kept = self.of.setdefault(arm, [])
        assert len(kept) == first, "sweeps come in order"
        kept += outcomes
        self.count += len(outcomes)

    def sweeps(self, arm: Arm) -> int:
        """How many sweeps the arm has had."""
        return len(self.of.get(arm, ()))

    def value(self, arm: Arm, sweeps: int) -> list[Amount]:
        """By seat, the mean over the first sweeps."""
        some = self.of[arm][:sweeps]
        return [
            Amount(_mean([one.wins[seat] for one in some]), _mean([one.points[seat] for one in some]))
            for seat in range(len(some[0].wins))
        ]

    def error(self, arm: Arm, sweeps: int) -> list[Amount]:
        """By seat, the standard error of the mean over the first sweeps."""
        some = self.of[arm][:sweeps]
        return [
            Amount(_error([one.wins[seat] for one in some]), _error([one.points[seat] for one in some]))
            for seat in range(len(some[0].wins))
        ]

    def guesses(self, arm: Arm, seat: int, sweeps: int) -> tuple[Guess, Guess]:
        """A seat's share of the win and its points, with variances that few sweeps do not belittle."""
        some = self.of[arm][:sweeps]
        n = len(some)
        win = sum(one.wins[seat] for one in some) / n
        likely = (win * n / WHOLE + 1) / (n + 2)  # Laplace: four wins of four are no certainty
        points = [one.points[seat] for one in some]
        return Guess(win, likely * (1 - likely) * WHOLE**2 / n), Guess(sum(points) / n, float(_error(points)) ** 2 + 1)

    def gain(self, arm: Arm, over: Arm, seat: int, first: int, last: int | None = None) -> tuple[Amount, Amount, int]:
        """What one arm brings a seat more than another from sweep `first` on, its standard error, and the sweeps."""
        pairs = list(zip(self.of.get(arm, ())[first:last], self.of.get(over, ())[first:last], strict=False))
        if not pairs:
            return ZERO, ZERO, 0
        wins = [a.wins[seat] - b.wins[seat] for a, b in pairs]
        points = [a.points[seat] - b.points[seat] for a, b in pairs]
        return Amount(_mean(wins), _mean(points)), Amount(_error(wins), _error(points)), len(pairs)

    def total(self, pairs: Sequence[tuple[Arm, Arm]], seat: int, sweeps: int) -> tuple[Amount, Amount]:
        """What the first arms of all pairs bring a seat more than the second ones in sum, and its standard error.

        A sweep counts as one: what one decision brought and the next one cost in the same sweep is no spread.
        """
        outcomes = [(self.of[arm], self.of[over]) for arm, over in pairs]
        wins = [sum(a[i].wins[seat] - b[i].wins[seat] for a, b in outcomes) for i in range(sweeps)]
        points = [sum(a[i].points[seat] - b[i].points[seat] for a, b in outcomes) for i in range(sweeps)]
        return Amount(_mean(wins), _mean(points)), Amount(_error(wins), _error(points))

    def edge(self, arm: Arm, over: Arm, seat: int, first: int = 0, last: int | None = None) -> tuple[float, float]:
        """The gain in one number, to choose by, and its standard error."""
        pairs = list(zip(self.of.get(arm, ())[first:last], self.of.get(over, ())[first:last], strict=False))
        if not pairs:
            return 0.0, 0.0
        gains = [worth(a, seat) - worth(b, seat) for a, b in pairs]
        return sum(gains) / len(gains), float(_error(gains))


def worth(outcome: Outcome, seat: int) -> int:
    """An outcome in one number: alone the points; otherwise the win, and a little the lead."""
    points = outcome.points
    if len(points) == 1:
        return points[0]
    best = max(each for other, each in enumerate(points) if other != seat)
    return outcome.wins[seat] + LEAD * (points[seat] - best) // POINT


def _mean(values: Sequence[int]) -> int:
    return round(sum(values) / len(values))


def _error(values: Sequence[int]) -> int:
    """The standard error of the mean, rounded up: an error of 0 is said only of what does not vary."""
    n = len(values)
    if n < 2:
        return 0
    mean = sum(values) / n
    return math.ceil(math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n))
