"""Many games at once are the same games as one by one; their arrays show them without a copy."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.core.errors import OptionError
from branchline.core.generator import Generator
from branchline.core.state import first_seat, over
from branchline.research.position import values as values_of
from branchline.research.vector import VectorEnv
from tests.suite.cases import CASES, GAMES, Case

NUMBERED = [case for case in CASES if case.game.action_count is not None]
GAMES_AT_ONCE = 3
STEPS = 400


@pytest.mark.parametrize("case", NUMBERED, ids=str)
def test_games_at_once_are_the_games_one_by_one(case: Case) -> None:
    """Observations, masks, seats, luck, ends and points are those of the same rules driven game by game."""
    env = VectorEnv(case.game, GAMES_AT_ONCE, case.players, seeds=[5, 6, 7], **case.options)
    played = [0] * GAMES_AT_ONCE
    luck = [Generator(5 + i, 0) for i in range(GAMES_AT_ONCE)]
    states = [case.game.new(case.players, env.options) for _ in range(GAMES_AT_ONCE)]
    for i, state in enumerate(states):
        settle(state, luck[i])
    for _ in range(STEPS):
        for i, state in enumerate(states):
            seat = int(first_seat(state.actors()))
            assert env.seats[i] == seat
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(int(each) for each in state.legal(seat))
            assert env.observations[i].tolist() == [int(each) for each in case.game.observe(state, seat)]
        actions = env.sample().copy()
        env.step()
        for i, state in enumerate(states):
            seat = int(first_seat(state.actors()))
            assert int(state.sample(seat, luck[i])) == actions[i]
            state.apply(seat, int(actions[i]))
            settle(state, luck[i])
            assert env.done[i] == over(state)
            if over(state):
                assert env.scores[i].tolist() == [int(each) for each in state.scores()]
                assert env.ranking[i].tolist() == [int(each) for each in state.ranking()]
                played[i] += 1
                luck[i] = Generator(5 + i, played[i])
                states[i] = case.game.new(case.players, env.options)
                settle(states[i], luck[i])
    assert env.games.tolist() == played


def settle(state: object, luck: Generator) -> None:
    while n := state.chance():
        state.apply_chance(luck.below(n))


def test_arrays_are_made_once_and_shared() -> None:
    env = VectorEnv("30-rails", 4)
    before = [array.__array_interface__["data"][0] for array in (env.masks, env.observations, env.actions)]
    seen = env.observations
    first = seen.copy()
    env.step(env.masks.argmax(axis=1))
    assert [array.__array_interface__["data"][0] for array in (env.masks, env.observations, env.actions)] == before
    assert (seen != first).any()
    with pytest.raises(ValueError, match="read-only"):
        env.masks[0, 0] = 1


def test_what_is_not_legal_is_refused_and_nothing_is_played() -> None:
    env = VectorEnv("ticket-to-ride", 3, players=2)
    before = env.observations.copy()
    actions = env.sample().copy()
    for wrong in (-1, env.masks.shape[1], int(env.masks[2].argmin())):
        actions[2] = wrong
        with pytest.raises(ValueError, match="in game 2"):
            env.step(actions)
    assert (env.observations == before).all()


def test_values_are_those_of_the_ends() -> None:
    env = VectorEnv("ticket-to-ride", 8, players=3, observing=False)
    while not env.games.all():
        env.sample()
        env.step()
    values = env.values()
    assert values.sum(axis=1) == pytest.approx(np.zeros(8))
    assert (values.max(axis=1) > 0).all()
    assert [values_of(row) for row in env.ranking.tolist()] == values.tolist()


@pytest.mark.parametrize("options", [{}, {"variant": "shares"}], ids=str)
def test_a_game_played_alone_is_worth_its_points(options: dict[str, str]) -> None:
    env = VectorEnv("30-rails", 4, observing=False, **options)
    assert env.values().tolist() == [[0.0]] * 4  # nothing has ended
    while not env.games.all():
        env.sample()
        env.step()
    assert env.values().tolist() == env.scores.tolist()
    assert env.values().any()


@pytest.mark.parametrize("size", [0, -1])
def test_no_games_at_once_are_refused(size: int) -> None:
    with pytest.raises(OptionError, match="size"):
        VectorEnv("30-rails", size)


@pytest.mark.parametrize("game", [game for game in GAMES if game.action_count is None], ids=str)
def test_only_numbered_actions_are_played_at_once(game: object) -> None:
    with pytest.raises(ValueError, match="more than numbers"):
        VectorEnv(game, 2)
    with pytest.raises(ValueError, match="as many seeds"):
        VectorEnv("30-rails", 2, seeds=[1])
