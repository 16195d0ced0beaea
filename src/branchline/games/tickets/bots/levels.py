"""The bots of Ticket to Ride: five for research, four for people."""

from __future__ import annotations

from functools import partial

from branchline.core.levels import Level, Plan
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.learning import LEARNABLE
from branchline.games.tickets.bots.strangers import Blocker, Hauler
from branchline.games.tickets.bots.strategist import Beginner, Forgetful, Greedy, Racer

_BEGINNER = partial(Beginner, sight=5)
_PLAN = Plan(candidates=8, batch=4, trust=1.5)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "racer": Level(Racer),
    "blocker": Level(Blocker),
    "hauler": Level(Hauler),
    "beginner": Level(_BEGINNER, lapses=25, careless=partial(Forgetful, sight=5)),
    "casual": Level(Greedy, lapses=25, careless=_BEGINNER),
    "strong": Level(Expert, lapses=15, careless=_BEGINNER),
    "expert": Level(LEARNABLE.expert, _PLAN, seconds=1.0),
}
