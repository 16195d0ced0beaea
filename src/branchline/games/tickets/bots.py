"""Bots of Ticket to Ride."""

from __future__ import annotations

from branchline.core.game import Level
from branchline.games.tickets.plan import Greedy, Racer

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "racer": Level(Racer),
}
