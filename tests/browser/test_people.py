"""A person's page and the leaderboard in the browser: after a rated game, by links, with filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, unused

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
CALL = """async ([path, body]) => {
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""
COUNTED = """async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seats.every((seat) => seat.rating)"""
"""A game is counted a moment after its end, and a person's page does not load again by itself."""


def call(page: Page, path: str, body: Any) -> Any:
    return page.evaluate(CALL, [path, body])


def test_a_rated_game_is_on_both_pages(visit: Visit) -> None:
    anna, boris = visit(language="en-GB"), visit(language="ru-RU", quiet=True)
    hers, his = unused("Anna"), unused("Борис")
    for visitor, name in ((anna, hers), (boris, his)):
        visitor.page.goto(f"{visitor.address}/people")
        call(visitor.page, "/api/account", {"name": name, "password": "correct horse"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = call(anna.page, "/api/tables", {"game": "ticket-to-ride", "seats": seats, "rated": True})["id"]
    call(boris.page, f"/api/tables/{table}/join", {})
    # The name at a table leads to its page.
    anna.page.goto(f"{anna.address}/t/{table}")
    anna.page.get_by_role("link", name=his).click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(his)
    call(anna.page, f"/api/tables/{table}/start", {})
    call(boris.page, f"/api/tables/{table}/resign", {"seat": 1})
    page = anna.page
    page.wait_for_function(COUNTED, arg=table)
    page.goto(f"{anna.address}/people")
    page.get_by_role("link", name="Your page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(hers)
    expect(page.locator(".ratings")).to_contain_text("provisional")
    expect(page.locator("table.rows")).to_contain_text("1 : 0")
    rows = page.locator("ul[aria-labelledby=history] > li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("+")
    page.get_by_label("Result").select_option("lost")
    expect(rows.first).to_have_text("No games match.")
    boris.page.goto(f"{boris.address}/people/{quote(his)}")
    expect(boris.page.locator("ul[aria-labelledby=history] > li").first).to_contain_text("брошена")
    expect(boris.page.get_by_text("Пока ни одной партии дня.")).to_be_visible()
    boris.page.set_viewport_size({"width": 360, "height": 740})
    assert boris.page.evaluate("document.documentElement.scrollWidth") <= 360
    boris.page.goto(f"{boris.address}/people/{quote('Никто Никогда')}")
    expect(boris.page.locator("main")).to_contain_text("Никого с именем Никто Никогда здесь нет")


def test_the_page_of_who_has_not_played_yet_invites(visit: Visit) -> None:
    anna, boris = visit(), visit("ru-RU", phone=True)
    name = unused("Anna")
    anna.page.goto(f"{anna.address}/people")
    call(anna.page, "/api/account", {"name": name, "password": "correct horse"})
    page = anna.page
    page.goto(f"{anna.address}/people/{quote(name)}")
    expect(page.get_by_text("Finish a first game")).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="Tables").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tables")
    boris.page.goto(f"{boris.address}/people/{quote(name)}")
    expect(boris.page.locator("main")).to_contain_text("Доигранных партий пока нет.")
    expect(boris.page.get_by_role("button", name="Позвать за стол")).to_be_visible()
