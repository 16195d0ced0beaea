"""The bots of 30 Rails: greedy plays by the odds, expert looks ahead with them."""

from __future__ import annotations

from branchline.core.levels import Level, Plan
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.greedy import Greedy

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "expert": Level(Expert, Plan(candidates=16, trust=1.0), seconds=0.5),
}
