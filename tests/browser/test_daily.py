"""The daily challenge in the browser: the ticket, the table, and the way back to the results."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
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


def test_an_earlier_day_is_listed_and_can_still_be_played(visit: Visit, server: Server) -> None:
    me = visit(phone=True)
    page = me.page
    page.goto(f"{me.address}/daily")
    expect(page.locator(".deals article")).to_have_count(4)
    with sqlite3.connect(server.data / "branchline.db", timeout=30) as database:
        database.execute(
            """INSERT OR IGNORE INTO deals (day, game, seed, "commit", made)
               SELECT date('now', '-3 days'), game, seed, "commit", made FROM deals WHERE day = date('now')"""
        )
    page.reload()
    past = page.locator(".past").first
    expect(past.locator("a")).to_have_text(["30 Rails", "Ticket to Ride", "Stephenson’s Rocket", "String Railway"])
    past.get_by_role("link", name="30 Rails").click()
    # On a phone the deals of today would hide what was asked for.
    expect(page.locator("#results")).to_be_in_viewport()
    page.locator(".acts").get_by_role("button", name="Play").click()
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.slow
def test_the_end_of_a_deal_leads_to_the_results(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/daily")
    page.locator(".deals article").first.get_by_role("button", name="Play").click()
    expect(page.locator(".topbar .brand")).to_contain_text("Daily game")
    me.open_moves()
    choice = random.Random(1)
    while not me.over:
        me.play_from_list(choice)
    dialog = page.get_by_role("dialog")
    # Another game would have other dice.
    expect(dialog.get_by_role("button", name="Play again")).to_have_count(0)
    dialog.get_by_role("link", name="Results of the day").click()
    expect(page.locator("#results")).to_be_in_viewport()
    own = page.locator("ol .you")
    expect(own).to_contain_text("you")
    points = own.locator("b.num").inner_text()
    expect(page.locator(".deals article").first).to_contain_text(f"You: {points} point")


def test_a_hint_is_offered_in_practice_alone(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/daily")
    card = page.locator(".deals article").first
    card.get_by_role("button", name="Play").click()
    draw = page.get_by_role("button", name="Draw the mountain", exact=True)
    expect(draw).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.locator(".topbar").get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Call the game off").click()
    page.get_by_role("button", name="Call it off").click()
    page.goto(f"{me.address}/daily")
    card.get_by_role("button", name="Practise").click()
    expect(draw).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


def test_a_bot_is_not_offered_where_one_plays_oneself(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/daily")
    page.locator(".deals article").first.get_by_role("button", name="Play").click()
    page.locator(".topbar").get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Call the game off")).to_be_visible()
    expect(page.get_by_role("button", name="Let a bot play for me")).to_have_count(0)
