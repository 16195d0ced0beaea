"""A game without a board, and what a game hides at one screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor
from tests.browser.shell.toys import choose

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_a_game_without_a_board_is_played_by_its_list(visit: Visit, language: str) -> None:
    me = visit(language)
    me.home().page.locator(".game").last.locator(".go button").click()
    me.page.wait_for_url(re.compile("/t/"))
    me.open_moves()
    choice = random.Random(3)
    while not me.over:
        if me.may_act():
            assert "toy." not in me.page.locator("body").inner_text()
            me.play_from_list(choice)
    expect(me.page.locator("dialog [data-bar]")).to_have_count(3)


def test_what_a_game_hides_is_handed_over_at_one_screen(visit: Visit) -> None:
    me = visit()
    me.sit_at("toy", "me", "me")
    for name in ("Player 1", "Player 2"):
        expect(me.page.get_by_role("heading", name="Hand over")).to_have_text(f"Hand over to {name}")
        expect(me.page.locator(".drawer, .board pre")).to_have_count(0)
        me.page.get_by_role("button", name="Show").click()
        choose(me)
