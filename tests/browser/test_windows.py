"""Windows in which every game is fully playable: laptop, tablet, a phone on its side, a page at 200 %."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
FOLDER = Path(__file__).parents[2] / "screenshots"
WINDOWS = [(1366, 768, 1), (820, 1180, 1), (844, 390, 2), (720, 450, 2)]

NEEDED = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  if (!found.length) return [`${selector}: missing`];
  return found.flatMap((each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const name = `${selector} (${each.textContent.trim().slice(0, 24)})`;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return [`${name}: outside`];
    const middle = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(...middle);
    const free = hit && (each.contains(hit) || hit.contains(each));
    return free ? [] : [`${name}: covered by ${hit?.tagName} ${hit?.className?.baseVal ?? hit?.className}`];
  });
})"""
"""What a move needs is inside the window, and a press in its middle reaches it."""


def needed(page: Page, *selectors: str) -> list[str]:
    found: list[str] = page.evaluate(NEEDED, list(selectors))
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("the page is wider than the window")
    if page.evaluate("document.documentElement.scrollHeight > innerHeight"):
        found.append("the page is higher than the window")
    return found


def surface(page: Page, least: float) -> None:
    """The board is as large as a hand can use."""
    sizes = page.locator("main.board svg").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert max(sizes) >= least, sizes


def shot(page: Page, name: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    size = page.viewport_size
    assert size is not None
    settle(page)
    page.screenshot(path=FOLDER / f"window-{name}-{size['width']}.png")


def open_at(visit: Visit, window: tuple[int, int, int]) -> Visitor:
    width, height, scale = window
    return visit("ru-RU", viewport={"width": width, "height": height}, device_scale_factor=scale)


def assert_hand_sized(page: Page) -> None:
    """Cells are at least as large as a finger, and the jokers' names stand in one line."""
    cell = page.locator("g.cell rect").first.evaluate("(each) => each.getBoundingClientRect().width")
    frame = page.locator("main.board .frame").first.evaluate("(each) => each.getBoundingClientRect().width / 6")
    # At 200 % a pixel of the page is two of the screen.
    least = 35 if page.evaluate("innerWidth") == 720 else 44
    assert max(cell, frame) >= least, (cell, frame)
    lines = page.locator(".panel .joker > span:not(.hidden):visible").evaluate_all(
        "all => all.map((each) => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))"
    )
    assert all(each < 1.5 for each in lines), lines


BARS = (".actionbar .btn", ".seat", ".topbar .right button")


@pytest.mark.parametrize("window", WINDOWS)
def test_30_rails_is_playable(visit: Visit, window: tuple[int, int, int]) -> None:
    me = open_at(visit, window)
    me.sit_at("30-rails", "me", "bot:greedy", "bot:greedy")
    page = me.page
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    shot(page, "rails30-setup")
    faults = needed(page, *BARS)
    me.set_up()
    me.choose(1)
    shot(page, "rails30")
    faults += needed(page, *BARS, "g.cell:not(.closed)", ".die svg", ".panel .joker:not([disabled])")
    assert not faults, faults
    assert_hand_sized(page)
    me.confirm()


@pytest.mark.parametrize("window", WINDOWS)
def test_ticket_to_ride_is_playable(visit: Visit, window: tuple[int, int, int]) -> None:
    me = open_at(visit, window)
    me.sit_at("ticket-to-ride", "me", "bot:random", "bot:random")
    page = me.page
    stubs = page.locator(".offer .stub")
    expect(stubs).to_have_count(3)
    shot(page, "tickets-offer")
    faults = needed(page, *BARS, ".offer .stub")
    stubs.nth(0).click()
    stubs.nth(1).click()
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".deck.can")).to_be_visible()
    faults += needed(page, *BARS, ".deck.can", ".side button", ".hand small b")
    page.locator(".route.can").first.dispatch_event("click")
    expect(page.locator(".pay").first).to_be_visible()
    shot(page, "tickets")
    faults += needed(page, *BARS, ".pay:first-child")
    assert not faults, faults
    surface(page, 200)
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".route.owned").first).to_be_attached()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", ["england", "usa"])
def test_the_rocket_is_playable(visit: Visit, window: tuple[int, int, int], name: str) -> None:
    me = open_at(visit, window)
    me.sit_at("stephensons-rocket", "me", "bot:greedy", "bot:greedy", map=name)
    page = me.page
    go = page.locator(".actionbar .btn.go")
    expect(go).to_be_visible()
    expect(page.locator(".engine:not(.idle)").first).to_be_visible()
    faults = needed(page, *BARS, ".engine:not(.idle)")
    surface(page, 200)
    page.locator(".engine:not(.idle)").first.press("Enter")
    page.locator(".target").first.press("Enter")
    expect(go).to_be_enabled()
    shot(page, f"rocket-{name}")
    faults += needed(page, *BARS)
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.locator(".chart button:not([disabled])").first).to_be_visible()
    shot(page, f"rocket-{name}-invest")
    faults += needed(page, *BARS, ".chart button:not([disabled])")
    assert not faults, faults
    page.locator(".chart button:not([disabled])").first.click()
    go.click()


@pytest.mark.parametrize("window", WINDOWS)
def test_string_railway_is_playable(visit: Visit, window: tuple[int, int, int]) -> None:
    me = open_at(visit, window)
    me.sit_at("string-railway", "me", "bot:greedy", "bot:greedy", "bot:greedy")
    page = me.page
    go, table = page.locator(".actionbar .btn.go"), page.locator("svg.table")
    suggest = page.get_by_role("button", name=re.compile("^Подсказать"))
    expect(page.locator("svg.table.place")).to_be_visible()
    faults = needed(page, *BARS, "svg.table")
    for _ in range(4):
        if page.locator("svg.table.lay").count():
            break
        n = table.get_attribute("data-n")
        suggest.click()
        expect(go).to_be_enabled()
        shot(page, "strings-place")
        go.click()
        page.wait_for_function("(n) => document.querySelector('svg.table').dataset.n !== n", arg=n)
        settle(page)
    expect(page.locator("svg.table.lay")).to_be_visible()
    suggest.click()
    expect(go).to_be_enabled()
    shot(page, "strings")
    faults += needed(page, *BARS, "svg.table")
    assert not faults, faults
    surface(page, 240)
    go.click()
