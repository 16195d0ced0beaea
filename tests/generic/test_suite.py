"""Every check of the suite over every registered game and the toy, in every configuration."""

from __future__ import annotations

import pytest

from tests.suite.all import CHECKS, Check
from tests.suite.cases import CASES, Case


def every_case() -> list[object]:
    """Every configuration; those besides a game's usual one are left out of the quick checks."""
    usual = [case for case in CASES if not case.options and case.players == case.game.default_players]
    return [pytest.param(case, id=str(case), marks=() if case in usual else pytest.mark.slow) for case in CASES]


@pytest.mark.parametrize("case", every_case())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_every_game(check: Check, case: Case):
    check(case)
