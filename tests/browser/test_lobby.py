"""The lobby: tables that wait, with host, options, pace, age and seats; filters by game and by pace."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driver import Visitor, settle, unused
from tests.browser.test_clocks import sit_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]


def test_nothing_is_not_counted(visit: Visit) -> None:
    me = visit("ru-RU")
    nothing = {"tables": []}
    me.page.route("**/api/tables", lambda route: route.fulfill(json=nothing))
    me.page.goto(f"{me.address}/lobby")
    expect(me.page.get_by_text("Никого нет")).to_be_visible()
    assert me.page.locator("h1").inner_text().strip() == "Столы"


def test_a_table_is_found_by_game_and_pace(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.name_oneself("Samuel of the lobby")
    quick = sit_at(
        host,
        ["me", "open", "open"],
        "stephensons-rocket",
        clock={"kind": "live", "base": 300, "increment": 10},
        public=True,
    )
    slow = sit_at(host, ["me", "open"], "ticket-to-ride", clock={"kind": "days", "hours": 48}, public=True)
    page = guest.page
    page.goto(f"{guest.address}/lobby")
    row = page.locator(f".open a[href='/t/{quick}']")
    for words in ("Stephenson", "England", "3 players", "Samuel of the lobby", "5 min + 10 s", "this minute", "Sit"):
        expect(row).to_contain_text(words)
    other = page.locator(f".open a[href='/t/{slow}']")
    expect(other).to_contain_text("2 days per move")
    page.get_by_role("button", name="By days").click()
    expect(row).to_have_count(0)
    expect(other).to_be_visible()
    page.get_by_role("button", name="Now").click()
    expect(other).to_have_count(0)
    games = page.get_by_role("group", name="Game", exact=True)
    games.get_by_role("button", name="String Railway").click()
    expect(page.get_by_text("No table like that now.")).to_be_visible()
    games.get_by_role("button", name="All games").click()
    page.get_by_label("Rated only").check()
    expect(row).to_have_count(0)
    page.get_by_label("Rated only").uncheck()
    row.click()
    expect(page.get_by_role("button", name="Sit").first).to_be_visible()
    guest.take_seat(quick, "Martin of the lobby")
    host.page.goto(f"{host.address}/t/{quick}")
    expect(host.page.get_by_text("Martin of the lobby").first).to_be_visible()


def answer_when_found(page: Page) -> None:
    """The answer to a new search comes only when its table is found, and names it already."""

    def answer(route: Route) -> None:
        if route.request.method == "DELETE":
            route.continue_()
            return
        route.fetch()
        waiting = route.request.url.replace("/api/search", "/api/waiting")
        while not (search := page.context.request.get(waiting).json()["search"])["table"]:
            time.sleep(0.1)
        route.fulfill(json=search)

    page.route("**/api/search", answer)


@pytest.mark.parametrize("at_once", [False, True])
def test_whoever_looks_for_a_game_sits_down_at_a_table_that_waits(visit: Visit, at_once: bool) -> None:
    host, guest = visit(), visit(phone=True)
    # Five companies, each time at another clock, so that no other test's table or search fits.
    minutes, increment = (10, 15) if at_once else (30, 30)
    clock = {"kind": "live", "base": 60 * minutes, "increment": increment, "delay": 2}
    table = sit_at(host, ["me", *["open"] * 4], "string-railway", clock=clock, public=True)
    page = guest.page
    guest.name_oneself("Seeker of the lobby")
    page.goto(f"{guest.address}/lobby")
    if at_once:
        answer_when_found(page)
    form = page.locator(".find")
    form.get_by_label("Which game").select_option(label="String Railway")
    form.get_by_label("Players").select_option(label="5")
    form.get_by_label("Time").select_option(label=f"{minutes} min + {increment} s")
    form.get_by_role("button").tap()
    page.wait_for_url(f"**/t/{table}")
    for visitor in (guest, host):
        expect(visitor.page.locator("main li", has_text="Seeker of the lobby")).to_be_visible()


def begin_search(visitor: Visitor) -> Page:
    """Look for four others, whom no other test looks for."""
    visitor.name_oneself(unused("Seeker"))
    page = visitor.page
    page.goto(f"{visitor.address}/lobby")
    form = page.locator(".find")
    form.get_by_label("Which game").select_option(label="Ticket to Ride")
    form.get_by_label("Players").select_option(label="4")
    form.get_by_label("Time").select_option(label="30 min + 30 s")
    settle(page)
    return page


CHANGE = """(facts) => {
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    if (!String(given[0].url ?? given[0]).endsWith('/api/waiting')) return answer;
    const body = await answer.json();
    if (body.search) Object.assign(body.search, facts);
    return new Response(JSON.stringify(body), {headers: {'content-type': 'application/json'}});
  };
}"""


def change_search(page: Page, **facts: Any) -> None:
    """From now on, until it is loaded anew, the page hears this of its search."""
    page.evaluate(CHANGE, facts)


@pytest.mark.parametrize("phone", [False, True])
def test_a_search_moves_nothing_and_outlasts_a_reload(visit: Visit, phone: bool) -> None:
    page = begin_search(visit(phone=phone))
    place, below = page.locator(".search"), page.locator(".filters")
    before = (place.bounding_box(), below.bounding_box())
    page.locator(".find").get_by_role("button").click()
    stop = page.locator(".seeking").get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    expect(page.locator(".seeking")).to_contain_text("Ticket to Ride, 4 players, 30 min + 30 s, unrated")
    assert (place.bounding_box(), below.bounding_box()) == before
    where = stop.bounding_box()
    change_search(page, offer=True)
    expect(page.get_by_role("button", name="Fill with bots")).to_be_visible()
    settle(page)
    assert (place.bounding_box(), below.bounding_box(), stop.bounding_box()) == (*before, where)
    page.reload()
    expect(stop).to_be_visible()
    stop.click()
    expect(page.locator(".find").get_by_role("button")).to_be_visible()
    expect(page.locator(".seeking")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_a_search_does_not_cover_the_board_of_a_game_meanwhile(visit: Visit, phone: bool) -> None:
    page = begin_search(visit(phone=phone))
    change_search(page, offer=True)
    page.locator(".find").get_by_role("button").click()
    page.get_by_role("button", name="Play bots meanwhile").click()
    page.wait_for_url(re.compile("/t/"))
    waiting = page.locator("aside.waiting")
    line = waiting.get_by_role("button", name=re.compile("Search"))
    expect(line).to_be_visible()
    expect(page.locator(".seats")).to_be_visible()
    settle(page)
    top, seats = page.locator(".topbar .brand").bounding_box(), line.bounding_box()
    assert top is not None
    assert seats is not None
    assert seats["y"] + seats["height"] <= top["y"] + top["height"], "it stays in the row of the game's name"
    line.click()
    # Whoever plays has a table already.
    expect(waiting.get_by_role("button", name="Fill with bots")).to_be_visible()
    expect(waiting.get_by_role("button", name="Play bots meanwhile")).to_have_count(0)
    line.click()
    expect(waiting.get_by_role("button", name="Fill with bots")).to_have_count(0)
    table = page.url.rsplit("/", 1)[1]
    # Any table that is there will do for the one that was found.
    page.goto(f"{page.url.rsplit('/t/', 1)[0]}/rules")
    found: str = page.evaluate(
        """async () => (await (await fetch('/api/tables', {method: 'POST',
          headers: {'content-type': 'application/json'},
          body: JSON.stringify({game: '30-rails', seats: [{kind: 'me'}, {kind: 'open'}]})})).json()).id"""
    )
    page.goto(f"{page.url.rsplit('/', 1)[0]}/t/{table}")
    expect(line).to_be_visible()
    change_search(page, table=found)
    waiting.get_by_role("button", name="To the table").click()
    page.wait_for_url(f"**/t/{found}")
