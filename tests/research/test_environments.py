"""Every game passes the compliance suites of Gymnasium and PettingZoo, and what they do not ask is asked here."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from branchline.research.gym import ILLEGAL, BranchlineEnv, register
from branchline.research.position import values
from branchline.research.zoo import BranchlineAEC, BranchlineParallel
from tests.suite.cases import GAMES

SLUGS = [game.slug for game in GAMES]
CYCLES = {"string-railway": 25}
"""String Railway's menu takes tens of milliseconds; the others are played for so many steps."""
USUAL = 150


@pytest.mark.parametrize("slug", SLUGS)
def test_gymnasium_accepts_every_game(slug: str) -> None:
    register()
    check_env(gym.make(f"branchline/{slug}-v0", render_mode="ansi").unwrapped)


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",  # with a mask it is a dict by convention
    "ignore:Observation is not a NumPy array:UserWarning",
)
@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_every_game(slug: str) -> None:
    cycles = CYCLES.get(slug, USUAL)
    api_test(BranchlineAEC(slug, players=2), num_cycles=cycles)
    seed_test(lambda: BranchlineAEC(slug), num_cycles=cycles // 3)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_every_game_in_parallel(slug: str) -> None:
    cycles = CYCLES.get(slug, USUAL)
    parallel_api_test(BranchlineParallel(slug, players=2), num_cycles=cycles)
    parallel_seed_test(lambda: BranchlineParallel(slug, players=2), num_cycles=cycles // 3)


def test_what_is_not_legal_loses() -> None:
    env = BranchlineEnv("ticket-to-ride", players=2)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, after = env.step(np.int64(wrong))
    assert (reward, terminated, after["illegal"]) == (ILLEGAL, True, True)
    table = BranchlineAEC("toy", players=3)
    table.reset(seed=1)
    first = table.agent_selection
    table.step(int(np.flatnonzero(table.observe(first)["action_mask"] == 0)[0]))
    assert table.rewards[first] == ILLEGAL
    assert all(table.terminations.values())


def test_seats_that_act_at_once_act_in_one_step() -> None:
    env = BranchlineParallel("30-rails", players=3)
    seen, _ = env.reset(seed=4)
    mountains = [bool(each["action_mask"][:2].all()) for each in seen.values()]
    assert mountains == [True, True, True]
    seen, *_ = env.step(dict.fromkeys(env.agents, 0))
    assert int(env.table.position.state.rolls) == 2
    waits = BranchlineParallel("ticket-to-ride", players=2)
    waits.reset(seed=1)
    for _ in range(2):
        seen, *_ = waits.step(
            {agent: int(np.flatnonzero(own["action_mask"])[0]) for agent, own in waits._seen().items()}
        )
    assert sorted(int(own["action_mask"][-1]) for own in seen.values()) == [0, 1]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_seat_meets_bots_and_ends_with_the_value_of_its_rank(bot: str) -> None:
    env = BranchlineEnv("ticket-to-ride", players=3, seat=1, bot=bot)
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
    best = max(info["scores"])
    assert reward in (1.0, 0.25, -0.5, 0.0)
    assert (reward > 0) == (info["scores"][1] == best)


def test_values_share_the_win_and_sum_to_zero() -> None:
    assert values([5, 3]) == [1.0, -1.0]
    assert values([5, 5, 3]) == [0.25, 0.25, -0.5]
    assert sum(values([1, 2, 3, 4])) == pytest.approx(0)
