"""String Railway on an upright phone: the strings that are left are drawn, and its pages stand under the bar."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, settle
from tests.browser.strings_table import Table
from tests.browser.test_ways import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Visit = Callable[..., Visitor]


def boxes(page: Page) -> list[object]:
    """Where the board and the bars are."""
    found: list[object] = page.evaluate(
        """() => ['.topbar', 'svg.table', '.actionbar', 'nav.pages'].map((each) => {
             const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
             return [each, x, y, width, height]; })"""
    )
    return found


def test_the_strings_that_are_left_are_drawn_in_the_strip_and_told_in_words(visit: Visit) -> None:
    page = Table(visit(), seats=1, bots=2).page
    seats = page.locator(".seat")
    expect(seats).to_have_count(3)
    for seat in range(3):
        short, long = seats.nth(seat).locator(".pieces").nth(0), seats.nth(seat).locator(".pieces").nth(1)
        n = int(re.findall(r"\d+", short.inner_text())[0])
        expect(short).to_contain_text("short string")
        expect(short.locator(".piece")).to_have_count(n)
        expect(long.locator(".piece")).to_have_count(1)
        expect(seats.nth(seat).get_by_role("button").first).to_have_attribute("title", re.compile("short string"))
        widths = [each.locator(".piece").first.bounding_box()["width"] for each in (short, long)]
        assert widths[1] > 1.5 * widths[0]


def test_the_pages_of_a_phone_open_over_the_board_and_nothing_moves(visit: Visit) -> None:
    me = visit(phone=True)
    page = Table(me, seats=1, bots=1).page
    expect(page.locator("svg.table.place, svg.table.corner, svg.table.lay")).to_be_visible()
    settle(page)
    before = boxes(page)
    nav = page.locator("nav.pages")
    expect(page.locator(".topbar").get_by_role("button", name="Log")).to_be_hidden()
    panel = page.locator("aside.panel")
    expect(panel).to_be_hidden()
    strings = nav.get_by_role("button", name="Strings")
    strings.tap()
    expect(panel).to_be_visible()
    expect(strings).to_have_attribute("aria-expanded", "true")
    settle(page)
    assert boxes(page) == before
    assert_accessible(me, "the strings of a phone")
    strings.tap()
    expect(panel).to_be_hidden()
    for name, there in (("Log", ".log"), ("Chat", ".drawer input, .drawer textarea"), ("Rules", ".drawer .rules")):
        nav.get_by_role("button", name=name).tap()
        expect(page.locator(there).first).to_be_visible()
        expect(page.locator(".drawer [role=tab][aria-selected=true]")).to_have_text(name)
        page.locator(".drawer .shut").tap()
        expect(page.locator(".drawer")).to_be_hidden()
    settle(page)
    assert boxes(page) == before


def test_a_string_is_chosen_on_the_phones_own_page(visit: Visit) -> None:
    table = Table(visit(phone=True), seats=1, bots=1)
    page = table.page
    table.place_suggested()
    expect(page.locator("svg.table.lay")).to_be_visible()
    nav = page.locator("nav.pages")
    nav.get_by_role("button", name="Strings").tap()
    page.locator("aside.panel").get_by_role("button", name="Long").tap()
    expect(page.locator("aside.panel")).to_be_hidden()
    expect(page.locator(".actionbar [role=radio]", has_text="Long")).to_have_attribute("aria-checked", "true")
    # Everything fits in one row of buttons, the meter above it.
    tops = page.locator(".actionbar .acts .btn").evaluate_all("all => all.map((e) => Math.round(e.offsetTop))")
    assert len(set(tops)) == 1, tops
    expect(page.locator(".actionbar .gauge")).to_be_visible()


def test_a_press_says_the_whole_of_a_name_that_has_no_room(visit: Visit) -> None:
    page = Table(visit(phone=True), seats=1, bots=3).page
    seat = page.locator(".seat").nth(1)
    name = seat.locator("b").inner_text()
    page.add_style_tag(content=".seat b { max-width: 16px }")
    button = seat.get_by_role("button").first
    expect(button).to_have_attribute("title", re.compile(f"^{re.escape(name)}, "))
    expect(button).to_have_accessible_name(re.compile(re.escape(name)))
    button.tap()
    expect(page.get_by_role("status").filter(has_text=f"{name}, bot")).to_have_count(1)
