"""Bots of Ticket to Ride, weakest first."""

from __future__ import annotations

from branchline.core.game import Level, Plan
from branchline.games.tickets.plan import Greedy, Racer, Strong

LEVELS: dict[str, Level] = {
    "racer": Level(Racer),
    "greedy": Level(Greedy),
    "expert": Level(Strong, Plan(candidates=8, batch=2, trust=1.0), seconds=1.0),
}
