"""The bots' ratings, as `bench/bot_ratings.py` has left them."""

from __future__ import annotations

import pytest

from branchline.core.levels import PEOPLE
from branchline.games import slugs
from branchline.server.ratings.bots import bot_rating

pytestmark = pytest.mark.server


@pytest.mark.parametrize("game", slugs())
def test_the_levels_of_people_stand_in_their_order_and_strong_above_greedy(game: str) -> None:
    found = {level: bot_rating(game, 2, level) for level in (*PEOPLE, "greedy", "random")}
    means = {level: rating.mu for level, rating in found.items() if rating is not None}
    assert len(means) == len(found)
    assert sorted(PEOPLE, key=lambda level: means[level]) == list(PEOPLE)
    assert means["random"] < means["beginner"]
    assert means["greedy"] < means["strong"]
