"""A hint is a legal move with a reason: in every game, in both languages, from what the seat knows."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.review.hints import Advice, _telling, advise
from tests.review.games import golden

GAMES = ("30-rails", "ticket-to-ride", "stephensons-rocket", "string-railway")


def hints(slug: str, share: float) -> tuple[Match, int, Advice]:
    """The hint for whoever is to act after a share of a kept game."""
    whole = golden(slug)
    n = int(len(whole.events) * share)
    record = whole.record()
    while not (match := branchline.replay(record, upto=n)).actors:
        n += 1
    seat = match.actors[0]
    return match, seat, advise(match.sight(seat), iterations=24, seed=3)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_hint_is_legal_and_says_why(slug: str, share: float) -> None:
    match, seat, advice = hints(slug, share)
    match.check(seat, advice.action)
    assert advice.explain, "the third press of the button must not be silent"
    assert advice.explain[-1].code.startswith("review.hint_"), "and it says what playing on comes to"
    assert (advice.other is None) == (advice.explain[-1].code == "review.hint_only")
    for text in (advice.text, *([advice.other] if advice.other else []), *advice.explain):
        for language in ("en", "ru"):
            said = text.render(language)
            assert said
            assert text.code not in said
            assert "{" not in said


def test_where_the_bot_sees_no_choice_what_is_legal_is_compared() -> None:
    match = branchline.game("30-rails").start(players=1, seed=3)
    assert len(match.legal(0)) > 1, "a mountain can be skipped"
    advice = advise(match.sight(0), iterations=8)
    assert advice.other is not None


def test_an_only_move_is_said_to_be_the_only_one() -> None:
    whole = golden("30-rails")
    match = branchline.replay(whole.record(), upto=len(whole.events) - 1)
    assert len(match.legal(0)) == 1
    advice = advise(match.sight(0), iterations=8)
    assert advice.other is None
    assert [each.code for each in advice.explain] == ["review.hint_only"]


def test_a_hint_is_compared_with_a_move_that_tells_something() -> None:
    """The nearest move that is beyond doubt worse; without one, a move with facts to tell it by."""
    fact = [Text("core.explain_points", {"played": 0, "better": 1})]
    assert _telling([(1.0, 5.0), (90.0, 10.0), (40.0, 10.0)], [[], [], []]) == 2
    assert _telling([(1.0, 5.0), (90.0, 10.0), (40.0, 10.0)], [[], fact, []]) == 1
    assert _telling([(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)], [[], fact, []]) == 1
    assert _telling([(1.0, 5.0), (3.0, 5.0)], [[], []]) == 1
