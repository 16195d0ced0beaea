"""The levels of Stephenson's Rocket; casual plays by the expert's judgement without looking ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from branchline.core.levels import Level, Plan
from branchline.core.nearsighted import Nearsighted
from branchline.games.rocket.bots.learning import LEARNABLE
from branchline.games.rocket.bots.policy import Beginner, Expert, Greedy
from branchline.games.rocket.bots.strangers import Bully, Investor

_BEGINNER = partial(Beginner, overlooks=50)
_PLAN = Plan(candidates=12, horizon=12, depth=2, trust=1.0)
_CROWD = replace(_PLAN, horizon=40)
"""With others between one's turns only a long playout tells what becomes of a line."""
_CAREFUL = replace(_PLAN, trust=2.0)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "bully": Level(Bully),
    "investor": Level(Investor),
    "beginner": Level(_BEGINNER, lapses=10, careless=Nearsighted),
    "casual": Level(Expert, lapses=20, careless=_BEGINNER),
    "strong": Level(
        Expert,
        replace(_CROWD, trust=2.0),
        iterations=80,
        careless=_BEGINNER,
        duel=Level(Expert, _CAREFUL, iterations=80, lapses=55),
    ),
    "expert": Level(LEARNABLE.expert, _CROWD, duel=Level(LEARNABLE.expert, _PLAN)),
}
