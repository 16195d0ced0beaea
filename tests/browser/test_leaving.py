"""Leaving a game: a bot plays in one's place, one takes the seat back, resigns, or calls the game off."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor, past, shown

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]


def settings(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Settings").first.click()


def test_a_bot_plays_until_the_seat_is_taken_back_and_one_resigns(visit: Visit) -> None:
    # Somebody who does not move keeps the game from ending while Anna's bot plays.
    anna, boris = visit(quiet=True), visit(quiet=True)
    boris.take_seat(anna.sit_at("30-rails", "me", "open"))
    page = anna.page
    page.get_by_role("button", name="Begin").click()
    # Before anybody has moved a game is called off, not resigned.
    page.get_by_role("button", name="Draw the mountain", exact=True).click()
    expect(page.get_by_role("button", name="Draw the mountain", exact=True)).to_have_count(0)
    settings(anna)
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("A bot plays in your place.")).to_be_visible()
    expect(page.locator("[data-seat='0']")).to_contain_text("a bot plays")
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_text("A bot plays in your place.")).to_have_count(0)
    settings(anna)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("You will come last.")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator("[data-seat='0']")).to_contain_text("resigned")


@pytest.mark.parametrize("game", ["30-rails", "ticket-to-ride", "stephensons-rocket", "string-railway"])
def test_a_game_is_called_off_before_a_move(visit: Visit, game: str) -> None:
    """What is dealt to a seat is no move of it."""
    anna = visit(quiet=True)
    anna.sit_at(game, "me", "bot:random")
    expect(anna.page.locator(".seat").first).to_be_visible()
    settings(anna)
    anna.page.get_by_role("button", name="Call the game off").click()
    anna.page.get_by_role("button", name="Call it off").click()
    expect(anna.page.get_by_text("The game was called off.")).to_be_visible()


def test_what_was_taken_back_was_a_move(visit: Visit) -> None:
    """The log looks as before it, but the server lets nobody call the game off any more."""
    anna = visit(quiet=True)
    anna.sit_at("stephensons-rocket", "me", "me")
    page = anna.page
    anna.open_moves()
    n = shown(page)
    anna.play_from_list(random.Random(1))
    past(page, n)
    n = shown(page)
    settings(anna)
    page.get_by_role("button", name="Ask to take my move back").click()
    past(page, n)
    settings(anna)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name="Call the game off")).to_have_count(0)
