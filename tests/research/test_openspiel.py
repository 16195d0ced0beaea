"""Every game passes OpenSpiel's own checks: random simulations, the API test on sampled states, playthroughs."""

from __future__ import annotations

import hashlib
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl.testing import absltest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, sample_some_states

from branchline.research import openspiel
from tests.suite.cases import GAMES, find

SLUGS = [game.slug for game in GAMES]
STATES = {"string-railway": 20}
"""So many sampled states are checked; String Railway's menu takes tens of milliseconds."""
STEPS = {"string-railway": 12}
SLOW = [
    pytest.param(slug, marks=pytest.mark.slow) if slug in ("string-railway", "ticket-to-ride") else slug
    for slug in SLUGS
]


@pytest.fixture(autouse=True, scope="module")
def _registered() -> None:
    openspiel.register()


def load(slug: str, **params: object) -> pyspiel.Game:
    return pyspiel.load_game(openspiel.short_name(find(slug)), params)


@pytest.mark.parametrize("slug", SLOW)
def test_random_simulations_run(slug: str) -> None:
    """Copies, what is serialised, histories, legal actions, chance and returns agree at every step of a game."""
    pyspiel.random_sim_test(load(slug), num_sims=1, serialize=True, verbose=False)


def all_of(state: pyspiel.State) -> tuple[Any, ...]:
    """All that a position shows: who acts, what is legal, what every seat knows, what it is worth."""
    seats = range(state.num_players())
    tensors = [(state.observation_tensor(seat), state.information_state_tensor(seat)) for seat in seats]
    texts = [(state.observation_string(seat), state.information_state_string(seat)) for seat in seats]
    legal = [] if state.is_terminal() else state.legal_actions()
    return str(state), state.current_player(), legal, state.history(), tensors, texts, state.returns()


def play_on(state: pyspiel.State, steps: int, rng: random.Random) -> None:
    for _ in range(steps):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("serialised", ["with its game", "alone", "pickled"])
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_serialised_comes_back_and_plays_on_alike(slug: str, serialised: str) -> None:
    game = load(slug, players=max(2, find(slug).players.start))
    steps = STEPS.get(slug, 40)
    for seed in range(2):
        state = game.new_initial_state()
        for stage in range(3):
            if serialised == "with its game":
                back_game, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
                assert str(back_game) == str(game)
            elif serialised == "alone":
                back = game.deserialize_state(state.serialize())
            else:
                back = pickle.loads(pickle.dumps(state))
            assert all_of(back) == all_of(state)
            play_on(back, steps, random.Random(seed + stage))
            assert (all_of(back) == all_of(state)) == state.is_terminal()  # nothing is shared
            play_on(state, steps, random.Random(seed + stage))
            assert all_of(back) == all_of(state)


def test_options_are_serialised_too() -> None:
    game = load("30-rails", players=2, variant="shares")
    state = game.new_initial_state()
    play_on(state, 30, random.Random(1))
    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert back.position.options == state.position.options == {"variant": "shares"}
    assert all_of(back) == all_of(state)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_api_test_accepts_every_game(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(slug)
    states = sample_some_states.sample_some_states(game, max_states=STATES.get(slug, 60))
    monkeypatch.setattr(sample_some_states, "sample_some_states", lambda *args, **kwargs: states)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": slug})
    result = absltest.unittest.TestResult()
    absltest.unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.errors + result.failures] == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_playthroughs_are_made(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game told line by line, with every tensor and text; those that are short are told twice alike."""

    def brief(tensor: Any, tensor_name: str) -> list[str]:
        """OpenSpiel writes a tensor number by number, which takes most of a minute here; a hash says as much."""
        return [f"{tensor_name} = {hashlib.sha256(np.asarray(tensor, np.float32).tobytes()).hexdigest()}"]

    monkeypatch.setattr(generate_playthrough, "_format_tensor", brief)
    name = f"{openspiel.short_name(find(slug))}(players={max(2, find(slug).players.start)})"
    lines = generate_playthrough.playthrough_lines(name, seed=7)
    assert any(line.startswith("Returns()") for line in lines)
    assert any(line.startswith("InformationStateTensor(0).history") for line in lines)
    if slug in ("toy", "30-rails", "stephensons-rocket"):
        assert generate_playthrough.playthrough_lines(name, seed=7) == lines


def test_equal_looks_with_different_pasts_are_different_information_states() -> None:
    game = load("toy", players=2)
    seen: dict[str, set[str]] = {}
    for number in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action((number * 7 + state.move_number() * 3) % len(state.chance_outcomes()))
                continue
            text, tensor = state.information_state_string(), str(state.information_state_tensor())
            seen.setdefault(text, set()).add(tensor)
            actions = state.legal_actions()
            state.apply_action(actions[number % len(actions)])
    assert all(len(tensors) == 1 for tensors in seen.values())
    assert len({next(iter(each)) for each in seen.values()}) == len(seen)


def test_an_information_state_holds_nothing_that_the_seat_may_not_know() -> None:
    """Two games that differ only in the other hand: the same information state, until it shows."""
    game = load("toy", players=2)

    def dealt(other: int) -> pyspiel.State:
        state = game.new_initial_state()
        for card in range(6):  # seats are dealt to in turn; outcome 0 is the lowest card left
            state.apply_action(0 if card % 2 == 0 else other)
        state.apply_action(2)  # the die
        return state

    low, high = dealt(8), dealt(14)
    assert low.information_state_string(1) != high.information_state_string(1)
    assert low.information_state_string(0) == high.information_state_string(0)
    assert low.information_state_tensor(0) == high.information_state_tensor(0)


def test_a_chance_event_with_many_outcomes_is_thinned() -> None:
    state = load("string-railway", setup="ready").new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == openspiel.MOST_OUTCOMES
    state.apply_action(openspiel.MOST_OUTCOMES - 1)
    assert not state.is_terminal()
