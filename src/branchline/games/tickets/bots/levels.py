"""The bots of Ticket to Ride, weakest first."""

from __future__ import annotations

from branchline.core.levels import Level, Plan
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.strategist import Greedy, Racer

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "racer": Level(Racer),
    "expert": Level(Expert, Plan(candidates=8, batch=4, trust=1.5), seconds=1.0),
}
