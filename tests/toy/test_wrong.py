"""The suite is tested: each check fails for a toy that is wrong in just that way, and for no right one."""

from __future__ import annotations

import pytest

from tests.suite.all import CHECKS
from tests.suite.cases import Case
from tests.toy.wrong import WRONG, Wrong, WrongGame


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.game.__name__)
def test_the_suite_catches(wrong: Wrong):
    with pytest.raises(AssertionError, match=wrong.says):
        wrong.check(Case(wrong.game(), 3))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_right_toy_made_like_the_wrong_ones_passes(check):
    check(Case(WrongGame(), 3))


def test_every_check_has_a_toy_that_it_catches():
    untested = {check.__name__ for check in CHECKS} - {wrong.check.__name__ for wrong in WRONG}
    assert not untested
    assert len(WRONG) >= 12
