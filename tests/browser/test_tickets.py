"""Ticket to Ride in the browser: two browsers to the end, secrets on the wire, payments, refusals, the final count."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import branchline
from tests.browser.driver import Visitor
from tests.browser.test_rails30 import open_golden
from tests.browser.test_screens import bring, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]

IN_VIEW = """() => {
  const [on, map] = ['.route.on', '.map .frame'].map((each) => document.querySelector(each)?.getBoundingClientRect());
  return on && on.left >= map.left && on.right <= map.right && on.top >= map.top && on.bottom <= map.bottom;
}"""


def open_table(me: Visitor, *others: dict[str, str], **options: str) -> str:
    """A table of Ticket to Ride with me at seat 0."""
    seats = [{"kind": "me"}, *others]
    body = {"game": "ticket-to-ride", "options": options, "seats": seats, "public": False, "start": True}
    table = me.make_table(body)
    me.page.goto(f"{me.address}/t/{table}")
    return table


def keep_tickets(page: Page) -> None:
    """Keep the first two tickets by the board."""
    stubs = page.locator(".offer .stub")
    expect(stubs).to_have_count(3, timeout=20_000)
    expect(page.locator(".actionbar .btn.go")).to_be_disabled()
    stubs.nth(0).click()
    stubs.nth(1).click()
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".offer")).to_have_count(0, timeout=20_000)


def take(page: Page, n: int) -> None:
    """Take n cards blind by the board: one press each."""
    for _ in range(n):
        before = page.locator(".deck b").inner_text()
        page.locator(".deck.can").click()
        expect(page.locator(".deck b")).not_to_have_text(before)


def press_route(page: Page, route: str) -> None:
    """Press a route where its line runs; slots are small, so the press goes to the group itself."""
    page.locator(route).first.dispatch_event("click")


def test_payments_and_a_refused_route(visit: Visit) -> None:
    me = visit()
    open_table(me, {"kind": "bot", "level": "random"})
    page = me.page
    keep_tickets(page)
    expect(page.locator("aside .stub")).to_have_count(2)
    page.locator("aside .stub").first.click()
    expect(page.locator("circle.city.shown")).to_have_count(2)
    expect(page.locator(".deck.can")).to_be_visible()
    press_route(page, ".route.white:not(.can):not(.owned)")
    expect(page.locator(".say p")).to_contain_text(re.compile("needs|takes|closed|belongs|second"))
    expect(page.locator(".say a")).to_have_attribute("href", re.compile("/rules/ticket-to-ride#T2"))
    for _ in range(3):
        take(page, 2)
        expect(page.locator(".deck.can")).to_be_visible()
    wagons = page.locator(".seat .counts").first.inner_text()
    press_route(page, ".route.can")
    expect(page.locator(".pay").first).to_be_visible()
    expect(page.locator(".pay[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".say p")).to_contain_text("+")
    page.locator(".pay").last.click()
    page.get_by_role("button", name="Claim").click()
    expect(page.locator(".route.owned")).not_to_have_count(0)
    expect(page.locator(".seat .counts").first).not_to_have_text(wagons)


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, dict[int, int]]:
    """A game, a moment when the first seat has two ways to pay for one route, several for another and many for a third,
    and how many ways there are for each."""
    match = branchline.game("ticket-to-ride").start(players=2, seed=1)
    bot = branchline.bot("ticket-to-ride", "greedy")
    moment, found = 0, Counter[int]()
    while match.actors:
        seat = match.actors[0]
        if not moment and seat == 0 and match.view().phase == "turn":
            claims = [each for each in (action.json() for action in match.legal(0)) if each["type"] == "claim"]
            found = Counter(each["route"] for each in claims)
            moment = len(match.events) if {2, 4, 5} <= set(found.values()) else 0
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    assert moment
    path = tmp_path_factory.mktemp("records") / "tickets.json"
    path.write_text(json.dumps(match.record()))
    return path, moment, found


@pytest.mark.parametrize("phone", [False, True])
def test_every_payment_is_told_in_words(visit: Visit, rich: tuple[Path, int, dict[int, int]], phone: bool) -> None:
    """In the bar, or in the list above it where the bar has no room; none is cut off."""
    record, moment, found = rich
    me = visit(phone=phone)
    page = me.page
    play_on(me, bring(me, record), moment)
    expect(page.locator(".deck.can")).to_be_visible()
    spared = re.compile(r"(left|keeps (the locos?|all colours))\.?$", re.IGNORECASE)
    pays, words = page.locator(".pay"), re.compile(r"^\d [a-z]+")
    for ways in (2, 4, 5):
        press_route(page, f"#route-{next(route for route, n in found.items() if n == ways)}")
        shown = min(ways, 2) if phone else ways
        expect(pays).to_have_count(shown)
        for n in range(shown):
            expect(pays.nth(n)).to_have_accessible_name(words)
            expect(pays.nth(n).locator(".what").first).to_have_text(words)
            cut = (
                pays.nth(n)
                .locator(".what")
                .evaluate_all("(all) => all.some((each) => each.scrollWidth > each.clientWidth + 1)")
            )
            assert not cut, "no word is cut off"
        if ways > shown:
            page.locator(".pays .more").click()
            listed = page.locator(".ways .way")
            expect(listed).to_have_count(ways)
            for n in range(ways):
                expect(listed.nth(n)).to_contain_text(re.compile(r"\d [a-z]+"))
                expect(listed.nth(n).locator("small")).to_have_text(spared)
            page.keyboard.press("Escape")
            expect(listed).to_have_count(0)
        told = page.locator(".pay small").first if ways == 2 else page.locator(".say small")
        expect(told).to_have_text(spared)
        inside = page.locator(".pays").evaluate(
            "(all) => all.scrollHeight <= all.clientHeight + 1 && all.scrollWidth <= all.clientWidth + 1"
        )
        assert inside, "no payment is cut off"


@pytest.fixture(scope="module")
def hoard(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, int, int]:
    """A game, a moment when the first seat holds so many cards that a route can be paid in more than ten ways, that
    route, and how many ways there are."""
    match = branchline.game("ticket-to-ride").start(players=2, seed=3)
    bot = branchline.bot("ticket-to-ride", "greedy")
    moment, route, ways = 0, 0, 0
    while match.actors:
        seat = match.actors[0]
        legal = [action.json() for action in match.legal(seat)]
        blind = next((each for each in legal if each["type"] == "draw"), None)
        if not moment and seat == 0 and match.view().phase == "turn":
            found = Counter(each["route"] for each in legal if each["type"] == "claim")
            route, ways = max(found.items(), key=lambda each: each[1], default=(0, 0))
            moment = len(match.events) if ways > 10 else 0
        saves = seat == 0 and not moment and blind is not None
        match.play(seat, blind if saves else bot.choose(match.sight(seat), seed=1))
    assert moment
    path = tmp_path_factory.mktemp("records") / "hoard.json"
    path.write_text(json.dumps(match.record()))
    return path, moment, route, ways


@pytest.mark.parametrize("phone", [False, True])
def test_a_route_can_be_paid_in_every_way_there_is(
    visit: Visit, hoard: tuple[Path, int, int, int], phone: bool
) -> None:
    record, moment, route, ways = hoard
    me = visit(phone=phone)
    page = me.page
    play_on(me, bring(me, record), moment)
    expect(page.locator(".deck.can")).to_be_visible()
    press_route(page, f"#route-{route}")
    for pay in page.locator(".pay, .pays .more").all():
        expect(pay).to_be_in_viewport(ratio=1)
    page.locator(".pays .more").click()
    listed = page.locator(".ways .way")
    expect(listed).to_have_count(ways)
    for each in listed.all():
        expect(each.locator(".what")).to_have_text(re.compile(r"^\d+ [a-z]+"))
    paid = listed.last.locator(".what").evaluate("(each) => each.firstChild.textContent")
    listed.last.click()
    expect(listed).to_have_count(0)
    expect(page.locator(".pay[aria-pressed=true]")).to_have_accessible_name(paid)
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(f"#route-{route}.owned")).to_be_attached()


def test_the_strip_says_how_many_tickets_everybody_holds_and_how_far_the_game_is(visit: Visit) -> None:
    me = visit()
    open_table(me, *[{"kind": "bot", "level": "random"}] * 2)
    keep_tickets(me.page)
    expect(me.page.locator(".deck.can")).to_be_visible()
    counts = me.page.locator(".seats .counts")
    for number in range(3):
        expect(counts.nth(number)).to_contain_text(re.compile(r"\d+ cards?.*[23] tickets.*\d+ wagons", re.DOTALL))
    told = " ".join(counts.locator(".hidden").all_text_contents())
    fewest = min(int(wagons) for wagons in re.findall(r"(\d+) wagons", told))
    expect(me.page.locator(".turnno svg path:not(.rail)")).to_have_count(45)
    expect(me.page.locator(".turnno svg .done, .turnno svg .now")).to_have_count(45 - fewest)


def test_on_a_phone_the_final_count_is_cut_by_nothing(visit: Visit) -> None:
    me = visit(phone=True)
    open_golden(me, "tickets/5p-random-4")
    me.page.get_by_role("button", name="Score", exact=True).tap()
    dialog = me.page.get_by_role("dialog")
    expect(dialog.locator(".count section")).to_have_count(5)
    scrollers = dialog.evaluate(
        """(dialog) => [...dialog.querySelectorAll('*:not(.end)')].filter((each) =>
             /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight)
             .map((each) => each.className)"""
    )
    assert scrollers == [], "the whole scrolls, and nothing in it"


def test_two_browsers_finish_a_game_and_see_no_secrets(visit: Visit) -> None:
    host, guest = visit(), visit("ru-RU")
    heard: dict[Visitor, list[str]] = {host: [], guest: []}
    for each, words in heard.items():
        each.page.on(
            "websocket", lambda wire, words=words: wire.on("framereceived", lambda frame: words.append(str(frame)))
        )
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = host.make_table({"game": "ticket-to-ride", "options": {}, "seats": seats, "public": False})
    host.page.goto(f"{host.address}/t/{table}")
    guest.take_seat(table)
    host.page.get_by_role("button", name="Begin").click()
    for each in heard:
        keep_tickets(each.page)
    for each in heard:
        each.open_moves()
    choices = {each: random.Random(n) for n, each in enumerate(heard)}
    for _ in range(900):
        if host.over or guest.over:
            break
        mover = next((each for each in choices if each.may_act()), None)
        if mover is None:
            host.page.wait_for_timeout(600)
            continue
        play_any(mover, choices[mover])
    expect(host.page.locator("dialog[open] .count section")).to_have_count(2)
    expect(guest.page.get_by_text("Самый длинный путь").first).to_be_visible()
    check_secrets(heard[host], 0)
    check_secrets(heard[guest], 1)


def play_any(mover: Visitor, choice: random.Random) -> None:
    """Claim a route if one can be, else draw: so that the game ends in good time."""
    page = mover.page
    n = page.locator(".drawer .legal-list").get_attribute("data-n")
    routes = page.locator(".route.can")
    if routes.count():
        routes.nth(choice.randrange(routes.count())).dispatch_event("click")
        expect(page.locator(".pay").first).to_be_visible()
    elif page.locator(".deck.can").count():
        page.locator(".deck.can").click()
    else:
        return mover.play_from_list(choice)
    if page.locator(".pay").count():
        page.locator(".actionbar .btn.go").click()
    page.wait_for_function(
        """(n) => {
          const list = document.querySelector('.drawer .legal-list');
          return document.querySelector('dialog[open]') || !list.querySelector('li button') || list.dataset.n !== n;
        }""",
        arg=n,
    )
    return None


def check_secrets(frames: list[str], seat: int) -> None:
    """No view of a running game that came over the wire holds another seat's cards or tickets."""
    views = [message for message in map(json.loads, frames) if message.get("type") == "view"]
    assert views
    running = [message for message in views if not message["view"]["over"]]
    assert running
    for message in running:
        assert message["seat"] in (seat, None)
        assert "hands" not in message["view"]
        assert message["view"]["result"] is None
        if message["seat"] is None:
            assert "own" not in message["view"]
        secret = {"got", "offer", "keep_these"}
        assert all(entry["seat"] == seat for entry in message["log"] if entry["kind"] in secret)


def test_on_a_phone_nothing_scrolls_and_the_rules_have_every_number(visit: Visit) -> None:
    me = visit("ru-RU", phone=True)
    open_table(me, {"kind": "bot", "level": "greedy"})
    keep_tickets(me.page)
    expect(me.page.locator(".deck.can")).to_be_visible()
    assert me.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    me.page.locator(".held .btn").click()
    expect(me.page.locator(".held .stub")).to_be_visible()
    press_route(me.page, ".route.can")
    me.page.wait_for_function(IN_VIEW)
    me.page.goto(f"{me.address}/rules/ticket-to-ride")
    for number in range(1, 41):
        expect(me.page.locator(f"#T{number}")).to_have_count(1)
