"""What a game gets for nothing: a policy, a search over it, sights, moves with their texts."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline
from branchline.core.action import Action
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.sight import Sight
from branchline.core.state import first_seat
from tests.toy.game import GAME as TOY


def at_a_choice(seed: int = 1) -> Sight:
    match = TOY.start(players=3, seed=seed)
    return match.sight(match.actors[0])


def test_candidates_are_all_actions_or_a_random_few_of_them():
    state = branchline.game("ticket-to-ride").start(players=2, seed=1).sight(0).state
    actions = set(state.legal(0))
    assert len(actions) > 3
    assert set(Policy().candidates(state, 0, 99, Generator(1))) == actions
    few = list(Policy().candidates(state, 0, 3, Generator(1)))
    assert len(set(few)) == 3
    assert set(few) < actions
    assert {tuple(Policy().candidates(state, 0, 3, Generator(n))) for n in range(20)} != {tuple(few)}


def test_a_position_is_worth_the_lead_over_the_best_other_seat():
    state = at_a_choice().state
    state.points = vec[i64]([3, 8, 5])
    assert [Policy().value(state, seat) for seat in range(3)] == [-5.0, 3.0, -3.0]


def test_alone_a_position_is_worth_its_points():
    match = branchline.game("30-rails").start(players=1, seed=2)
    assert Policy().value(match.state, 0) == float(match.state.scores()[0])


def test_a_policy_needs_no_preparation():
    sight, policy = at_a_choice(), Policy()
    assert policy.prepare(sight.state, 1) is sight.state
    assert policy.home(1) == 1
    policy.allow(1.0, 0)
    assert policy.choose(sight.state, sight.seat, Generator(1)) in sight.state.legal(sight.seat)


def test_a_sight_lists_actions_with_their_texts_and_can_be_packed():
    sight = at_a_choice()
    actions = sight.legal()
    assert all(isinstance(action, Action) and action.json() == action.data for action in actions)
    assert [action.number for action in actions] == list(sight.state.legal(sight.seat))
    assert str(actions[0]) == str(actions[0].text)
    assert sight.view() == TOY.view(sight.state, sight.seat)
    packed = sight.pack()
    assert TOY.restore(packed["state"], packed["players"], packed["options"]) == sight.state
    assert hash(sight.state) == hash(sight.state.clone())
    assert sight.state != packed


def test_a_game_may_leave_out_what_it_does_not_need():
    class Plain(Game):
        slug = "plain"
        package = "plain"

    plain = Plain()
    state = at_a_choice().state
    assert plain.log_action(state, 0, None, state) == plain.log_chance(state, 0, state) == []  # type: ignore[arg-type]
    assert plain.check(state, 0, None) is plain.preview(state, 0, None) is None  # type: ignore[arg-type]
    assert plain.board(state, None, "en") == ""
    assert plain.levels() == {}
    assert plain.check_map({}) == ["plain is not played on maps"]
    assert plain.title.code == "plain.title"
    assert repr(plain) == "<game plain>"


@pytest.mark.parametrize(("mask", "seat"), [(1, 0), (2, 1), (12, 2), (1 << 11, 11)])
def test_the_first_seat_of_a_mask(mask: int, seat: int):
    assert first_seat(mask) == seat
