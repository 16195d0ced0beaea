"""The toy's bots, weakest first."""

from __future__ import annotations

from branchline.core.levels import Level, Plan
from branchline.core.policy import Policy
from tests.toy.bots.policy import Nearest

LEVELS = {"greedy": Level(Nearest), "expert": Level(Policy, Plan(candidates=6))}
