"""The review of a finished game, and hints on the way: seen, stepped through, played on from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor

pytestmark = pytest.mark.browser
GAMES = {
    "rails30": "2p-shares-expert-9",
    "tickets": "2p-1910-greedy-22",
    "rocket": "3p-england-greedy-41",
    "strings": "2p-greedy-12",
}
BRING = """async (record) => (await (await fetch('/api/records', {method: 'POST', body: JSON.stringify(record),
  headers: {'content-type': 'application/json'}})).json()).id"""


def _bring(visitor: Visitor, game: str) -> str:
    """A finished game of the server; its number."""
    path = Path(__file__).parents[1] / "golden" / game / f"{GAMES[game]}.json"
    visitor.home()
    table: str = visitor.page.evaluate(BRING, json.loads(path.read_text())["record"])
    return table


def _reviewed(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".chances")).to_be_visible(timeout=120_000)
    expect(page.locator("progress")).to_have_count(0, timeout=120_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_draws_chances_accounts_and_a_board(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit(language="ru-RU", phone=game == "tickets")
    page = visitor.page
    table = _bring(visitor, game)
    _reviewed(page, f"{visitor.address}/r/{table}")
    seats = page.locator("header .seats li").count()
    expect(page.locator("[data-seat-line]")).to_have_count(seats)
    expect(page.locator(".place .picture svg:not(.defs)").first).to_be_visible()
    expect(page.locator("table.account tbody tr")).to_have_count(seats)
    expect(page.get_by_role("heading", name="Разбор")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs out of the window"


def test_keys_step_from_mark_to_mark_and_any_can_be_played_on(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    table = _bring(visitor, "rails30")
    _reviewed(page, f"{visitor.address}/r/{table}")
    marks = page.locator(".chances .mark")
    if marks.count() > 1:
        marks.first.click()
        expect(marks.first).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("ArrowRight")
        expect(marks.nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".table")).to_be_visible()


def test_a_hint_says_where_what_and_why(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    table = visitor.sit_at("ticket-to-ride", "me", "bot:greedy")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    card = page.locator(".hint")
    expect(card).to_contain_text("Look here")
    expect(page.locator("[data-lit]").first).to_be_visible()
    card.get_by_role("button", name="And what to do?").click()
    expect(card).to_contain_text("The expert:")
    card.get_by_role("button", name="And why?").click()
    expect(card.locator("p")).to_have_count(2)
    told = page.evaluate("async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seats[0].hints", table)
    assert told == 1, "one position is one hint, however much of it is told"


def test_beside_people_there_are_no_hints(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.sit_at("30-rails", "me", "me")
    expect(visitor.page.locator(".table")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Hint")).to_have_count(0)
