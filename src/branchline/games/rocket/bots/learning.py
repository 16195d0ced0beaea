"""What the expert of Stephenson's Rocket learns: how it weighs lines, shares, cubes and stations at tables of two.

The games that decide are of two; the weights for three and four players stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.learning import LEARNER, PRESENT, Learnable, Number
from branchline.games.rocket.bots.policy import MANNERS, Expert, Manner
from branchline.games.rocket.bots.weights import Weights

_NUMBERS = (
    Number("growth", 0, 40, 3),
    Number("share", 0, 60, 4),
    Number("cube", 0, 40, 3),
    Number("station", 0, 20, 2),
    Number("plain", 0, 100, 25),
)


def make_expert(numbers: Mapping[str, int]) -> Expert:
    """The expert with these numbers at tables of two."""
    growth, share, cube = numbers["growth"], numbers["share"], numbers["cube"]
    leaf = Weights(growth, share, cube, numbers["station"])
    return Expert([Manner(Weights(growth, share, cube, 0), leaf, plain=numbers["plain"]), *MANNERS[1:]])


LEARNABLE = Learnable(
    "stephensons-rocket",
    "branchline.games.rocket.bots",
    _NUMBERS,
    make_expert,
    ((LEARNER, PRESENT), (LEARNER, "greedy")),
)
