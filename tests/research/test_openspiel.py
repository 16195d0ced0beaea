"""Every game passes OpenSpiel's own checks: random simulations, the API test on sampled states, playthroughs."""

from __future__ import annotations

import hashlib
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
SLOW = [pytest.param(slug, marks=pytest.mark.slow) if slug == "string-railway" else slug for slug in SLUGS]


@pytest.fixture(autouse=True, scope="module")
def _registered() -> None:
    openspiel.register()


def load(slug: str, **params: object) -> pyspiel.Game:
    return pyspiel.load_game(openspiel.short_name(find(slug)), params)


@pytest.mark.parametrize("slug", SLOW)
def test_random_simulations_run(slug: str) -> None:
    """Copies, histories, legal actions, chance and returns agree at every step of a game."""
    pyspiel.random_sim_test(load(slug), num_sims=1, serialize=False, verbose=False)


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
