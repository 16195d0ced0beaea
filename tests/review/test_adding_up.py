"""Start + luck + own decisions + others' decisions = result, exactly, for every seat of every game."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.match import Match
from branchline.review import Report, review
from branchline.review.playouts import outcome
from branchline.review.report import ZERO
from branchline.review.writing import total
from tests.registry import more_games
from tests.review.games import golden, late
from tests.suite.cases import Case
from tests.toy.game import GAME as TOY

LATE = {"30-rails": 14, "ticket-to-ride": 16, "stephensons-rocket": 10, "string-railway": 6}
"""So many events before the end a review begins here, so that it has enough sweeps to book decisions at once."""


def last(match: Match, **budget: int) -> Report:
    """The final report of a repeatable review."""
    *_, report = review(match, seconds=None, workers=1, **budget)
    return report


def check_adds_up(report: Report, match: Match) -> None:
    """The account of every seat, the curve and the items tell the same story."""
    end = outcome(match.state)
    for each in report.sums:
        seat = each.seat
        assert each.start + each.luck + each.own + each.others == each.result
        assert (each.result.win, each.result.points) == (end.wins[seat], end.points[seat])
        assert each.start == report.curve[0].values[seat]
        assert each.luck == total([item.values[seat] for item in report.luck])
        own = [item.changes[seat] for item in report.decisions if item.seat == seat]
        others = [item.changes[seat] for item in report.decisions if item.seat != seat]
        assert total(own) == each.own
        small = [item.changes[seat] for item in report.decisions if item.seat == seat and item.mark == "none"]
        assert total(small) == each.small
        for item in report.decisions:
            assert item.mark == "none" or item.changes[item.seat] == -item.loss, "marks and sums agree"
        assert total(others) == each.others
    steps: dict[int, list[list[object]]] = {}
    for luck in report.luck:
        steps.setdefault(luck.n, []).append(list(luck.values))
    for decision in report.decisions:
        steps.setdefault(decision.n, []).append(list(decision.changes))
    for before, after in zip(report.curve, report.curve[1:], strict=False):
        for seat in range(len(report.players)):
            moved = total([values[seat] for values in steps.get(before.n, [])])  # type: ignore[misc]
            assert before.values[seat] + moved == after.values[seat]


@pytest.mark.parametrize("slug", branchline.game_names())
def test_the_end_of_a_game_adds_up_with_decisions_booked(slug: str) -> None:
    match = golden(slug)
    report = last(match, playouts=1500, since=late(match, LATE[slug]))
    check_adds_up(report, match)
    assert report.sweeps >= 24
    assert report.final


def test_what_is_booked_to_a_marked_decision_is_the_loss_of_its_mark() -> None:
    """Best candidate less played, for the seat; what it lost the others have gained, share by share of the win."""
    match = golden("ticket-to-ride")
    report = last(match, playouts=9000, since=late(match, 90))
    check_adds_up(report, match)
    marked = [each for each in report.decisions if each.mark != "none"]
    assert marked
    assert any(each.rest.win for each in report.sums), "the bot would have missed some of the best moves too"
    for decision in marked:
        assert abs(sum(each.win for each in decision.changes)) <= match.players


@pytest.mark.parametrize("slug", branchline.game_names())
def test_a_whole_game_adds_up_from_the_first_coarse_curve_on(slug: str) -> None:
    match = golden(slug)
    first = next(iter(review(match, seconds=None, playouts=1, workers=1)))
    check_adds_up(first, match)
    assert first.sweeps >= 4
    assert all(each.rest == ZERO for each in first.sums), "so few playouts do not tell chance from what is left"
    assert first.playouts <= 4 * 80, "the first curve has to be there soon"
    assert len(first.curve) == len(match.events) - len(match.undone) + 1
    assert not first.final


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_toy_with_hidden_hands_and_actions_that_are_more_than_numbers_adds_up(players: int) -> None:
    with more_games("tests.toy"):
        match = Case(TOY, players).finish(players)
        for report in review(match, seconds=None, playouts=3000, workers=1):
            check_adds_up(report, match)
        assert report.final
        assert report.playouts <= 3000 + 100
