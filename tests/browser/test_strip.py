"""The strip of seats: 2 to 12 seats in windows from 360 to 2560 px; nothing collides, is cut off or hides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import branchline
from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
WINDOWS = [(360, 740), (390, 844), (820, 1180), (1366, 768), (1440, 900), (2560, 1440), (844, 390), (720, 450)]

FAULTS = """() => {
  const faults = [];
  const seen = (each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 2 && height > 2;
  };
  const name = (each) => `${each.closest('li')?.dataset.seat ?? ''} ${each.className?.baseVal ?? each.className} ${
    each.textContent.trim().slice(0, 20)}`;
  const apart = (all) => {
    const boxes = all.filter(seen).map((each) => [each, each.getBoundingClientRect()]);
    for (const [i, [a, p]] of boxes.entries())
      for (const [b, q] of boxes.slice(i + 1))
        if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
          && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1) faults.push(`${name(a)} lies over ${name(b)}`);
  };
  const inside = (each, box) => {
    const p = each.getBoundingClientRect(), q = box.getBoundingClientRect();
    if (p.left < q.left - 1 || p.right > q.right + 1 || p.top < q.top - 1 || p.bottom > q.bottom + 1)
      faults.push(`${name(each)} leaves its place`);
  };
  const cut = (each) => {
    if (each.scrollWidth <= each.clientWidth + 1 || each.closest('.hidden')) return;
    if (getComputedStyle(each).textOverflow !== 'ellipsis') faults.push(`${name(each)} is cut off`);
  };
  const bar = document.querySelector('.topbar');
  const seats = [...document.querySelectorAll('.seat')];
  apart([...document.querySelectorAll('.brand, .right, .seat')]);
  for (const each of [...seats, ...bar.querySelectorAll('.brand, .right > *')]) if (seen(each)) inside(each, bar);
  for (const seat of seats) {
    const parts = [...seat.querySelectorAll(
      '.chip, b, .pts, .clock, small > svg, small > span, .counts > span, .note, .name > svg')];
    apart(parts);
    for (const each of parts.filter(seen)) inside(each, seat), cut(each);
    for (const wanted of ['.chip', 'b', '.pts', 'small > svg'])
      if (!seat.querySelector(wanted) || !seen(seat.querySelector(wanted))) faults.push(`${wanted} is hidden`);
    const who = seat.querySelector('b');
    if (who.clientWidth < Math.min(24, who.scrollWidth)) faults.push(`${name(seat)} has no room for its name`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window');
  }
  for (const each of bar.querySelectorAll('.brand b, .turnno > span')) if (seen(each)) cut(each);
  return [...new Set(faults)];
}"""


def game_for(players: int) -> str:
    """The game with the most to say of its seats that so many can play."""
    names = ["ticket-to-ride", "string-railway", "stephensons-rocket", "30-rails"]
    return next(name for name in names if players in branchline.game(name).players)


def strip(page: Page, width: int, height: int) -> list[str]:
    """What is wrong with the strip in a window of that size."""
    page.set_viewport_size({"width": width, "height": height})
    settle(page)
    found: list[str] = page.evaluate(FAULTS)
    return [f"{width} x {height}: {fault}" for fault in found]


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 12])
def test_every_seat_has_its_place_in_every_window(visit: Visit, players: int, language: str) -> None:
    me = visit(language)
    names = [game_for(players)] + (["string-railway", "stephensons-rocket"] if players == 4 else [])
    for name in names:
        me.sit_at(
            name, "me", *["bot:greedy", "bot:expert", "bot:random"][: players - 1], *["bot:greedy"] * (players - 4)
        )
        page = me.page
        expect(page.locator(".seat")).to_have_count(players)
        if name == "ticket-to-ride":
            page.locator(".offer .stub").nth(0).click()
            page.locator(".offer .stub").nth(1).click()
            page.locator(".actionbar .btn.go").click()
            expect(page.locator(".seat .counts")).to_have_count(players)
        faults = [fault for width, height in WINDOWS for fault in strip(page, width, height)]
        assert not faults, f"{name}: " + "\n".join(faults)


def test_what_eight_and_twelve_seats_still_have_to_do_fits_too(visit: Visit) -> None:
    me = visit()
    for players in (8, 12):
        # All at one screen, so that nobody has moved yet and every other seat has its note.
        me.sit_at("30-rails", *["me"] * players)
        expect(me.page.locator(".seat .note")).to_have_count(players - 1)
        faults = [fault for width, height in WINDOWS for fault in strip(me.page, width, height)]
        assert not faults, f"{players}: " + "\n".join(faults)


@pytest.mark.parametrize("game", ["30-rails", "stephensons-rocket"])
def test_on_a_phone_a_note_stands_under_the_words_and_above_the_mark(visit: Visit, game: str) -> None:
    me = visit("ru-RU", phone=True)
    me.sit_at(game, "me", "me")
    page = me.page
    expect(page.locator(".seat .note").last).to_be_visible()
    for seat in page.locator(".seat:has(.note)").all():
        box = seat.bounding_box()
        note, words = (seat.locator(part).bounding_box() for part in (".note", "small"))
        assert box
        assert note
        assert words
        assert abs(note["x"] - words["x"]) < 2
        assert note["y"] + note["height"] <= box["y"] + box["height"] - 3


def test_large_points_long_names_and_absent_players_fit_too(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.name_oneself("Александра Константинопольская")
    table = host.sit_at("ticket-to-ride", "me", "open", "bot:expert", "bot:greedy", "bot:random")
    guest.take_seat(table)
    expect(host.page.get_by_text("Everybody is here")).to_be_visible()
    host.page.get_by_role("button", name="Begin").click()
    expect(host.page.locator(".seat")).to_have_count(5)
    guest.page.close()
    away = host.page.locator(".seat").nth(1)
    expect(away).to_contain_text("away")
    expect(away).to_have_class(re.compile("away"))
    host.page.evaluate("for (const each of document.querySelectorAll('.pts')) each.textContent = '188'")
    faults = [fault for width, height in WINDOWS for fault in strip(host.page, width, height)]
    assert not faults, "\n".join(faults)


def test_a_bot_says_its_level_and_who_acts_is_marked(visit: Visit) -> None:
    me = visit()
    me.sit_at("30-rails", "me", "bot:expert", "bot:beginner")
    seats = me.page.locator(".seat")
    expect(seats.nth(1)).to_contain_text("bot, expert")
    expect(seats.nth(2)).to_contain_text("bot, beginner")
    expect(seats.nth(1).locator(".name svg path.on")).to_have_count(4)
    expect(seats.nth(2).locator(".name svg path.on")).to_have_count(1)
    expect(seats.nth(0)).to_have_class(re.compile(r"\bnow\b"))


@pytest.mark.parametrize("size", WINDOWS)
def test_a_lost_connection_never_covers_the_title(visit: Visit, size: tuple[int, int]) -> None:
    me = visit(quiet=True)
    wires: list[Any] = []

    def listen(wire: Any) -> None:
        if wires:
            return
        wire.connect_to_server()
        wires.append(wire)

    me.page.route_web_socket(re.compile(r"/live(\?|$)"), listen)
    me.sit_at("stephensons-rocket", "me", "bot:random", "bot:random", "bot:random")
    page = me.page
    expect(page.locator(".seat")).to_have_count(4)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    before = json.dumps(page.locator(".topbar").bounding_box())
    wires[0].close()
    lost = page.locator(".lost")
    expect(lost).to_be_visible()
    assert json.dumps(page.locator(".topbar").bounding_box()) == before
    assert not page.evaluate(FAULTS)
    title, tag = page.locator(".brand").bounding_box(), lost.bounding_box()
    assert title is not None
    assert tag is not None
    assert tag["x"] >= title["x"] + title["width"] - 1
