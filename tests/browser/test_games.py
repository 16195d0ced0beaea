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
    expect(dialog.get_by_role("row", name="Total").first).to_be_visible()
    expect(dialog.locator(".facts")).to_have_text(re.compile(r"^\d+ turns, \d+ minutes?$"))
    dialog.get_by_role("button", name="To the board").click()
    with me.page.expect_download() as saved:
        me.page.get_by_role("link", name="Save the game").click()
    assert saved.value.path().read_text().startswith("{")
    old = me.page.url
    me.page.get_by_role("button", name="Score", exact=True).click()
    dialog.get_by_role("button", name="Play again").click()
    me.page.wait_for_url(lambda address: "/t/" in address and address != old)
    expect(me.page.get_by_role("button", name="Draw the mountain", exact=True)).to_be_visible()


def test_two_browsers_finish_a_game_that_a_third_watches(visit: Visit) -> None:
    host, guest, watcher = visit(), visit("ru-RU"), visit()
    table = host.home().new_table(["me", "open"])
    expect(host.page.get_by_text("Waiting for 1 more player")).to_be_visible()
    guest.take_seat(table)
    host.page.get_by_role("button", name="Begin").click()
    watcher.page.goto(f"{watcher.address}/t/{table}")
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    watcher.open_moves()
    expect(watcher.page.get_by_text("It is not your turn now.")).to_be_visible()
    guest.page.locator("#tab-chat").click()
    guest.page.get_by_label("Написать всем").fill("Привет!")
    guest.page.get_by_role("button", name="Отправить").click()
    watcher.page.locator("#tab-chat").click()
    expect(watcher.page.get_by_text("Привет!")).to_be_visible()
    choices = {host: random.Random(2), guest: random.Random(3)}
    for each in choices:
        expect(each.page.locator(".actionbar .btn.go")).to_be_visible()
        each.open_moves()
    while not (host.over and guest.over):
        for each, choice in choices.items():
            if each.may_act() and not each.over:
                each.play_from_list(choice, waits=False)
    expect(watcher.page.get_by_text(re.compile("The winners? (is|are)")).first).to_be_visible()


def test_hot_seat_goes_to_the_seat_that_must_act(visit: Visit) -> None:
    me = visit()
    me.home().new_table(["me", "me", "me"], "shares")
    page = me.page
    draw = page.get_by_role("button", name="Draw the mountain", exact=True)
    expect(page.locator(".seat b")).to_have_text(["Player 1, you", "Player 2", "Player 3"])
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


def test_a_screen_with_secrets_is_handed_over(visit: Visit) -> None:
    me = visit()
    table = me.sit_at("ticket-to-ride", "me", "me")
    page = me.page
    card, show = page.get_by_role("heading", name=re.compile("^Hand over")), page.get_by_role("button", name="Show")
    stubs, go = page.locator(".offer .stub"), page.locator(".actionbar .btn.go")
    for name in ("Player 1", "Player 2"):
        expect(card).to_have_text(f"Hand over to {name}")
        expect(page.locator(".stub, .drawer, .actionbar")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(card).to_be_visible()
        show.click()
        expect(stubs).to_have_count(3)
        expect(card).to_have_count(0)
        stubs.nth(0).click()
        stubs.nth(1).click()
        go.click()
    # Whoever begins was drawn; the past is no less secret than the present.
    expect(card.or_(page.locator(".deck.can"))).to_be_visible()
    page.goto(f"{me.address}/m/{table}/0")
    expect(card).to_be_visible()
    expect(page.locator(".stub, .drawer")).to_have_count(0)
    show.click()
    expect(page.get_by_text("Looking back")).to_be_visible()


def test_one_alone_with_bots_hands_nothing_over(visit: Visit) -> None:
    me = visit()
    me.sit_at("ticket-to-ride", "me", "bot:random")
    expect(me.page.locator(".offer .stub")).to_have_count(3)
    expect(me.page.locator(".seat").first).to_contain_text("your turn")
    expect(me.page.locator(".seat").first).to_contain_text("chooses tickets")


def test_the_list_of_moves_while_a_string_is_laid(visit: Visit) -> None:
    me = visit()
    me.sit_at("string-railway", "me", "bot:greedy", "bot:greedy")
    moves = me.open_moves()
    choice = random.Random(1)
    board = me.page.locator("svg.table")
    expect(board).to_have_class(re.compile(r"\bplace\b"))
    while "lay" not in (board.get_attribute("class") or "").split():
        me.play_from_list(choice)
    expect(moves.locator("li button").first).to_be_visible()
    assert moves.locator("li button").count() > 1
    told = me.page.locator(".drawer .legal-list").get_attribute("data-n")
    moves.locator("li button").nth(1).click()
    me.page.wait_for_function("n => document.querySelector('.drawer .legal-list').dataset.n !== n", arg=told)


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
    page.evaluate("window.region = document.querySelector('.say')")
    page.locator("g.cell.closed").first.click()
    expect(page.locator(".say.no")).to_contain_text("mountain")
    assert page.evaluate("region === document.querySelector('.say')"), "a region that is new is not read out"
    link = page.get_by_role("link", name="Rule L2")
    expect(link).to_have_attribute("href", "/rules/30-rails#L2")
    expect(page.locator(".turnno")).to_contain_text("Before the first turn")
