"""What surrounds every board: undo by agreement, also across a restart; sounds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
COUNT_TONES = """
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
"""


def two_past_the_dice(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two browsers at a table; both have drawn a mountain, and the die was rolled again."""
    host, guest = visit(quiet=True), visit(quiet=True)
    table = host.home().new_table(["me", "open"])
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.page.get_by_role("button", name="Sit").click()
    host.page.get_by_role("button", name="Begin").click()
    for each in (host, guest):
        each.page.get_by_role("button", name="Draw the mountain", exact=True).click()
    for each in (host, guest):
        expect(each.page.locator(".say p")).to_contain_text("Row 2")
    return host, guest


def ask_back(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Ask to take my move back").click()


def test_a_move_goes_back_only_if_the_other_browser_agrees(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    wish = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_visible()
    wish.get_by_role("button", name="No", exact=True).click()
    expect(host.page.locator(".say.no")).to_contain_text("did not agree")
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_hidden()
    expect(wish).to_be_hidden()
    ask_back(host.page)
    wish.get_by_role("button", name="Agree").click()
    for each in (host, guest):
        expect(each.page.locator(".drawer .log")).to_contain_text("took the move back")
        expect(each.page.get_by_text("All agree: the move is taken back.")).to_be_visible()
    expect(host.page.locator(".say p")).to_contain_text("Row 1")
    expect(wish).to_be_hidden()


def test_a_wish_lives_through_a_restart_and_dies_with_its_page(visit: Visit, server: Server) -> None:
    host, guest = two_past_the_dice(visit)
    wish = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(wish).to_be_visible()
    server.kill()
    expect(guest.page.get_by_text("Connection lost")).to_be_attached()
    server.start()
    expect(guest.page.get_by_text("Connection lost")).to_be_hidden()
    wish.get_by_role("button", name="Agree").click()
    expect(host.page.locator(".say p")).to_contain_text("Row 1")
    # Once more, but the one who asks is gone when the server comes back.
    for each in (host, guest):
        each.page.get_by_role("button", name="Draw the mountain", exact=True).click()
    for each in (host, guest):
        expect(each.page.locator(".say p")).to_contain_text("Row 2")
    ask_back(host.page)
    expect(wish).to_be_visible()
    server.kill()
    host.page.close()
    server.start()
    expect(guest.page.get_by_text("got lost with the connection")).to_be_visible(timeout=20_000)
    expect(wish).to_be_hidden()


def test_sounds_are_made_only_when_wanted(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.add_init_script(COUNT_TONES)
    me.home().new_table(["me", "bot:random"])
    draw = page.get_by_role("button", name="Draw the mountain", exact=True)
    draw.click()
    expect(page.locator(".say p")).to_contain_text("Row 2")
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name=re.compile("^Sounds")).check()
    page.keyboard.press("Escape")
    page.wait_for_function("tones > 0")
    before = page.evaluate("tones")
    draw.click()
    expect(page.locator(".say p")).to_contain_text("Row 3")
    page.wait_for_function("n => tones > n", arg=before)


def test_the_rules_of_every_game_can_be_read(visit: Visit) -> None:
    me = visit()
    for game in ("30-rails", "ticket-to-ride", "stephensons-rocket", "string-railway"):
        me.page.goto(f"{me.address}/rules/{game}")
        expect(me.page.locator("article section p[id]").nth(5)).to_be_visible()
        heaped = me.page.evaluate(
            """() => [...document.querySelectorAll('article section')].flatMap((section) => {
              const rules = [...section.querySelectorAll('p[id]')].map((each) => each.getBoundingClientRect());
              return rules.slice(1).filter((box, i) => box.top < rules[i].bottom || box.height < 20);
            }).length"""
        )
        assert heaped == 0, game
