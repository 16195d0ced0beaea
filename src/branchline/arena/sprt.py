"""The sequential test of chess engines: is a bot stronger by elo0 or by elo1? It stops as soon as that is clear.

The score of a round (all rotations of a line-up with the same luck) is one observation, so pairing by luck makes the
test shorter. The log-likelihood ratio is that of the generalised test for a mean with unknown variance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

LEAST_ROUNDS = 8
"""Before that the variance is a guess."""
PRIOR = 2
"""Imagined rounds, one won and one lost: a variance of zero would decide at once."""


def expected(elo: float) -> float:
    """The score that a lead in Elo points makes likely."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(score: float) -> float | None:
    """The lead in Elo points that makes a score likely; None where it has no bound."""
    return -400 * math.log10(1 / score - 1) if 1e-9 < score < 1 - 1e-9 else None


class Sprt:
    """Collects the scores of rounds (0 to 1) and says when they are enough."""

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.low, self.high = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
        self.rounds = 0
        self.total = 0.0
        self.squares = 0.0
        self.verdict: str | None = None
        """`stronger`: elo1 is accepted; `not stronger`: elo0 is. It stays as it was found."""

    def add(self, score: float) -> str | None:
        """One more round; the verdict so far."""
        self.rounds += 1
        self.total += score
        self.squares += score * score
        if self.verdict is None and self.rounds >= LEAST_ROUNDS:
            if self.ratio >= self.high:
                self.verdict = "stronger"
            elif self.ratio <= self.low:
                self.verdict = "not stronger"
        return self.verdict

    def extend(self, scores: Iterable[float]) -> Sprt:
        """Several rounds."""
        for score in scores:
            self.add(score)
        return self

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of elo1 to elo0."""
        if not self.rounds:
            return 0.0
        n = self.rounds + PRIOR
        mean = (self.total + PRIOR / 2) / n
        variance = (self.squares + PRIOR / 2) / n - mean * mean
        score0, score1 = expected(self.elo0), expected(self.elo1)
        return self.rounds * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def json(self) -> dict[str, Any]:
        """The test as the answer of a tournament has it."""
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "ratio": self.ratio,
            "low": self.low,
            "high": self.high,
            "rounds": self.rounds,
            "verdict": self.verdict,
        }
