"""The lobby: tables that wait, with host, options, pace, age and seats; filters by game and by pace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor
from tests.browser.test_clocks import sit_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]


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


def test_whoever_looks_for_a_game_sits_down_at_a_table_that_waits(visit: Visit) -> None:
    host, guest = visit(), visit(phone=True)
    # Five companies at a long clock, so that no other test's table or search fits.
    clock = {"kind": "live", "base": 1800, "increment": 30, "delay": 2}
    table = sit_at(host, ["me", *["open"] * 4], "string-railway", clock=clock, public=True)
    page = guest.page
    guest.name_oneself("Seeker of the lobby")
    page.goto(f"{guest.address}/lobby")
    form = page.locator(".find")
    form.get_by_label("Which game").select_option(label="String Railway")
    form.get_by_label("Players").select_option(label="5")
    form.get_by_label("Time").select_option(label="30 min + 30 s")
    form.get_by_role("button").tap()
    page.wait_for_url(f"**/t/{table}")
    for visitor in (guest, host):
        expect(visitor.page.locator("main li", has_text="Seeker of the lobby")).to_be_visible()
