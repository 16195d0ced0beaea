"""Searching bots keep their budget; a sight goes to another process by its public way."""

from __future__ import annotations

import time

import pytest

import branchline
from branchline.bots import levels, make
from branchline.core.game import Game
from tests.suite.cases import GAMES, Case, encoded
from tests.suite.twins import reached

SEARCHING = [
    pytest.param(game, level, id=f"{game.slug}-{level}")
    for game in GAMES
    for level, how in levels(game).items()
    if how.plan is not None
]


@pytest.mark.parametrize(("game", "level"), SEARCHING)
def test_keeps_its_budget(game: Game, level: str):
    moments = [reached(Case(game, game.default_players), 2, most) for most in (15, 4)]
    match = next(match for match in moments if not match.over)
    seat = match.actors[0]
    bot = make(game, level)
    search = bot.searcher(1)
    search.run(match.sight(seat).state, seat, 57, 0.0)
    assert search.iterations == 57 or len(search.arms) == 1
    began = time.perf_counter()
    bot.choose(match.sight(seat), seconds=0.2, seed=1)
    assert time.perf_counter() - began < 1.0  # generous: machines are noisy, the search itself aims below 0.2


@pytest.mark.parametrize("slug", branchline.game_names())
def test_a_sight_can_be_sent_to_another_process(slug: str):
    match = branchline.game(slug).start(seed=1)
    sight = match.sight(match.actors[0])
    again = branchline.unpack_sight(sight.pack())
    assert again.state == sight.state
    assert encoded(again.view()) == encoded(sight.view())
    assert again.state is not sight.state
