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


ROOM = """(each) => [each.clientHeight, parseFloat(getComputedStyle(each.querySelector('p') ?? each).lineHeight)]"""
"""How high the sentence of the bar is, and how high one of its lines."""


@pytest.mark.parametrize("width", [390, 360])
def test_the_bar_of_a_russian_phone_keeps_a_line_of_its_sentence(visit: Visit, width: int) -> None:
    """The buttons of a string that is being laid stand in one row; none of them pushes the sentence out."""
    table = Table(visit("ru-RU", phone=True, viewport={"width": width, "height": 844}), seats=1, bots=1)
    page = table.page
    table.place_suggested()
    expect(page.locator("svg.table.lay")).to_be_visible()
    say = page.locator(".actionbar .say")

    def assert_room(when: str) -> None:
        settle(page)
        room, line = say.evaluate(ROOM)
        assert room >= line, f"{when}: {room} of {line} pixels"
        tops = page.locator(".actionbar .acts .btn").evaluate_all("all => all.map((e) => Math.round(e.offsetTop))")
        assert max(tops) - min(tops) < 24, f"{when}: {tops}"

    assert_room("before a string is drawn")
    page.get_by_role("button", name="Подсказать").tap()
    expect(page.locator(".actionbar .btn.go")).to_be_enabled()
    table.judged()
    assert_room("while a string is laid")


def test_the_buttons_of_short_and_long_show_a_string(visit: Visit) -> None:
    table = Table(visit("ru-RU", phone=True), seats=1, bots=1)
    page = table.page
    table.place_suggested()
    expect(page.locator("svg.table.lay")).to_be_visible()
    choices = page.locator(".actionbar [role=radio]")
    expect(choices).to_have_count(2)
    widths = []
    for n in range(2):
        drawing = choices.nth(n).locator(".piece")
        expect(drawing).to_be_visible()
        box = drawing.bounding_box()
        button = choices.nth(n).bounding_box()
        assert box is not None
        assert button is not None
        # Hidden as a label for readers it would be a pixel wide, and cut off.
        hidden = drawing.evaluate("(each) => !!each.closest('.hidden') || each.parentElement.clientWidth < 4")
        assert not hidden
        assert box["width"] >= 8
        assert button["x"] <= box["x"]
        assert box["x"] + box["width"] <= button["x"] + button["width"]
        expect(choices.nth(n)).to_have_accessible_name(re.compile(("Короткая", "Длинная")[n]))
        widths.append(box["width"])
    assert widths[1] > widths[0]
