"""Clocks and absent players: the dialog, the strip, time that runs out, a vote, a bot, the seat taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor
from tests.browser.test_strip import WINDOWS, strip

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
HOURS = {"kind": "live", "base": 7200}
DAYS = {"kind": "days", "hours": 200, "bank": 39}


def sit_at(host: Visitor, seats: list[str], game: str = "30-rails", **more: Any) -> str:
    """Make a table with a clock, go there; its number."""
    asked = [dict(zip(("kind", "level"), seat.split(":"), strict=False)) for seat in seats]
    table = host.make_table({"game": game, "seats": asked, "start": "open" not in seats, **more})
    host.page.goto(f"{host.address}/t/{table}")
    return table


def join(guest: Visitor, host: Visitor, table: str) -> None:
    """The guest takes the free seat, the host begins."""
    guest.take_seat(table)
    host.page.get_by_role("button", name="Begin").click()
    expect(host.page.locator(".seat")).to_have_count(2)
    expect(guest.page.locator(".seat")).to_have_count(2)


def take_all_back(page: Page, seat: int) -> None:
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.locator(f"[data-seat='{seat}']")).not_to_contain_text("a bot plays")


def test_time_runs_out_a_bot_takes_over_and_the_person_takes_the_seat_back(visit: Visit) -> None:
    anna, boris = visit(), visit()
    # Anna's clock is chosen so that it runs out while the test looks; Boris has moved meanwhile, or is late as well.
    table = sit_at(anna, ["me", "open"], clock={"kind": "live", "base": 2, "increment": 600})
    expect(anna.page.get_by_text("2 s + 600 s")).to_be_visible()
    join(boris, anna, table)
    page = anna.page
    expect(page.get_by_text("Your time was up: a bot plays for you.")).to_be_visible()
    expect(page.locator("[data-seat='0']")).to_contain_text("a bot plays")
    # A bot needs no clock, and on a phone there is no room for both.
    expect(page.locator("[data-seat='0'] .clock")).to_have_count(0)
    expect(page.locator(".log .note").first).to_contain_text("time was up")
    take_all_back(page, 0)
    expect(page.locator(".log .note").filter(has_text="plays again")).to_be_visible()
    expect(page.locator(".seat .clock").first).to_be_visible()
    # One action brings ten minutes, so the rest of the test needs no hurry.
    anna.open_moves().locator("li button").first.click()
    expect(page.locator("[data-seat='0'] .clock")).to_have_text(re.compile(r"^(9|10):\d\d$"))


@pytest.mark.parametrize(
    ("language", "lost", "won", "noted"),
    [
        ("en-GB", "Your time is up. The winner is {}.", "Out of time: {}. You win.", "{} lost on time"),
        ("ru-RU", "Ваше время вышло. Побеждает {}.", "Время вышло: {}. Вы победили.", "{}: время вышло, партия сдана"),
    ],
)
def test_who_loses_by_the_clock_is_told_that_it_was_the_time(
    visit: Visit, language: str, lost: str, won: str, noted: str
) -> None:
    people = {"Anna": visit(language), "Boris": visit(language, phone=True)}
    for name, who in people.items():
        who.page.context.request.put(f"{who.address}/api/me", data={"name": name})
    anna, boris = people.values()
    clock = {"kind": "live", "base": 1, "at_zero": "resign"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = anna.make_table({"game": "stephensons-rocket", "seats": seats, "clock": clock})
    boris.page.context.request.post(f"{boris.address}/api/tables/{table}/join", data={})
    anna.page.context.request.post(f"{anna.address}/api/tables/{table}/start")
    for who in people.values():
        who.page.goto(f"{who.address}/t/{table}")
        expect(who.page.get_by_role("button", name=re.compile("^(Play again|Ещё раз)$"))).to_be_visible()
    over = anna.page.context.request.get(f"{anna.address}/api/tables/{table}").json()
    late, other = sorted(people, key=lambda name: not over["seats"][list(people).index(name)]["resigned"])
    expect(people[late].page.locator(".say")).to_contain_text(lost.format(other))
    expect(people[other].page.locator(".say")).to_contain_text(won.format(late))
    expect(anna.page.locator(".log .note").last).to_contain_text(noted.format(late))


def test_the_dialog_offers_clocks_and_the_strip_shows_them(visit: Visit) -> None:
    anna = visit()
    page = anna.home().page
    page.locator(".game").first.locator(".more button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Time")).select_option(label="5 min + 10 s")
    dialog.get_by_role("button", name="Clock and absent players").click()
    dialog.get_by_label("Minutes for the game").fill("7")
    dialog.get_by_label("When time is up").select_option(label="Nothing happens")
    dialog.get_by_label("If somebody does not move").select_option(label="The others may call a bot")
    dialog.locator("li select").nth(1).select_option("bot:beginner")
    dialog.get_by_role("button", name="Begin").click()
    clock = page.locator("[data-seat='0'] .clock")
    expect(clock).to_have_text(re.compile(r"^(7:00|6:5\d)$"))
    # It runs, and nothing moves while it does.
    expect(clock).to_have_text(re.compile(r"^6:5\d$"))
    box = clock.bounding_box()
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    assert clock.bounding_box() == box
    # A bot needs no clock.
    expect(page.locator("[data-seat='1'] .clock")).to_have_count(0)


def test_days_per_move_are_told_in_days_and_hours(visit: Visit) -> None:
    anna = visit("ru-RU")
    page = anna.home().page
    page.locator(".game").first.locator(".more button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Время")).select_option(label="2 дня на ход")
    dialog.get_by_role("button", name="Часы и отсутствующие игроки").click()
    dialog.get_by_label("Тихие часы").select_option(label="С 23:00")
    dialog.locator("li select").nth(1).select_option("me")
    dialog.get_by_role("button", name="Начать").click()
    # Two days and two in the bank, and five nights of nine hours between.
    expect(page.locator("[data-seat='0'] .clock")).to_have_text(re.compile(r"^[56] д \d+ ч$"))


def test_the_others_vote_about_somebody_who_does_not_move(visit: Visit) -> None:
    anna, boris = visit(), visit()
    table = sit_at(anna, ["me", "open"], absence={"rule": "vote", "after": 1, "first": 1})
    join(boris, anna, table)
    page = anna.page
    vote = page.get_by_role("group", name="A player does not move")
    expect(vote).to_contain_text("has not moved for a long time")
    vote.get_by_role("button", name="Let a bot play").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("a bot plays")
    expect(vote).to_have_count(0)
    expect(page.locator(".log .note").last).to_contain_text("let a bot play")
    expect(boris.page.get_by_text("You were away, and the others let a bot play for you.")).to_be_visible()
    # Anna has not moved either, but whoever has left the seat to a bot decides nothing.
    expect(boris.page.get_by_role("group", name="A player does not move")).to_have_count(0)
    take_all_back(boris.page, 1)
    expect(page.locator(".log .note").last).to_contain_text("plays again")


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("players", "game", "clock"),
    [(2, "stephensons-rocket", HOURS), (5, "ticket-to-ride", DAYS), (12, "30-rails", DAYS)],
)
def test_a_clock_has_its_place_in_every_window(visit: Visit, players: int, game: str, clock: dict[str, Any]) -> None:
    me = visit("ru-RU")
    sit_at(me, ["me"] * players, game, clock=clock)
    if me.page.get_by_role("button", name="Показать").count():
        me.page.get_by_role("button", name="Показать").click()
    expect(me.page.locator(".seat .clock")).to_have_count(players)
    faults = [fault for width, height in WINDOWS for fault in strip(me.page, width, height)]
    assert not faults, "\n".join(faults)
