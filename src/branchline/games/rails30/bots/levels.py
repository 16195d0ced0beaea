"""The bots of 30 Rails: greedy plays by the odds, expert looks ahead with them; beginners see what is near."""

from __future__ import annotations

from functools import partial

from branchline.core.levels import Level, Plan
from branchline.games.rails30.bots.beginner import Beginner
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.greedy import Greedy

_BEGINNER = partial(Beginner, sight=6.0, overlooks=25)
_PLAN = Plan(candidates=16, trust=1.0)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "beginner": Level(_BEGINNER),
    "casual": Level(Greedy, lapses=8, careless=_BEGINNER),
    "strong": Level(Expert, _PLAN, iterations=70),
    "expert": Level(Expert, _PLAN, seconds=0.5),
}
