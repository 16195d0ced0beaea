"""Nothing moves under the pointer: bars, panels and boards keep their place and size in every state of a turn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import Visitor, past, settle, shown

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
SIZES = [(1440, 900), (390, 844)]

WATCH = """() => {
  const round = ({ x, y, width, height }) => [x, y, width, height].map((each) => Math.round(each * 10) / 10).join(' ');
  const largest = (all) => all.map((each) => each.getBoundingClientRect())
    .reduce((best, each) => (each.width * each.height > best.width * best.height ? each : best), new DOMRect());
  const PARTS = {
    top: () => document.querySelector('.topbar')?.getBoundingClientRect(),
    board: () => document.querySelector('main.board')?.getBoundingClientRect(),
    surface: () => largest([...document.querySelectorAll('main.board .frame, main.board svg:not(.world *)')]),
    bar: () => document.querySelector('.actionbar')?.getBoundingClientRect(),
  };
  window.boxes = {};
  window.state = 'at first';
  const look = () => {
    for (const [name, find] of Object.entries(PARTS)) {
      const found = find();
      if (found?.width) ((window.boxes[name] ??= {})[round(found)] ??= window.state);
    }
    requestAnimationFrame(look);
  };
  document.fonts.ready.then(look);
}"""
"""Looks at every frame: a box that moves for a moment is seen too, with the state in which it was first."""


class Watched:
    """A page whose boxes are watched through the states of a turn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        expect(page.locator("main.board :is(svg, .frame):visible").first).to_be_visible()
        settle(page)
        page.evaluate(WATCH)

    def state(self, name: str) -> None:
        """Say what the page shows from now on, and let some frames pass."""
        settle(self.page)
        self.page.evaluate("name => (window.state = name)", name)

    def refuse(self) -> None:
        """Have something refused: to take back a move where there is none."""
        self.state("refusal")
        page = self.page
        page.locator(".topbar .right button").last.click()
        page.get_by_role("button", name="Ask to take my move back").click()
        expect(page.locator(".say.no")).to_be_visible()

    def unmoved(self) -> None:
        """Nothing had more than one place and size."""
        settle(self.page)
        boxes: dict[str, dict[str, str]] = self.page.evaluate("boxes")
        assert {"top", "board", "surface", "bar"} <= boxes.keys()
        moved = {name: found for name, found in boxes.items() if len(found) > 1}
        assert not moved, json.dumps(moved, indent=1)


def open_at(visit: Visit, size: tuple[int, int], language: str = "en-GB", **more: Any) -> Visitor:
    """A browser with a window of that size; fingers on a phone."""
    touch = {"has_touch": True} if min(size) < 500 else {}
    return visit(language, viewport={"width": size[0], "height": size[1]}, **touch, **more)


def press(page: Page, place: Locator) -> None:
    """Where something small is, a press goes to it and not to a point."""
    expect(place.first).to_be_attached()
    place.first.dispatch_event("click")


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_of_30_rails_stays_where_it_is(visit: Visit, size: tuple[int, int]) -> None:
    me = open_at(visit, size)
    me.sit_at("30-rails", "me", "bot:greedy")
    page = me.page
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    watched = Watched(page)
    watched.refuse()
    watched.state("setup")
    me.set_up()
    for turn in range(3):
        watched.state("nothing chosen")
        expect(page.locator("g.cell:not(.closed)").first).to_be_visible()
        watched.state("refusal of a cell")
        me.press(page.locator("g.cell.closed").first)
        expect(page.locator(".say.no")).to_be_visible()
        watched.state("chosen")
        me.choose(turn)
        watched.state("chosen, another drawing")
        page.keyboard.press("r")
        watched.state("another's sheet")
        me.press(page.locator(".seat").nth(1).locator("button"))
        watched.state("own sheet again")
        me.press(page.locator(".seat").nth(0).locator("button"))
        me.choose(turn)
        me.confirm()
        watched.state("others act")
    watched.unmoved()


@pytest.mark.parametrize("size", SIZES)
def test_the_map_of_ticket_to_ride_stays_where_it_is(visit: Visit, size: tuple[int, int]) -> None:
    me = open_at(visit, size)
    me.sit_at("ticket-to-ride", "me", "bot:random")
    page = me.page
    stubs, go = page.locator(".offer .stub"), page.locator(".actionbar .btn.go")
    expect(stubs).to_have_count(3)
    watched = Watched(page)
    watched.refuse()
    watched.state("first tickets")
    stubs.nth(0).click()
    stubs.nth(1).click()
    go.click()
    for _ in range(3):
        watched.state("nothing chosen")
        expect(page.locator(".deck.can")).to_be_visible()
        watched.state("refusal of a route")
        press(page, page.locator(".route:not(.can):not(.owned)"))
        expect(page.locator(".say.no")).to_be_visible()
        for _ in range(2):
            watched.state("a card drawn, others act")
            before = page.locator(".deck b").inner_text()
            page.locator(".deck.can").click()
            expect(page.locator(".deck b")).not_to_have_text(before)
    expect(page.locator(".deck.can")).to_be_visible()
    watched.state("a route chosen")
    press(page, page.locator(".route.can"))
    expect(page.locator(".pay").first).to_be_visible()
    watched.state("another payment")
    page.locator(".pay").last.click()
    watched.state("cancelled")
    page.keyboard.press("Escape")
    expect(page.locator(".pay")).to_have_count(0)
    watched.state("claimed, others act")
    press(page, page.locator(".route.can"))
    go.click()
    expect(page.locator(".route.owned")).not_to_have_count(0)
    watched.unmoved()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["england", "usa"])
