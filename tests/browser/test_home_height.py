"""Home at 1440 × 900: the games to continue begin above the lower quarter, and how far they are is told in full."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
def test_the_games_to_continue_are_in_sight(visit: Visit, language: str, theme: str) -> None:
    me = visit(language, color_scheme=theme)
    me.sit_at("30-rails", "me", "bot:greedy")
    me.sit_at("string-railway", "me", "bot:greedy")
    me.home()
    page = me.page
    rows = page.locator(".lists section").first.locator("li")
    expect(rows).to_have_count(2)
    settle(page)
    box = page.locator(".lists h2").first.bounding_box()
    assert box is not None
    assert box["y"] <= 648
    cut = rows.locator(".about").evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length")
    assert cut == 0
    # Every ticket has its row of ways in one line: the levels and the table with friends.
    for ticket in page.locator(".game").all():
        tops = ticket.locator(".level .levels, .more button").evaluate_all(
            "all => all.map((each) => { const b = each.getBoundingClientRect(); return b.top + b.height / 2; })"
        )
        assert abs(tops[0] - tops[1]) < 4
