"""Bots of String Railway."""

from __future__ import annotations

from functools import partial

from branchline.core.levels import Level
from branchline.games.strings.bots.expert import Expert
from branchline.games.strings.bots.greedy import Greedy
from branchline.games.strings.bots.strangers import Hugger, Liner
from branchline.games.strings.bots.strong import Strong

_BEGINNER = partial(Greedy, width=2, quick=1, spots=3, depth=3)

LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "hugger": Level(Hugger),
    "liner": Level(Liner),
    "beginner": Level(_BEGINNER),
    "casual": Level(Greedy, lapses=20, careless=_BEGINNER),
    "strong": Level(Strong, iterations=50, lapses=20, careless=Greedy, duel=Level(Strong, iterations=30, lapses=25)),
    "expert": Level(Expert),
}
