"""Budgets of bots: none that could not be kept is taken."""

from __future__ import annotations

from typing import Any

import pytest

import branchline
from branchline.bots.search import Search
from branchline.core.errors import OptionError
from branchline.core.match import Match
from branchline.core.policy import Policy


def at_a_turn(game: str = "30-rails") -> Match:
    match = branchline.game(game).start(seed=5)
    bot = branchline.bot(game, "random")
    for _ in range(14):
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    return match


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"iterations": 0},
        {"iterations": -5},
        {"iterations": 2.5},
        {"iterations": "9"},
    ],
    ids=str,
)
@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_a_budget_that_cannot_be_kept_is_refused(level: str, wrong: dict[str, Any]):
    match = at_a_turn()
    with pytest.raises(OptionError, match=next(iter(wrong))):
        branchline.bot("30-rails", level).choose(match.sight(match.actors[0]), **wrong)


def test_a_search_without_a_budget_does_not_begin():
    match = at_a_turn()
    with pytest.raises(ValueError, match="budget"):
        Search(Policy(), 1, 8, 0, 0, 1).run(match.sight(0).state, 0, 0, 0.0)
