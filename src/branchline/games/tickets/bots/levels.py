"""The bots of Ticket to Ride: three for research, four for people."""

from __future__ import annotations

from branchline.core.levels import Level, Plan
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.strategist import Beginner, Forgetful, Greedy, Racer

_PLAN = Plan(candidates=8, batch=4, trust=1.5)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "racer": Level(Racer),
    "beginner": Level(Beginner, lapses=15, careless=Forgetful),
    "casual": Level(Greedy, lapses=10, careless=Beginner),
    "strong": Level(Expert, lapses=15, careless=Beginner),
    "expert": Level(Expert, _PLAN, seconds=1.0),
}
