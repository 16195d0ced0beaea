"""The cross-entropy method over integers: neighbours of the present numbers play the same games, the best go on."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from branchline.core.learning import Number
from branchline.learn.practice import Vector

NEIGHBOURS = 16
BEST = 4
NARROWEST = 0.15
"""The part of its first spread that a number keeps at least: what lies still would never move again."""
SMOOTH = 0.7
"""How much of what a generation found becomes the next one's middle and spread."""


class Search(msgspec.Struct):
    """Where the search stands, and all that its next generation depends on."""

    seed: int
    generation: int
    middle: list[float]
    spread: list[float]

    @classmethod
    def begin(cls, seed: int, numbers: Sequence[Number], present: Vector) -> Search:
        """Around the present numbers."""
        return cls(seed, 0, [float(each) for each in present], [number.spread for number in numbers])

    def neighbours(self, numbers: Sequence[Number]) -> list[Vector]:
        """The vectors of this generation: the middle first, then others around it."""
        rng = random.Random(f"branchline train {self.seed} {self.generation}")
        found = [rounded(numbers, self.middle)]
        while len(found) < NEIGHBOURS:
            drawn = [rng.gauss(at, width) for at, width in zip(self.middle, self.spread, strict=True)]
            found.append(rounded(numbers, drawn))
        return found

    def follow(self, numbers: Sequence[Number], vectors: Sequence[Vector], worths: Sequence[float]) -> None:
        """Go to where the best are; a number in which they differ much is searched more widely."""
        order = sorted(range(len(vectors)), key=lambda place: -worths[place])
        best = [vectors[place] for place in order[:BEST]]
        for k, number in enumerate(numbers):
            mean = sum(vector[k] for vector in best) / BEST
            away = math.sqrt(sum((vector[k] - self.middle[k]) ** 2 for vector in best) / BEST)
            self.spread[k] = max(number.spread * NARROWEST, (1 - SMOOTH) * away + SMOOTH * self.spread[k])
            self.middle[k] += SMOOTH * (mean - self.middle[k])
        self.generation += 1


def rounded(numbers: Sequence[Number], values: Sequence[float]) -> Vector:
    """Whole numbers within their bounds."""
    return tuple(
        min(max(round(value), number.least), number.most) for number, value in zip(numbers, values, strict=True)
    )
