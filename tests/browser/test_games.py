"""Whole games in the browser: alone, two browsers, hot-seat, watched, interrupted."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def test_a_solo_game_to_the_end_and_once_more(visit: Visit) -> None:
    me = visit()
    me.home().new_table(["me"])
    me.set_up()
    for turn in range(4):
        me.choose(turn)
        me.confirm()
    me.open_moves()
    choice = random.Random(1)
    while not me.over:
        me.play_from_list(choice)
    dialog = me.page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Total")).to_be_visible()
    with me.page.expect_download() as saved:
        dialog.get_by_role("link", name="Save the game").click()
    assert saved.value.path().read_text().startswith("{")
    old = me.page.url
    dialog.get_by_role("button", name="Play again").click()
    me.page.wait_for_url(lambda address: "/t/" in address and address != old)
    expect(me.page.get_by_role("button", name="Draw the mountain", exact=True)).to_be_visible()


def test_two_browsers_finish_a_game_that_a_third_watches(visit: Visit) -> None:
    host, guest, watcher = visit(), visit("ru-RU"), visit()
    table = host.home().new_table(["me", "open"])
    expect(host.page.get_by_text("Waiting for 1 more player")).to_be_visible()
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.page.get_by_role("button", name="Сесть").click()
    host.page.get_by_role("button", name="Begin").click()
    watcher.page.goto(f"{watcher.address}/t/{table}")
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    watcher.open_moves()
    expect(watcher.page.get_by_text("It is not your turn now.")).to_be_visible()
    guest.page.locator("#tab-chat").click()
    guest.page.get_by_label("Написать всем").fill("Привет!")
    guest.page.get_by_role("button", name="Послать").click()
    watcher.page.locator("#tab-chat").click()
    expect(watcher.page.get_by_text("Привет!")).to_be_visible()
    choices = {host: random.Random(2), guest: random.Random(3)}
    for each in choices:
        expect(each.page.locator(".actionbar .btn.go")).to_be_visible()
        each.open_moves()
    while not (host.over and guest.over):
        for each, choice in choices.items():
            if each.may_act() and not each.over:
                each.play_from_list(choice)
    expect(watcher.page.get_by_text(re.compile("The winners? (is|are)")).first).to_be_visible()


def test_hot_seat_goes_to_the_seat_that_must_act(visit: Visit) -> None:
    me = visit()
    me.home().new_table(["me", "me", "me"], "shares")
    page = me.page
    draw = page.get_by_role("button", name="Draw the mountain", exact=True)
    for seat in range(3):
        expect(page.locator(".seat").nth(seat)).to_have_class(re.compile("shown"))
        draw.click()
    expect(page.locator(".seat").first).to_have_class(re.compile("shown"))
    me.open_moves()
    choice = random.Random(4)
    for _ in range(60):
        me.play_from_list(choice)
    expect(page.locator(".turnno")).to_contain_text("Turn")
    expect(page.get_by_role("button", name="Buy shares")).to_be_visible()


def test_the_page_comes_back_by_itself_after_the_server_was_killed(visit: Visit, server: Server) -> None:
    me = visit(quiet=True)
    me.home().new_table(["me"])
    me.open_moves()
    choice = random.Random(5)
    for _ in range(14):
        me.play_from_list(choice)
    said = me.page.locator(".turnno").inner_text()
    server.kill()
    expect(me.page.get_by_text("Connection lost")).to_be_visible()
    me.page.locator(".drawer .legal-list li button:visible").first.click()
    server.start()
    expect(me.page.get_by_text("Connection lost")).to_be_hidden()
    expect(me.page.locator(".turnno")).not_to_have_text(said)
    me.play_from_list(choice)


def test_a_refusal_says_the_rule_and_changes_nothing(visit: Visit) -> None:
    me = visit()
    me.home().new_table(["me"])
    page = me.page
    for _ in range(6):
        draw = page.get_by_role("button", name="Draw the mountain", exact=True)
        said = page.locator(".say p").inner_text()
        draw.click()
        expect(page.locator(".say p")).not_to_have_text(said)
    page.locator("g.cell.closed").first.click()
    expect(page.locator(".say.no")).to_contain_text("mountain")
    link = page.get_by_role("link", name="Rule L2")
    expect(link).to_have_attribute("href", "/rules/30-rails#L2")
    expect(page.locator(".turnno")).to_contain_text("Before the first turn")
