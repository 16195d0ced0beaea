"""The best few of many actions."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator


class Best:
    """The best few actions seen, best first; of equals the one seen first."""

    def __init__(self, most: i64) -> None:
        self.most: i64 = most
        self.actions: vec[i64] = vec[i64]()
        self.worths: vec[float] = vec[float]()

    def add(self, action: i64, worth: float) -> None:
        """Keep the action if it is among the best so far."""
        n = len(self.actions)
        if n == self.most:
            if worth <= self.worths[n - 1]:
                return
        else:
            self.actions = append(self.actions, action)
            self.worths = append(self.worths, worth)
            n += 1
        place = n - 1
        while place > 0 and self.worths[place - 1] < worth:
            self.actions[place] = self.actions[place - 1]
            self.worths[place] = self.worths[place - 1]
            place -= 1
        self.actions[place] = action
        self.worths[place] = worth

    def near(self, margin: float, rng: Generator) -> i64:
        """The best, or any that is worse by no more than the margin: so that two bots need not play alike."""
        n: i64 = 1
        while n < len(self.actions) and self.worths[n] >= self.worths[0] - margin:
            n += 1
        return self.actions[rng.below(n)]