def test_the_map_of_the_rocket_stays_where_it_is(visit: Visit, size: tuple[int, int], name: str) -> None:
    me = open_at(visit, size)
    me.sit_at("stephensons-rocket", "me", "bot:greedy", map=name)
    page = me.page
    go = page.locator(".actionbar .btn.go")
    expect(go).to_be_visible()
    watched = Watched(page)
    watched.refuse()
    for turn in range(2):
        watched.state("nothing chosen")
        expect(go).to_be_visible()
        watched.state("a line chosen")
        page.locator(".engine:not(.idle)").nth(turn).press("Enter")
        watched.state("a hex chosen")
        page.locator(".target").first.press("Enter")
        expect(go).to_be_enabled()
        watched.state("cancelled, and a station wanted")
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        watched.state("nothing chosen again")
        page.keyboard.press("Escape")
        page.locator(".engine:not(.idle)").nth(turn).press("Enter")
        page.locator(".target").first.press("Enter")
        watched.state("others act")
        before = page.locator(".log button, .turnno").first.inner_text()
        n = shown(page)
        go.click()
        past(page, n)
        settle(page)
        answer = page.locator(".veto").get_by_role("button", name=re.compile("No veto|Let it go"))
        expect(go.or_(answer).first).to_be_visible()
        watched.state(f"after {before}")
        while answer.count():
            n = shown(page)
            answer.first.click()
            past(page, n)
            settle(page)
    watched.unmoved()


@pytest.mark.parametrize("size", SIZES)
def test_the_table_of_string_railway_stays_where_it_is_while_a_string_is_dragged(
    visit: Visit, size: tuple[int, int]
) -> None:
    me = open_at(visit, size)
    me.sit_at("string-railway", "me", "bot:greedy", "bot:greedy", "bot:greedy")
    page = me.page
    table, go = page.locator("svg.table"), page.locator(".actionbar .btn.go")
    expect(table).to_be_visible()
    watched = Watched(page)
    watched.refuse()
    expect(page.locator("svg.table.place")).to_be_visible()
    for _ in range(4):
        if page.locator("svg.table.lay").count():
            break
        watched.state("a station over another")
        page.mouse.click(*corner(page))
        watched.state("a station placed")
        n = table.get_attribute("data-n")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Suggest").click()
        expect(go).to_be_enabled()
        watched.state("a station taken")
        go.click()
        page.wait_for_function("(n) => document.querySelector('svg.table').dataset.n !== n", arg=n)
        settle(page)
    expect(page.locator("svg.table.lay")).to_be_visible()
    x, y = middle(page, page.locator("svg.table .stop").first)
    box = table.bounding_box()
    assert box is not None
    inwards = 1 if x < box["x"] + box["width"] / 2 else -1, 1 if y < box["y"] + box["height"] / 2 else -1
    watched.state("a string dragged")
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 12):
        watched.state(f"a string dragged, step {k}")
        page.mouse.move(x + inwards[0] * k * 12, y + inwards[1] * k * 9, steps=3)
    watched.state("a string let go")
    page.mouse.up()
    watched.state("a string across itself")
    page.keyboard.press("Escape")
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy in ((90, 10), (90, 90), (20, 90), (40, -30)):
        page.mouse.move(x + inwards[0] * dx, y + inwards[1] * dy, steps=5)
    page.mouse.up()
    watched.state("a string suggested")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Suggest").click()
    expect(go).to_be_enabled()
    watched.state("laid, others act")
    n = table.get_attribute("data-n")
    go.click()
    page.wait_for_function("(n) => document.querySelector('svg.table').dataset.n !== n", arg=n)
    expect(page.locator("svg.table.place")).to_be_visible()
    watched.unmoved()


def corner(page: Page) -> tuple[float, float]:
    """A place of the board where no station fits: near the corner of its field."""
    box = page.locator("svg.table .ground").first.bounding_box()
    assert box is not None
    return box["x"] + 20, box["y"] + box["height"] - 20


def middle(page: Page, place: Locator) -> tuple[float, float]:
    """Where the middle of something is."""
    expect(place).to_be_visible()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", SIZES)
def test_the_rule_of_a_refusal_opens(visit: Visit, size: tuple[int, int]) -> None:
    me = open_at(visit, size)
    me.sit_at("ticket-to-ride", "me", "bot:random")
    page = me.page
    stubs = page.locator(".offer .stub")
    stubs.nth(0).click()
    stubs.nth(1).click()
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".deck.can")).to_be_visible()
    press(page, page.locator(".route:not(.can):not(.owned)"))
    link = page.locator(".say.no a")
    expect(link).to_be_visible()
    settle(page)
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_url(re.compile("/rules/ticket-to-ride#T"))
    expect(page.locator(".say.no")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_text_that_does_not_fit_opens_in_full(visit: Visit, size: tuple[int, int]) -> None:
    me = open_at(visit, size)
    me.sit_at("30-rails", "me", "bot:greedy")
    page = me.page
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    watched = Watched(page)
    more = page.get_by_role("button", name="Show all")
    expect(more).to_have_count(0)
    long = "This is a sentence that says far more than a bar has room for. " * 6
    page.evaluate("text => document.querySelector('.say p').append(text)", long)
    expect(more).to_be_visible()
    cut = page.evaluate(
        "(() => { const p = document.querySelector('.say p'); return p.scrollHeight > p.clientHeight; })()"
    )
    assert cut
    more.click()
    expect(page.locator(".actionbar .full")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".actionbar .full")).to_have_count(0)
    watched.unmoved()
