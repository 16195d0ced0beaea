"""The position as text, for the terminal and for screen readers."""

from __future__ import annotations

import pytest

from branchline.games.tickets.rules import codes
from tests.rules.tickets.positions import GAME, begun, cards, give_tickets, match, own, route


def text(state, seat: int | None = 0, language: str = "en") -> str:
    return GAME.board(state, seat, language)


def line(state, begins: str, seat: int | None = 0, language: str = "en") -> str:
    [found] = [each for each in text(state, seat, language).splitlines() if each.startswith(begins)]
    return found


def test_piles_discards_and_tickets_left():
    state = cards(begun(), row="PWUYL", deck="RRR", discards="GGU")
    assert line(state, "In the row") == (
        "In the row: pink, white, blue, yellow, locomotive. In the deck: 3 cards. Tickets left: 24."
    )
    assert line(state, "Discards") == "Discards: 1 blue, 2 green."
    assert line(state, "В сбросе", language="ru") == "В сбросе: 1 синяя, 2 зелёные."
    assert line(begun(), "Discards") == "Discards: none."


def test_the_last_round():
    state = begun(3)
    assert "Last round" not in text(state)
    state.final = 2
    assert text(state).splitlines()[0] == "Last round: 2 turns to go."
    assert text(state, language="ru").splitlines()[0] == "Последний круг: осталось 2 хода."
    state.step = codes.OVER
    assert "Last round" not in text(state)


def test_routes_have_their_length_and_colour():
    state = begun(2)
    own(state, 0, ("Boston", "New York"))
    own(state, 1, ("Calgary", "Winnipeg"))
    half = state.board.colour[route("Boston", "New York", 1)]
    assert line(state, "Routes of player 1") == "Routes of player 1: Boston – New York (2, red)."
    assert line(state, "Routes of player 2") == "Routes of player 2: Calgary – Winnipeg (6, white)."
    assert line(state, "Closed") == "Closed: Boston – New York (second track) (2, yellow)."
    assert half != state.board.colour[route("Boston", "New York")]
    free = [each for each in text(state).splitlines() if each.startswith("Free")]
    assert len(free) == 9
    assert sum(each.count(" – ") for each in free) == state.board.routes - 3
    assert "Duluth – Helena (6)" in line(state, "Free, orange")
    assert "Boston – New York" not in "".join(free)


@pytest.mark.parametrize(
    ("routes", "wagons", "said"),
    [
        ([], 45, "Denver – El Paso (4): 0 of 4 spaces built, 4 missing"),
        ([("Denver", "Santa Fe")], 43, "Denver – El Paso (4): 2 of 4 spaces built, 2 missing"),
        ([("Denver", "Santa Fe"), ("Santa Fe", "El Paso")], 41, "Denver – El Paso (4): joined"),
        (
            [("Denver", "Santa Fe")],
            1,
            "Denver – El Paso (4): impossible, 2 spaces are missing and there are too few wagons",
        ),
    ],
)
def test_tickets_with_their_progress(routes, wagons, said):
    state = begun()
    give_tickets(state, 0, ("Denver", "El Paso"))
    own(state, 0, *routes)
    state.wagons[0] = wagons
    assert line(state, "Your tickets") == f"Your tickets: {said}."


def test_a_ticket_without_a_way_is_impossible():
    state = begun()
    give_tickets(state, 0, ("Boston", "Miami"))
    own(state, 1, ("Miami", "Charleston"), ("Miami", "Atlanta"), ("Miami", "New Orleans"))
    assert line(state, "Your tickets") == "Your tickets: Boston – Miami (12): impossible, no way is open."


def test_offered_tickets_show_what_they_need_and_strangers_see_none():
    game = match(2)
    assert line(game.state, "Tickets to choose from").count("missing") == 3
    for word in ("Your", "to choose"):
        assert word not in text(game.state, None)
