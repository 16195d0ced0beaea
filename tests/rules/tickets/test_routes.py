"""T23–T28: claiming routes."""

from __future__ import annotations

import pytest

from branchline.core.action import Move
from tests.rules.tickets.positions import GAME, act, actions, begun, cards, claim, own, refused, route


def payments(state, a, b) -> list[dict]:
    return [action["cards"] for action in actions(state, 0) if action.get("route") == route(a, b)]


def test_T23_any_free_route_one_a_turn():
    state = cards(begun(), "UUUUU")
    act(state, 0, claim("Montreal", "New York", blue=3))
    assert (state.seat, state.owner[route("Montreal", "New York")]) == (1, 0)
    state.seat = 0
    assert refused(state, 0, claim("Montreal", "New York", blue=3)).code == "tickets.yours"
    own(state, 1, ("Portland", "Salt Lake City"))
    error = refused(state, 0, claim("Portland", "Salt Lake City", blue=6))
    assert (error.rule, error.reason) == ("T23", "Portland – Salt Lake City belongs to player 2")


def test_T24_montreal_new_york_takes_three_blue():
    state = cards(begun(), "UUURRR")
    assert payments(state, "Montreal", "New York") == [{"blue": 3}]
    error = refused(state, 0, claim("Montreal", "New York", red=3))
    assert (error.rule, error.code) == ("T24", "tickets.wrong_colour")


def test_T24_montreal_toronto_takes_three_of_any_one_colour():
    state = cards(begun(), "UUURRRW")
    assert payments(state, "Montreal", "Toronto") == [{"blue": 3}, {"red": 3}]


def test_T24_two_colours_are_refused():
    state = cards(begun(), "RRWLLL")
    error = refused(state, 0, claim("Montreal", "Toronto", red=2, white=1))
    assert error.rule == "T24"
    assert error.reason == "a grey route takes any colour, but only one; locomotives may stand in"
    assert refused(state, 0, claim("Montreal", "New York", red=2, white=1)).code == "tickets.mixed"


def test_T24_too_few_cards():
    state = cards(begun(), "UUL")
    assert refused(state, 0, claim("Montreal", "New York", blue=3)).reason == (
        "Montreal – New York: you pay 3 blue, but you have 2 blue"
    )
    assert refused(cards(begun(), "UU"), 0, claim("Montreal", "New York", blue=3)).reason == (
        "Montreal – New York needs 3 × blue; you have 2 blue, 0 locomotives"
    )
    assert refused(state, 0, claim("Montreal", "New York", blue=2)).code == "tickets.wrong_count"
    assert refused(state, 0, claim("Duluth", "Helena")).rule == "T24"


@pytest.mark.parametrize(
    ("hand", "ends", "paid", "rule", "reason"),
    [
        ("UUUR", ("Montreal", "Toronto"), {"red": 3}, "T24", "you pay 3 red, but you have 1 red"),
        ("UUUR", ("Montreal", "Toronto"), {"green": 3}, "T24", "you pay 3 green, but you have 0 green"),
        ("UUUL", ("Montreal", "Toronto"), {"locomotive": 3}, "T25", "you pay 3 locomotives, but you have 1 locomotive"),
        ("UUUL", ("Montreal", "New York"), {"locomotive": 3}, "T25", "but you have 1 locomotive"),
        ("RRLLU", ("Montreal", "Toronto"), {"red": 1, "locomotive": 2}, None, ""),
        ("RLLU", ("Montreal", "Toronto"), {"blue": 2, "locomotive": 1}, "T24", "you have 1 blue, 2 locomotives"),
    ],
)
def test_T24_a_payment_that_the_hand_lacks_is_refused_by_what_it_lacks(hand, ends, paid, rule, reason):
    """A hand that could pay otherwise is not told that its best is too little."""
    state = cards(begun(), hand)
    if rule is None:
        act(state, 0, claim(*ends, **paid))
        return
    error = refused(state, 0, claim(*ends, **paid))
    assert error.rule == rule
    assert error.reason.endswith(reason)
    assert "best" not in error.reason


