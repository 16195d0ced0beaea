"""What a game lets `branchline train` learn: a vector of named integers, and who plays by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from branchline.core.policy import Policy
from branchline.core.weights import packaged

LEARNER = "learner"
"""At a practice table: the seat that plays by the numbers that are tried."""
PRESENT = "present"
"""At a practice table: a seat that plays by the numbers of before; any other name is a level."""


class Number(NamedTuple):
    """A number to be learned: its bounds, and how far around the present one is looked at first."""

    name: str
    least: int
    most: int
    spread: float


@dataclass(frozen=True)
class Learnable:
    """The numbers of a game's expert."""

    game: str
    package: str
    """Where its weights file lies."""
    numbers: tuple[Number, ...]
    policy: Callable[[Mapping[str, int]], Policy]
    """The expert's policy by numbers."""
    practice: tuple[tuple[str, ...], ...]
    """The tables that it practises at without search, each by its seats; seats rotate."""
    practised: Callable[[Mapping[str, int]], Policy] | None = None
    """The same for practice, where games may share what is not learned."""
    soft: float = 15.0
    """Points of the lead that make a win nearly sure: that says more of a practice game than who won it."""

    def present(self) -> Mapping[str, int]:
        """What the expert plays by now: the numbers in the weights file."""
        return packaged(self.package, self.game)

    def expert(self) -> Policy:
        """The expert's policy as it is now."""
        return self.policy(self.present())
