"""The daily challenge in the browser: the ticket, the table, and the way back to the results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]


@pytest.mark.parametrize(
    ("language", "play", "go_on", "practise"),
    [("en-GB", "Play", "Go on", "Practise"), ("ru-RU", "Играть", "Продолжить", "Тренировка")],
)
def test_a_deal_is_played_gone_on_with_and_given_up(
    visit: Visit, language: str, play: str, go_on: str, practise: str
) -> None:
    me = visit(language=language)
    page = me.page
    page.goto(f"{me.address}/")
    page.locator("header nav a[href='/daily']").click()
    card = page.locator(".deals article").first
    expect(page.locator(".deals article")).to_have_count(4)
    card.get_by_role("button", name=play).click()
    expect(page.locator(".board")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    page.goto(f"{me.address}/daily")
    card.get_by_role("button", name=go_on).click()
    expect(page.locator(".board")).to_be_visible()
    assert page.url.endswith(table), "the attempt that counts is gone on with"
    page.evaluate(
        """async (id) => fetch(`/api/tables/${id}/resign`, {method: "POST", body: JSON.stringify({seat: 0}),
           headers: {"Content-Type": "application/json"}})""",
        table,
    )
    page.goto(f"{me.address}/daily")
    expect(card.get_by_role("button", name=practise)).to_be_visible()
