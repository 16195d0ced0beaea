"""All checks, theme by theme."""

from __future__ import annotations

from collections.abc import Callable

from tests.suite import boundary, play, players, records, refusals, resampling, secrets, states, words
from tests.suite.cases import Case

Check = Callable[[Case], None]
CHECKS: tuple[Check, ...] = (
    *play.CHECKS,
    *states.CHECKS,
    *boundary.CHECKS,
    *records.CHECKS,
    *refusals.CHECKS,
    *secrets.CHECKS,
    *resampling.CHECKS,
    *players.CHECKS,
    *words.CHECKS,
)
