"""The chat says that something is new."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def test_a_phone_sees_that_somebody_wrote(visit: Visit) -> None:
    host, guest = visit(phone=True), visit()
    table = host.sit_at("toy", "me", "bot:random")
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.page.locator("#tab-chat").click()
    page = host.page
    log = page.get_by_role("button", name=re.compile("^Log"))
    expect(log).to_have_accessible_name("Log")
    write = guest.page.get_by_label("Write to everybody")
    write.fill("Hello!")
    write.press("Enter")
    expect(log).to_have_accessible_name("Log, new in the chat")
    log.tap()
    expect(page.get_by_text("Hello!")).to_be_visible()
    expect(page.locator("#tab-chat")).to_be_focused()
    expect(log).to_have_accessible_name("Log")
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
    expect(log).to_be_focused()
    write.fill("And again")
    write.press("Enter")
    expect(log).to_have_accessible_name("Log, new in the chat")


def test_a_long_chat_still_shows_what_is_new(visit: Visit) -> None:
    me = visit()
    wires: list[WebSocketRoute] = []

    def listen(wire: WebSocketRoute) -> None:
        wire.connect_to_server()
        wires.append(wire)

    me.page.route_web_socket(re.compile(r"/live(\?|$)"), listen)
    me.sit_at("toy", "me", "bot:random")
    tab = me.page.locator("#tab-chat")
    expect(tab).to_have_text("Chat")

    def say(numbers: range) -> None:
        for n in numbers:
            wires[-1].send(json.dumps({"type": "chat", "n": n, "seat": 1, "name": "B", "text": f"line {n}", "at": 0}))

    say(range(210))
    expect(tab.locator("i")).to_be_visible()
    tab.click()
    expect(me.page.get_by_text("line 209")).to_be_visible()
    me.page.locator("#tab-log").click()
    expect(tab.locator("i")).to_have_count(0)
    say(range(210, 211))
    expect(tab.locator("i")).to_be_visible()
