"""The bots of 30 Rails: greedy plays by the odds, expert looks ahead with them; beginners see what is near."""

from __future__ import annotations

from functools import partial

from branchline.core.levels import Level, Plan
from branchline.games.rails30.bots.beginner import Beginner
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.learning import LEARNABLE
from branchline.games.rails30.bots.strangers import Edger, Straight

_BEGINNER = partial(Beginner, sight=6.0, overlooks=25)
_PLAN = Plan(candidates=16, trust=1.0)
_BRIEF = Plan(candidates=8, trust=1.0)
"""For few playouts: sixteen candidates would share them before any of them meets enough dice to be told apart."""

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "edger": Level(Edger),
    "straight": Level(Straight),
    "beginner": Level(_BEGINNER),
    "casual": Level(Greedy, lapses=4, careless=_BEGINNER),
    "strong": Level(Expert, _BRIEF, iterations=36, duel=Level(Expert, _BRIEF, iterations=48)),
    "expert": Level(LEARNABLE.expert, _PLAN, seconds=0.5),
}
