"""Bots of every game and level: legal, deterministic for a seed and a number of iterations, within their time."""

from __future__ import annotations

import time

import pytest

import branchline
from branchline.bots import levels
from branchline.core.generator import Generator
from tests.generic.games import GAMES, steps

ALL = [(slug, level) for slug in GAMES for level in levels(branchline.game(slug))]


@pytest.mark.parametrize(("slug", "level"), ALL)
def test_chooses_legal_actions_and_the_same_again(slug, level):
    bot = branchline.bot(slug, level)
    for most in (0, 9, 40):
        match = branchline.game(slug).start(seed=most)
        for _ in steps(match, most, most):
            pass
        if match.over:
            continue
        seat = match.actors[-1]
        action = bot.choose(match.sight(seat), iterations=40, seed=5)
        match.check(seat, action)
        assert bot.choose(match.sight(seat), iterations=40, seed=5).form == action.form


@pytest.mark.parametrize(("slug", "level"), ALL)
def test_a_sight_can_be_sent_to_another_process(slug, level):
    match = branchline.game(slug).start(seed=1)
    seat = match.actors[0]
    sight = branchline.unpack_sight(match.sight(seat).pack())
    bot = branchline.bot(slug, level)
    first = bot.choose(match.sight(seat), iterations=20, seed=3)
    assert bot.choose(sight, iterations=20, seed=3).form == first.form


@pytest.mark.parametrize(("slug", "level"), [each for each in ALL if branchline.bot(*each).level.plan])
def test_keeps_its_budget(slug, level):
    bot = branchline.bot(slug, level)
    match = branchline.game(slug).start(seed=2)
    for _ in steps(match, 2, 15):
        pass
    seat = match.actors[0]
    search = bot.searcher(1)
    search.run(match.sight(seat).state, seat, 57, 0.0)
    assert search.iterations == 57 or len(search.arms) == 1
    began = time.perf_counter()
    bot.choose(match.sight(seat), seconds=0.2, seed=1)
    assert time.perf_counter() - began < 1.0  # generous: machines are noisy, the search itself aims below 0.2


@pytest.mark.parametrize(("slug", "level"), ALL)
def test_a_bot_sees_only_what_its_seat_knows(slug, level):
    """The same choice in every twin: nothing hidden reaches the bot."""
    match = branchline.game(slug).start(seed=3)
    for _ in steps(match, 3, 25):
        pass
    if match.over:
        return
    seat = match.actors[0]
    first = branchline.bot(slug, level).choose(match.sight(seat), iterations=20, seed=4)
    for n in range(3):
        match._state = match._state.resample(seat, Generator(n))
        again = branchline.bot(slug, level).choose(match.sight(seat), iterations=20, seed=4)
        assert again.form == first.form
