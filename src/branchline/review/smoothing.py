"""Estimates along a game, each helped by its neighbours: few playouts each, yet one curve that is not all noise.

The model is the plainest one: a value wanders by random steps, and every estimate sees it with its own error. How wide
the steps are is read off the estimates themselves. Where estimates are exact, or steps wide, they stay as they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple


class Guess(NamedTuple):
    """A mean and its variance."""

    mean: float
    variance: float


def smooth(seen: Sequence[Guess], spread: float) -> list[Guess]:
    """The values given all estimates: a Kalman filter forth, and the smoother of Rauch, Tung and Striebel back.

    `spread` is the variance of a single outcome at the start: on the way to an outcome the steps make up that much.
    """
    step = max(_step(seen), spread / max(len(seen) - 1, 1))
    filtered: list[Guess] = []
    for each in seen:
        if not filtered:
            filtered.append(each)
            continue
        before = Guess(filtered[-1].mean, filtered[-1].variance + step)
        gain = before.variance / (before.variance + each.variance) if each.variance else 1.0
        mean = before.mean + gain * (each.mean - before.mean)
        filtered.append(Guess(mean, (1 - gain) * before.variance))
    smoothed = [filtered[-1]]
    for each in reversed(filtered[:-1]):
        ahead = each.variance + step
        gain = each.variance / ahead if ahead else 0.0
        after = smoothed[-1]
        mean = each.mean + gain * (after.mean - each.mean)
        smoothed.append(Guess(mean, max(0.0, each.variance + gain * gain * (after.variance - ahead))))
    return smoothed[::-1]


def _step(seen: Sequence[Guess]) -> float:
    """The variance of a step: what neighbours differ by more than their errors explain."""
    pairs = list(itertools.pairwise(seen))
    if not pairs:
        return 0.0
    excess = sum((a.mean - b.mean) ** 2 - a.variance - b.variance for a, b in pairs) / len(pairs)
    return max(0.0, excess)
