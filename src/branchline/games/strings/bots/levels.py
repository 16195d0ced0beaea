"""Bots of String Railway."""

from __future__ import annotations

from branchline.core.levels import Level
from branchline.games.strings.bots.expert import Expert
from branchline.games.strings.bots.greedy import Greedy

LEVELS: dict[str, Level] = {"greedy": Level(Greedy), "expert": Level(Expert)}
