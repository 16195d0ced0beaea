"""Paired rounds: by which factor one thing differs from another, with an interval that needs no normal errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

LEAST_ROUNDS = 6
"""With fewer no interval of 95 % is bounded."""


class Interval(NamedTuple):
    """An estimate and the ends of its interval of 95 %."""

    value: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether the interval has room for a value."""
        return self.low <= value <= self.high


def shift(ratios: Sequence[float], confidence: float = 0.95) -> Interval:
    """The typical ratio by Hodges and Lehmann, and the interval that Wilcoxon's signed ranks do not reject.

    It is exact for any symmetric noise of the logarithms; one round that went wrong moves it little.
    """
    if len(ratios) < LEAST_ROUNDS:
        raise ValueError(f"{LEAST_ROUNDS} rounds are the least")
    logs = [math.log(each) for each in ratios]
    means = sorted((one + other) / 2 for number, one in enumerate(logs) for other in logs[number:])
    out = _rejected(len(logs), (1 - confidence) / 2)
    low, high = means[out], means[-1 - out]
    return Interval(math.exp(median(means)), math.exp(low), math.exp(high))


def _rejected(rounds: int, tail: float) -> int:
    """How many pairwise means to leave out at each end: the largest sum of ranks that chance makes rare enough."""
    ways = [1] + [0] * (rounds * (rounds + 1) // 2)
    for rank in range(1, rounds + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    below, found = 0, 0
    for total, count in enumerate(ways):
        below += count
        if below > tail * 2**rounds:
            break
        found = total
    return found
