"""The toy's rules by number (X1–X4), and its resampling against exact odds."""

from __future__ import annotations

from collections import Counter
from math import comb, prod, sqrt

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from tests.suite.cases import TOY
from tests.toy.rules.state import CHOOSE, HAND, LINE, NUMBERS, OVER, ROLL, WRITE, Digits, Toy, new_state


def dealt(*hands: list[int], die: int = 3) -> Toy:
    """All cards are dealt, the die is rolled; cards as players read them."""
    state = new_state(len(hands))
    for n in range(HAND):
        for hand in hands:
            card = hand[n] - 1
            state.apply_chance(sum(state.deck[:card]))
    assert state.phase == ROLL
    state.apply_chance(die - 1)
    return state


def choose(state: Toy, *cards: int) -> None:
    for seat, card in enumerate(cards):
        assert state.allows(seat, card - 1)
        state.apply(seat, card - 1)


def test_X1_three_cards_each_from_four_of_each_number():
    state = dealt([1, 1, 1], [1, 2, 3])
    assert list(state.hands) == [3, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0]
    assert list(state.deck) == [0, 3, 3, 4, 4, 4]
    assert list(state.legal(0)) == [0]


def test_X2_all_choose_at_once_and_once():
    state = dealt([1, 2, 3], [4, 5, 6])
    assert state.actors() == 0b11
    state.apply(1, 3)
    assert state.actors() == 0b01
    assert not state.allows(1, 4)
    assert not state.allows(0, 3)
    assert list(state.shown) == [-1, -1]


@pytest.mark.parametrize(("cards", "points"), [((3, 4), [3, 0]), ((2, 4), [3, 3]), ((1, 4), [0, 3])])
def test_X3_the_nearest_score_the_pips(cards: tuple[int, int], points: list[int]):
    state = dealt([1, 2, 3], [4, 5, 6])
    choose(state, *cards)
    assert list(state.points) == points
    assert [card + 1 for card in state.shown] == list(cards)
    assert state.phase == ROLL


def written(state: Toy, digits: list[int], seat: int = 0) -> bool:
    return state.allows(seat, LINE, Digits(vec[i64](digits)))


def test_X4_the_last_writes_digits_that_add_up_to_the_roll():
    state = dealt([1, 1, 2], [4, 4, 5], die=4)
    for cards in ((1, 4), (1, 4), (2, 5)):
        choose(state, *cards)
        if state.phase == ROLL:
            state.apply_chance(3)
    assert state.phase == WRITE
    assert state.actors() == 0b01
    for digits in ([4], [1, 3], [1, 1, 1, 1], [0, 0, 0, 0, 4]):
        assert written(state, digits)
    for digits in ([], [5], [1, 1], [0, 0, 0, 0, 0, 4]):
        assert not written(state, digits)
    assert not written(state, [4], seat=1)
    assert not state.allows(0, LINE)
    state.apply(0, LINE, Digits(vec[i64]([1, 3])))
    assert state.phase == OVER
    assert list(state.points) == [2, 12]


@pytest.mark.parametrize("die", range(1, 7))
def test_X4_samples_are_legal_for_every_roll(die: int):
    state = dealt([1, 1, 2], [4, 4, 5], die=die)
    state.phase = WRITE
    for seed in range(50):
        number = state.sample(0, Generator(seed))
        assert state.allows(0, number, state.payload(number))


DRAWS = 4000


def close(count: int, odds: float) -> bool:
    """Whether so many of the draws fit the odds, within five standard deviations."""
    return abs(count - DRAWS * odds) <= 5 * sqrt(DRAWS * odds * (1 - odds))


def test_resampled_hands_have_the_odds_of_a_deal():
    state = dealt([1, 2, 3], [4, 5, 6])
    pool = [3, 3, 3, 4, 4, 4]
    hands = Counter(tuple(state.resample(0, Generator(n, 1)).hands[NUMBERS:]) for n in range(DRAWS))
    for hand in [(0, 0, 0, 1, 1, 1), (0, 0, 0, 3, 0, 0), (1, 1, 1, 0, 0, 0), (0, 2, 0, 0, 1, 0)]:
        odds = prod(comb(n, k) for n, k in zip(pool, hand, strict=True)) / comb(sum(pool), HAND)
        assert close(hands[hand], odds), f"{hand}: {hands[hand]} of {DRAWS}, odds {odds}"
    assert all(sum(hand) == HAND for hand in hands)


def test_a_resampled_choice_has_the_odds_of_any_card_of_the_hand():
    state = dealt([1, 2, 3], [4, 5, 6])
    state.apply(1, 3)
    chosen = Counter(state.resample(0, Generator(n, 2)).chosen[1] for n in range(DRAWS))
    for card, left in enumerate([3, 3, 3, 4, 4, 4]):
        assert close(chosen[card], left / 21)


def test_resampling_is_equal_to_the_truth_as_often_as_chance_has_it():
    state = dealt([1, 2, 3], [4, 5, 6], [1, 1, 2])
    state.apply(2, 0)
    equal = sum(state.resample(0, Generator(n, 3)) == state for n in range(DRAWS))
    odds = (4 * 4 * 4 / comb(21, 3)) * (comb(3, 2) * 3 / comb(18, 3)) * (2 / 3)
    assert close(equal, odds)
    assert TOY.information == "hidden"


def test_a_seats_own_cards_stay():
    state = dealt([1, 2, 3], [4, 5, 6])
    state.apply(0, 1)
    for seed in range(50):
        copy = state.resample(0, Generator(seed))
        assert list(copy.hands[:NUMBERS]) == [1, 1, 1, 0, 0, 0]
        assert copy.chosen[0] == 1
        assert copy.phase == CHOOSE
