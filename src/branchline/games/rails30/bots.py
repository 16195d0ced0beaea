"""The bots of 30 Rails: greedy plays by the odds, expert looks ahead with them."""

from __future__ import annotations

from branchline.core.game import Level, Plan
from branchline.games.rails30.playout import Playout
from branchline.games.rails30.policy import Judge

LEVELS: dict[str, Level] = {
    "greedy": Level(Judge),
    "expert": Level(Playout, Plan(candidates=16, trust=1.0), seconds=0.5),
}
