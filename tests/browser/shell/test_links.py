"""Notices, copied links, and links to a seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor
from tests.browser.shell.toys import bring

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def test_a_copied_link_is_said_inside_the_dialog(visit: Visit) -> None:
    me = visit(permissions=["clipboard-read", "clipboard-write"])
    me.sit_at("toy", "me", "bot:random")
    me.page.get_by_role("button", name="Settings").click()
    dialog = me.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy the table’s link").click()
    expect(dialog.get_by_role("status")).to_have_text("The link is copied.")
    assert me.page.evaluate("navigator.clipboard.readText()") == me.page.url


def test_without_a_clipboard_the_link_stays_to_be_copied(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.clock.install()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    me.sit_at("toy", "me", "bot:random")
    page.get_by_role("button", name="Settings").click()
    opener = page.get_by_role("dialog").get_by_role("button", name="Copy the table’s link")
    opener.click()
    field = page.get_by_role("dialog").get_by_label("Copy this link").get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).to_have_value(page.url)
    assert page.evaluate("getSelection().toString()") == page.url
    page.clock.fast_forward(60_000)
    expect(field).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_refusal_is_said_above_the_dialog_that_asked(visit: Visit, won: Path) -> None:
    me = visit(quiet=True)
    page = me.page
    bring(me, won)
    refused = {"error": {"code": "server.too_fast", "facts": {}}}
    page.route("**/continue", lambda route: route.fulfill(status=429, json=refused))
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog.get_by_role("status")).to_contain_text("Too many requests")
    box = dialog.get_by_text("Too many requests").bounding_box()
    assert box is not None
    on_top = "([x, y]) => document.elementFromPoint(x, y).textContent"
    assert "Too many" in page.evaluate(on_top, [box["x"] + 10, box["y"] + 10])


def test_a_seats_link_in_the_address_of_an_open_table(visit: Visit) -> None:
    # Both are quiet: what the host asks at the moment when the seat goes is refused, and Chromium logs that.
    host, other = visit(quiet=True), visit(quiet=True)
    table = host.sit_at("toy", "me", "bot:random")
    secret = host.page.evaluate("async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seat_links[0]", table)
    page = other.page
    page.goto(f"{other.address}/t/{table}")
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.goto(f"{other.address}/t/{table}#nonsense")
    expect(page.get_by_role("status").get_by_text("opens no seat")).to_be_visible()
    expect(page).to_have_url(f"{other.address}/t/{table}")
    page.goto(f"{other.address}/t/{table}#{secret}")
    expect(page.get_by_text("This seat is yours now.")).to_be_visible()
    expect(page.locator(".board .legal-list li button").first).to_be_visible()
    expect(page).to_have_url(f"{other.address}/t/{table}")
    expect(host.page.get_by_text("You are watching")).to_be_visible()


def test_a_wrong_seat_link_is_called_that_and_leads_to_the_table(visit: Visit) -> None:
    host, other = visit(), visit(quiet=True)
    table = host.sit_at("toy", "me", "bot:random")
    other.page.goto(f"{other.address}/t/{table}#nonsense")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This link opens no seat")
    other.page.get_by_role("button", name="Go").click()
    expect(other.page.get_by_text("You are watching")).to_be_visible()
    other.page.goto(f"{other.address}/t/nothing")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("No such table")
