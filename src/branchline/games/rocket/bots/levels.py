"""The levels of Stephenson's Rocket."""

from __future__ import annotations

from branchline.core.levels import Level, Plan
from branchline.games.rocket.bots.policy import Expert, Greedy

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "expert": Level(Expert, Plan(candidates=12, horizon=12, depth=2, trust=1.0)),
}
