"""Getting along while a game runs: whoever sits in the strip is looked at, followed, muted, blocked, reported."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, settle, unused
from tests.browser.test_people import call

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]


def sign_up(visitor: Visitor, name: str) -> Page:
    visitor.page.goto(f"{visitor.address}/rules")
    call(visitor.page, "/api/account", {"name": name, "password": "correct horse"})
    return visitor.page


def running(host: Page, *others: Page) -> str:
    """A running game of all of them."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    table: str = call(host, "/api/tables", {"game": "ticket-to-ride", "seats": seats, "public": True})["id"]
    for page in others:
        call(page, f"/api/tables/{table}/join", {})
    call(host, f"/api/tables/{table}/start", {})
    return table


def test_a_name_in_the_strip_opens_what_can_be_done(visit: Visit) -> None:
    nina, oleg, guest = visit(), visit(), visit(phone=True)
    hers, his = unused("Nina"), unused("Oleg")
    sign_up(nina, hers)
    sign_up(oleg, his)
    guest.page.goto(f"{guest.address}/rules")
    table = running(nina.page, oleg.page, guest.page)
    page = nina.page
    page.goto(f"{nina.address}/t/{table}")
    seat = page.locator("[data-seat='1']")
    # One's own name and a press beside the name open nothing.
    seat.locator(".chip").click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(seat.locator(".show")).to_have_attribute("aria-pressed", "true")
    seat.get_by_role("button", name=his, exact=True).click()
    dialog = page.get_by_role("dialog")
    for name in ("The player’s page", "Follow", "Hide their messages", "Do not play with them", "Report"):
        expect(dialog.get_by_role("link" if "page" in name else "button", name=name)).to_be_visible()
    dialog.get_by_role("button", name="Follow").click()
    expect(page.get_by_text(f"{his} is now on your list.")).to_be_visible()
    # By keys: the name follows its seat.
    page.locator("[data-seat='1'] .show").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Unfollow")).to_be_visible()
    dialog.get_by_role("button", name="Hide their messages").click()
    expect(page.get_by_text("Their messages are hidden")).to_be_visible()
    seat.get_by_role("button", name=his, exact=True).click()
    dialog.get_by_role("button", name="Show their messages again").click()
    expect(dialog).to_have_count(0)
    # A guest has no page, and can be reported all the same.
    page.locator("[data-seat='2'] .name").click()
    expect(dialog.get_by_role("link")).to_have_count(0)
    dialog.get_by_role("button", name="Report").click()
    dialog.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The report has been sent.")).to_be_visible()
    seat.get_by_role("button", name=his, exact=True).click()
    dialog.get_by_role("link", name="The player’s page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(his)
    # By finger: the first press shows the seat's things, the second one asks.
    phone = guest.page
    phone.goto(f"{guest.address}/t/{table}")
    place = phone.locator("[data-seat='0'] .show")
    place.tap()
    expect(place).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    place.tap()
    expect(phone.get_by_role("dialog")).to_contain_text(hers)
    settle(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_old_name_leads_to_the_page_and_rows_say_who_watches(visit: Visit) -> None:
    lena, pavel, watcher = visit(), visit(), visit()
    earlier, later = unused("Lena"), unused("Elena")
    sign_up(lena, earlier)
    sign_up(pavel, unused("Pavel"))
    table = running(lena.page, pavel.page)
    lena.page.evaluate(
        """(name) => fetch('/api/me', {method: 'PUT', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({name})})""",
        later,
    )
    page = watcher.page
    page.goto(f"{watcher.address}/people/{quote(earlier.lower())}")
    expect(page.get_by_role("heading", level=1)).to_have_text(later)
    page.wait_for_url(re.compile(quote(later) + "$"))
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    page.get_by_role("button", name="Invite to a table").click()
    expect(page.get_by_role("dialog").locator("li select").nth(1)).to_contain_text(later)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch").click()
    expect(page.locator(".seats")).to_contain_text(earlier)
    pavel.page.goto(f"{pavel.address}/lobby")
    row = pavel.page.locator(f"a[href='/t/{table}']", has=pavel.page.locator(".eyes"))
    expect(row.locator(".eyes")).to_contain_text("1 watching")
    expect(row.locator(".sign svg")).to_be_visible()


def test_whoever_is_muted_falls_silent_at_once(visit: Visit) -> None:
    nina, oleg, guest = visit(), visit(), visit()
    sign_up(nina, unused("Nina"))
    his = unused("Oleg")
    sign_up(oleg, his)
    guest.page.goto(f"{guest.address}/rules")
    table = running(nina.page, oleg.page, guest.page)
    for visitor, text in ((oleg, "Hurry up, you snail"), (guest, "Take your time")):
        visitor.page.goto(f"{visitor.address}/t/{table}")
        visitor.page.locator("#tab-chat").click()
        visitor.page.get_by_label("Write to everybody").fill(text)
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("list", name="Chat")).to_contain_text(text)
    page = nina.page
    page.goto(f"{nina.address}/t/{table}")
    page.locator("#tab-chat").click()
    chat = page.get_by_role("list", name="Chat")
    expect(chat).to_contain_text("snail")
    chat.get_by_role("button", name=f"Options: {his}").click()
    page.get_by_role("dialog").get_by_role("button", name="Hide their messages").click()
    expect(chat).not_to_contain_text("snail")
    expect(chat).to_contain_text("Take your time")
    page.reload()
    page.locator("#tab-chat").click()
    expect(chat).to_contain_text("Take your time")
    expect(chat).not_to_contain_text("snail")


def test_an_invitation_that_is_declined_is_told(visit: Visit) -> None:
    nina, oleg = visit(), visit(phone=True)
    hers, his = unused("Nina"), unused("Oleg")
    sign_up(nina, hers)
    sign_up(oleg, his)
    page = nina.page
    # Somebody without games has a page all the same.
    page.goto(f"{nina.address}/people/{quote(his)}")
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    page.get_by_role("button", name="Follow", exact=True).click()
    page.get_by_role("button", name="Invite to a table").click()
    page.get_by_role("dialog").get_by_role("button", name="Rated", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(page.get_by_text(f"Kept for {his}")).to_be_visible()
    expect(page.get_by_text("Waiting for 1 more player · rated")).to_be_visible()
    # At a board the invitation is a line beside the way home, which opens.
    oleg.sit_at("30-rails", "me", "bot:random")
    waiting = oleg.page.locator("aside.waiting")
    waiting.get_by_role("button", name="Invited").tap()
    expect(waiting).to_contain_text(f"{hers} invites you to a table")
    waiting.get_by_role("button", name="Not now").tap()
    expect(waiting).to_have_count(0)
    expect(page.get_by_text(f"{his} is not coming: the seat is free again.")).to_be_visible()
    # Whom one follows is an account, with a page.
    page.goto(f"{nina.address}/lobby")
    page.get_by_role("button", name=f"Options: {his}").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="The player’s page")).to_be_visible()
