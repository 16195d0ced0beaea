"""Every check of the suite over every registered game and the toy, in every configuration."""

from __future__ import annotations

import pytest

from tests.suite.all import CHECKS, Check
from tests.suite.cases import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_every_game(check: Check, case: Case):
    check(case)