def test_T25_locomotives_stand_for_any_card():
    state = cards(begun(), "UUULLLL")
    assert payments(state, "Montreal", "New York") == [
        {"blue": 3},
        {"blue": 2, "locomotive": 1},
        {"blue": 1, "locomotive": 2},
        {"locomotive": 3},
    ]
    assert payments(state, "Montreal", "Toronto") == payments(state, "Montreal", "New York")
    act(state, 0, claim("Montreal", "Toronto", locomotive=3))
    assert state.hands[8] == 1


def test_T26_wagons():
    state = cards(begun(), "WWWW" + "LL")
    state.wagons[0] = 3
    error = refused(state, 0, claim("Calgary", "Winnipeg"))
    assert (error.rule, error.reason) == ("T26", "Calgary – Winnipeg needs 6 wagons, you have 3")
    assert all(state.board.length[action["route"]] <= 3 for action in actions(state, 0) if action["type"] == "claim")


@pytest.mark.parametrize(
    ("a", "b", "length", "points"),
    [
        ("Atlanta", "Nashville", 1, 1),
        ("Atlanta", "Charleston", 2, 2),
        ("Montreal", "Toronto", 3, 4),
        ("Calgary", "Seattle", 4, 7),
        ("Atlanta", "Miami", 5, 10),
        ("Calgary", "Winnipeg", 6, 15),
    ],
)
def test_T27_cards_wagons_points(a, b, length, points):
    state = cards(begun(), "UUUUULLLLLL")
    act(state, 0, claim(a, b, locomotive=length))
    assert (state.points[0], state.wagons[0], state.discards[8]) == (points, 45 - length, length)


def test_T27_the_best_route_score_from_45_wagons_is_109():
    """Seven routes of six and one of three; over all sets of lengths that the map offers."""
    best = [0] * 46
    lengths = sorted(int(length) for length in begun().board.length)
    points = [int(point) for point in begun().board.points]
    for length in lengths:
        for used in range(45, length - 1, -1):
            best[used] = max(best[used], best[used - length] + points[length])
    assert max(best) == 109


@pytest.mark.parametrize("players", [2, 3])
def test_T28_with_two_or_three_the_second_half_is_closed_to_all(players):
    state = cards(begun(players), "RRYY")
    act(
        state,
        0,
        claim("Boston", "New York", 0, yellow=2) if _colour(0) == "yellow" else claim("Boston", "New York", 0, red=2),
    )
    state.seat = 1
    error = refused(state, 1, claim("Boston", "New York", 1))
    assert (error.rule, error.code) == ("T28", "tickets.closed_half")
    assert GAME.view(state, None).owners[route("Boston", "New York", 1)] == "closed"


@pytest.mark.parametrize("players", [4, 5])
def test_T28_with_four_or_five_it_is_open_to_others_but_not_to_the_owner(players):
    state = cards(begun(players), "RRYY")
    paid = {_colour(0): 2}
    act(state, 0, claim("Boston", "New York", 0, **paid))
    state.seat = 0
    error = refused(state, 0, claim("Boston", "New York", 1, **{_colour(1): 2}))
    assert (error.rule, error.code) == ("T28", "tickets.own_half")
    assert not any(action.get("route") == route("Boston", "New York", 1) for action in actions(state, 0))
    state.seat = 1
    for kind in range(9):
        state.hands[9 + kind] = 2
    act(state, 1, claim("Boston", "New York", 1, **{_colour(1): 2}))
    assert state.owner[route("Boston", "New York", 1)] == 1


def _colour(which: int) -> str:
    from tests.rules.tickets.positions import MAP

    return MAP.routes[route("Boston", "New York", which)].colour


@pytest.mark.parametrize("players", [2, 5])
def test_T25_every_action_reads_differently(players):
    """Both halves of a gray double take the same cards; their texts must still tell them apart."""
    state = cards(begun(players), "UUULLLL")
    for language in ("en", "ru"):
        texts = [GAME.text(state, 0, Move(int(number))).render(language) for number in state.legal(0)]
        assert len(set(texts)) == len(texts)
