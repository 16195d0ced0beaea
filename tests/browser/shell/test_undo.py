"""Undo by agreement: asked, agreed, declined, said once, and alive after a restart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.driver import Visitor
from tests.browser.shell.toys import choose, rounds, two_past_the_dice

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def ask_back(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Ask to take my move back").click()


def test_a_move_goes_back_only_if_the_other_browser_agrees(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    request = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_visible()
    request.get_by_role("button", name="No", exact=True).click()
    expect(host.page.locator(".say.no")).to_contain_text("did not agree")
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_hidden()
    expect(request).to_be_hidden()
    ask_back(host.page)
    request.get_by_role("button", name="Agree").click()
    for each in (host, guest):
        expect(each.page.locator(".drawer .log")).to_contain_text("took the move back")
        expect(each.page.get_by_text("All agree: the move is taken back.")).to_be_visible()
    rounds(host, 0)
    expect(request).to_be_hidden()


def test_how_a_request_ended_is_said_once(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    watcher = visit(quiet=True)
    watcher.page.goto(host.page.url)
    ask_back(host.page)
    guest.page.get_by_role("dialog").get_by_role("button", name="Agree").click()
    said = host.page.get_by_text("All agree: the move is taken back.")
    expect(said).to_be_visible()
    expect(said).to_be_hidden(timeout=10_000)
    told = host.page.evaluate("performance.now()")
    guest.page.reload()
    rounds(guest, 0)
    watcher.page.close()
    host.page.wait_for_function("told => performance.now() - told > 1500", arg=told)
    expect(said).to_have_count(0)


def test_a_request_lives_through_a_restart_and_outlives_its_page(visit: Visit, server: Server) -> None:
    host, guest = two_past_the_dice(visit)
    request = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(request).to_be_visible()
    server.kill()
    expect(guest.page.get_by_text("Connection lost")).to_be_attached()
    server.start()
    expect(guest.page.get_by_text("Connection lost")).to_be_hidden()
    request.get_by_role("button", name="Agree").click()
    rounds(host, 0)
    # Once more, but the one who asks is gone when the server comes back.
    for each in (host, guest):
        choose(each)
    for each in (host, guest):
        rounds(each, 1)
    ask_back(host.page)
    expect(request).to_be_visible()
    server.kill()
    host.page.close()
    server.start()
    expect(guest.page.get_by_text("Connection lost")).to_be_hidden()
    request.get_by_role("button", name="Agree").click()
    rounds(guest, 0)
