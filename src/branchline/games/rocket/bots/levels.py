"""The levels of Stephenson's Rocket; casual plays by the expert's judgement without looking ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from branchline.core.levels import Level, Plan
from branchline.core.nearsighted import Nearsighted
from branchline.games.rocket.bots.policy import Beginner, Expert, Greedy

_BEGINNER = partial(Beginner, overlooks=50)
_PLAN = Plan(candidates=12, horizon=12, depth=2, trust=1.0)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "beginner": Level(_BEGINNER, lapses=10, careless=Nearsighted),
    "casual": Level(Expert, lapses=20, careless=_BEGINNER),
    "strong": Level(Expert, replace(_PLAN, trust=2.0), iterations=80),
    "expert": Level(Expert, _PLAN),
}
