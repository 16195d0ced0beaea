"""Bots of String Railway."""

from __future__ import annotations

from functools import partial

from branchline.core.levels import Level
from branchline.games.strings.bots.expert import Expert
from branchline.games.strings.bots.greedy import Greedy
from branchline.games.strings.bots.strangers import Hugger, Liner
from branchline.games.strings.bots.strong import Strong

_BEGINNER = partial(Greedy, width=2, quick=1, spots=3, depth=3)
_HASTY = partial(Greedy, width=1, quick=1, spots=1, depth=1)
"""Puts a station at the first place that comes to mind and does not see beyond the third stop of a rail."""

# At three and more players even is a third or less: levels lie further apart there, or the better one seldom wins.
LEVELS: dict[str, Level] = {
    "greedy": Level(Greedy),
    "hugger": Level(Hugger),
    "liner": Level(Liner),
    "beginner": Level(_BEGINNER, lapses=85, careless=_HASTY, duel=Level(_BEGINNER)),
    "casual": Level(Greedy, lapses=80, careless=_BEGINNER, duel=Level(Greedy, lapses=20)),
    "strong": Level(Strong, iterations=50, lapses=85, careless=Greedy, duel=Level(Strong, iterations=30, lapses=25)),
    "expert": Level(Expert),
}
