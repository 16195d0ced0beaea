"""A whole evening: two browsers find each other through the lobby and play a rated game with a live clock."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.driver import Visitor, unused
from tests.browser.test_notices import call
from tests.server.lobby.test_evening import told_of
from tests.server.notices.receivers import Hook, hook
from tests.server.service import Guest, Live, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
CLOCK = {"kind": "live", "base": 20, "increment": 600, "delay": 2}
"""Long enough for two pages to open on a busy machine, short enough to run out while the test waits."""


def sign_up(me: Visitor, name: str, receiver: Hook | None = None) -> Page:
    """An account for this browser, and a webhook for its notices."""
    me.page.goto(me.address)
    call(me.page, "POST", "/api/account", {"name": name, "password": "correct horse"})
    if receiver is not None:
        call(me.page, "POST", "/api/notices/channels", {"kind": "json", "address": receiver.url(), "language": "en"})
    me.page.goto(f"{me.address}/lobby")
    return me.page


def hurry(route: Route) -> None:
    """The search as the page sends it, with a clock that runs out while the test looks."""
    body: dict[str, Any] = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps(body | {"clock": CLOCK}))


def find(page: Page) -> None:
    """Press what a person presses."""
    page.route("**/api/search", hurry, times=1)
    form = page.locator(".find")
    form.get_by_label("Which game").select_option(label="30 Rails")
    form.get_by_label("Players").select_option(label="2")
    form.get_by_label("Opponents’ rating").select_option(label="Rated, any")
    form.get_by_role("button").click()


def client(server: Server, page: Page) -> Guest:
    """The same person without a page, to play fast."""
    cookie = next(each["value"] for each in page.context.cookies() if each["name"] == "branchline")
    guest = Guest(server.port)
    guest.http.cookies.clear()
    guest.http.cookies.set("branchline", cookie, domain="127.0.0.1")
    guest.http.headers["cookie"] = f"branchline={cookie}"
    return guest


def to_the_end(lives: dict[int, Live]) -> None:
    """Each plays their own seat until the game is over, any legal action at a time."""
    for seat, live in lives.items():
        live.until(lambda said, seat=seat: said["type"] == "view" and said["seat"] == seat)
        # The connection is there for this test only: its person is not looking.
        live.tell(type="look", away=True)
    while True:
        for seat, live in lives.items():
            live.quiet()
            view = live.views[seat]["view"]
            if view["over"]:
                return
            while seat in view["actors"] and not view["over"]:
                said = live.play(seat)
                assert said["type"] == "done", said
                live.quiet()
                view = live.views[seat]["view"]


@pytest.mark.timeout(180)
def test_two_find_each_other_play_rated_and_one_is_cut_off(visit: Visit, server: Server) -> None:
    with ExitStack() as stack:
        enter = stack.enter_context
        hers, his = enter(hook()), enter(hook())
        anna, boris = visit(), visit(quiet=True)
        for me, name, receiver in ((anna, unused("Anna"), hers), (boris, unused("Boris"), his)):
            sign_up(me, name, receiver)
        find(boris.page)
        expect(boris.page.get_by_text("Looking for opponents")).to_be_visible()
        find(anna.page)
        for me in (anna, boris):
            me.page.wait_for_url(re.compile("/t/"))
        id_ = anna.page.url.rsplit("/", 1)[1]
        assert boris.page.url.endswith(id_)
        # Boris is cut off; Anna moves, and has time then.
        boris.page.context.set_offline(True)
        anna.open_moves().locator("li button").first.click()
        a = enter(client(server, anna.page))
        b = enter(client(server, boris.page))
        mine, theirs = a.get(f"/api/tables/{id_}")["you"][0], b.get(f"/api/tables/{id_}")["you"][0]
        expect(anna.page.locator(f"[data-seat='{theirs}']")).to_contain_text("a bot plays")
        # He comes back with one press.
        boris.page.context.set_offline(False)
        boris.page.goto(f"{boris.address}/t/{id_}")
        expect(boris.page.get_by_text("Your time was up: a bot plays for you.")).to_be_visible()
        boris.page.get_by_role("button", name="Take my seat back").click()
        expect(anna.page.locator(f"[data-seat='{theirs}']")).not_to_contain_text("a bot plays")
        if a.get(f"/api/tables/{id_}")["seats"][mine]["substitute"]:
            # A machine that is too slow for Anna's first move takes nothing from the promise.
            a.ok(f"/api/tables/{id_}/take-back", {"seat": mine})
        # Both look elsewhere while the rest of the game is played.
        for me in (anna, boris):
            me.page.goto("about:blank")
        with a.live(id_) as ours, b.live(id_) as other:
            to_the_end({mine: ours, theirs: other})
        wait_for(lambda: a.get(f"/api/tables/{id_}")["ending"] is not None)
        wait_for(lambda: all(seat["rating"] for seat in a.get(f"/api/tables/{id_}")["seats"]))
        wait_for(lambda: bool(told_of(hers, id_)) and bool(told_of(his, id_)))
        wait_for(lambda: "over" in told_of(hers, id_) | told_of(his, id_))


def test_somebody_is_followed_invited_and_blocked(visit: Visit) -> None:
    egor, vera = visit(), visit(phone=True)
    his, hers = unused("Egor"), unused("Vera")
    sign_up(egor, his)
    page = sign_up(vera, hers)
    page.get_by_label("A player’s name").fill(his.lower())
    page.get_by_role("button", name="Follow", exact=True).click()
    row = page.locator("aside li", has_text=his)
    expect(row).to_contain_text("free")
    # She invites him: a new table with a seat that is his.
    row.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("li select").nth(1)).to_contain_text(his)
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text(f"Kept for {his}")).to_be_visible()
    # His page says so wherever he is; he sits down.
    egor.page.goto(f"{egor.address}/rules")
    expect(egor.page.get_by_text(f"{hers} invites you to a table")).to_be_visible()
    egor.page.get_by_role("button", name="Sit down").click()
    egor.page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_text(his).first).to_be_visible()
    # He is muted and reported, at his seat.
    page.get_by_role("button", name=f"Options: {his}").click()
    page.get_by_role("button", name="Report").click()
    page.get_by_label("What is wrong").select_option("play")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The report has been sent.")).to_be_visible()
    page.get_by_role("button", name=f"Options: {his}").click()
    page.get_by_role("button", name="Do not play with them").click()
    expect(page.get_by_text("You will not meet at a table again.")).to_be_visible()
    # The settings have the way back.
    page.goto(f"{vera.address}/settings")
    page.get_by_role("button", name=f"Undo: {his}").click()
    expect(page.get_by_text("Muted and blocked")).to_have_count(0)
