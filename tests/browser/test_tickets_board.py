"""The board of Ticket to Ride: choosing tickets, progress, what a route says, one press, taps, the cost of panning."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.pan import late_game, open_position, pan
from playwright.sync_api import Locator, Page, expect

import branchline
from tests.browser.driver import Visitor, settle
from tests.browser.test_screens import bring, play_on
from tests.browser.test_tickets import keep_tickets, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
BOT = {"kind": "bot", "level": "random"}


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def middle(page: Page, route: int) -> tuple[float, float]:
    """A point of the page on the track of a route: the middle of its line."""
    x, y = page.locator(f"#route-{route} .bed").evaluate(
        """(line) => {
          const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
          return [at.x, at.y];
        }"""
    )
    return x, y


# ── tickets ──
@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize(("tickets", "deal"), [("standard", 3), ("mega", 5)])
def test_choosing_tickets_hides_no_city_and_the_chosen_stay_lit(
    visit: Visit, phone: bool, tickets: str, deal: int
) -> None:
    me = visit(phone=phone)
    open_table(me, BOT, tickets=tickets)
    page = me.page
    stubs = page.locator(".offer .stub")
    expect(stubs).to_have_count(deal, timeout=20_000)
    offer, world = box(page.locator(".offer")), box(page.locator(".map .frame"))
    assert offer["y"] >= world["y"] + world["height"] - 1, "the offer lies beneath the map, not on it"
    marked = page.locator("circle.city.marked, circle.city.shown")
    # Three tickets may be the three sides of a triangle.
    assert marked.count() >= 3
    for i in range(marked.count()):
        city = box(marked.nth(i))
        for at, size in (("x", "width"), ("y", "height")):
            assert world[at] - 1 <= city[at] <= world[at] + world[size] + 1 - city[size]
    for i in range(deal):
        stub = box(stubs.nth(i))
        assert stub["height"] >= 44
        assert stub["y"] + stub["height"] <= offer["y"] + offer["height"] + 1
    stubs.nth(0).click()
    page.mouse.move(5, 5)
    expect(page.locator("circle.city.shown")).to_have_count(2)
    stubs.nth(1).click()
    page.mouse.move(5, 5)
    lit = page.locator("circle.city.shown")
    assert lit.count() in (3, 4)
    expect(page.locator(".map .missing").first).to_be_attached()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of two, and a late moment when it is the first seat's turn."""
    match = branchline.game("ticket-to-ride").start(players=2, seed=11)
    bot = branchline.bot("ticket-to-ride", "greedy")
    moment = 0
    while match.actors:
        seat = match.actors[0]
        view = match.view(0)
        if seat == 0 and view.phase == "turn" and not moment and view.turns >= 40:
            if any(ticket.progress == "possible" and ticket.built for ticket in view.own.tickets):
                moment = len(match.events)
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    assert moment
    path = tmp_path_factory.mktemp("records") / "tickets.json"
    path.write_text(json.dumps(match.record()))
    return path, moment


def test_a_ticket_shows_what_is_built_and_what_is_missing(visit: Visit, played: tuple[Path, int]) -> None:
    me = visit()
    record, moment = played
    play_on(me, bring(me, record), moment)
    page = me.page
    expect(page.locator(".deck.can")).to_be_visible(timeout=20_000)
    view = branchline.replay(record.read_text(), moment).view(0)
    ticket = next(each for each in view.own.tickets if each.progress == "possible" and each.built)
    stub = page.locator("aside .stub.possible").filter(has_text=str(ticket.points)).first
    expect(stub.locator(".segments u")).to_have_count(len(ticket.way))
    built = [route for route in ticket.way if view.owners[route] == 0]
    expect(stub.locator(".segments .built")).to_have_count(len(built))
    expect(stub).to_contain_text(f"{ticket.needs} wagon")
    stub.click()
    expect(page.locator(".map .missing")).to_have_count(len(ticket.way) - len(built))
    expect(page.locator(".map .lit")).to_have_count(len(built))


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, int]:
    """A game at whose end the first seat could still have done a ticket; its last turn, and the ticket's points."""
    bots = [branchline.bot("ticket-to-ride", level) for level in ("random", "racer")]
    for seed in range(80):
        match = branchline.game("ticket-to-ride").start(players=2, seed=seed)
        last = 0
        while match.actors:
            seat = match.actors[0]
            if seat == 0 and match.view().phase == "turn":
                last = len(match.events)
            match.play(seat, bots[seat].choose(match.sight(seat), seed=len(match.events)))
        before = branchline.replay(match.record(), last).view(0)
        points = [each.points for each in match.view(0).own.tickets if each.progress == "possible"]
        if points and before.last_round is not None and before.deck > 2:
            path = tmp_path_factory.mktemp("records") / "lost.json"
            path.write_text(json.dumps(match.record()))
            return path, last, points[0]
    raise AssertionError("no game left a possible ticket undone")


def test_at_the_end_a_ticket_that_is_not_done_shows_its_loss(visit: Visit, lost: tuple[Path, int, int]) -> None:
    """Also one that was still possible: −11, not 11."""
    me = visit()
    record, moment, points = lost
    play_on(me, bring(me, record), moment)
    page = me.page
    stub = page.locator("aside .stub.possible .pts", has_text=re.compile(rf"^\s*{points}\s*$"))
    expect(stub.first).to_be_visible(timeout=20_000)
    for _ in range(2):
        if page.locator(".deck.can").count():
            page.locator(".deck.can").click()
            page.wait_for_timeout(500)
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("aside .stub.failed, aside .stub.impossible").first).to_contain_text(f"−{points}")
    expect(page.locator("aside .stub.possible")).to_have_count(0)


# ── routes ──
def test_a_route_says_what_it_is_and_why_it_cannot_be_taken(visit: Visit) -> None:
    me = visit()
    open_table(me, BOT)
    page = me.page
    keep_tickets(page)
    expect(page.locator(".deck.can")).to_be_visible()
    # Calgary – Winnipeg: six white; with a first hand it cannot be paid for.
    page.mouse.move(*middle(page, 14))
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("Calgary – Winnipeg")
    expect(tip).to_contain_text("Needs 6 white")
    expect(tip).to_contain_text("15 points")
    expect(tip, "length and colour are said once").not_to_contain_text("6 × white")
    page.mouse.move(2, 2)
    expect(tip).to_have_count(0)


PLACES = """() => [...document.querySelectorAll('.map, .map .frame, .world, .side, .hand, .actionbar, .actionbar .btn')]
  .map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; })"""


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_route_pressed_in_vain_says_why_above_itself_until_the_next_press(visit: Visit, phone: bool) -> None:
    me = visit(phone=phone)
    open_table(me, BOT)
    page = me.page
    keep_tickets(page)
    expect(page.locator(".deck.can")).to_be_visible()
    settle(page)
    world = box(page.locator(".map .frame"))

    def inside(route: int) -> bool:
        x, y = middle(page, route)
        return 60 < x - world["x"] < world["width"] - 60 and 110 < y - world["y"] < world["height"] - 90

    dear = page.locator(".route:not(.can):not(.owned):not(.closed)")
    route = next(
        each for each in dear.evaluate_all("(all) => all.map((each) => Number(each.id.slice(6)))") if inside(each)
    )
    x, y = middle(page, route)
    press = page.touchscreen.tap if phone else page.mouse.click
    tip, before = page.get_by_role("tooltip"), page.evaluate(PLACES)
    press(x, y)
    expect(page.locator(f"#route-{route}.refused")).to_be_attached()
    if not phone:
        page.mouse.move(2, 2)
    expect(tip).to_contain_text(re.compile("Needs .* short"))
    settle(page)
    assert page.evaluate(PLACES) == before, "the tag moves nothing"
    tag = box(tip)
    assert tag["y"] + tag["height"] <= y or tag["y"] >= y, "the tag lies beside the middle of its route"
    assert tag["x"] >= world["x"]
    assert tag["x"] + tag["width"] <= world["x"] + world["width"]
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    press(x, y)
    if not phone:
        page.mouse.move(2, 2)
    expect(tip).to_contain_text("short")
    press(world["x"] + 3, world["y"] + world["height"] - 3)
    if not phone:
        page.mouse.move(2, 2)
    expect(tip).to_have_count(0)
    expect(page.locator(".route.refused")).to_have_count(0)


def test_on_a_phone_the_chosen_route_has_its_ticket_on_the_map_and_the_map_stays(
    visit: Visit, played: tuple[Path, int]
) -> None:
    me = visit(phone=True)
    record, moment = played
    play_on(me, bring(me, record), moment)
    page = me.page
    expect(page.locator(".deck.can")).to_be_visible()
    settle(page)
    world = box(page.locator(".map .frame"))
    tried = 0
    for route in page.locator(".route.can").evaluate_all("(all) => all.map((each) => Number(each.id.slice(6)))"):
        x, y = middle(page, route)
        if not (12 < x - world["x"] < world["width"] - 12 and 12 < y - world["y"] < world["height"] - 60):
            continue
        if page.locator(f"#route-{route}").evaluate(
            "(one, [x, y]) => document.elementFromPoint(x, y).closest('.held, .zoom, .beyond') !== null", [x, y]
        ):
            continue
        page.touchscreen.tap(x, y)
        expect(page.locator(f"#route-{route}.on")).to_be_attached()
        card = page.locator(".held .stub, .held .fare")
        expect(card).to_be_visible()
        settle(page)
        assert (x, y) == pytest.approx(middle(page, route)), "the map does not move"
        lies = box(card)
        assert not (
            lies["x"] <= x <= lies["x"] + lies["width"] and lies["y"] - 6 <= y <= lies["y"] + lies["height"] + 6
        ), "the ticket lies beside the route"
        tried += 1
        page.get_by_role("button", name="Cancel").tap()
        expect(page.locator(".route.on")).to_have_count(0)
        if tried == 4:
            break
    assert tried


def test_on_a_phone_a_tap_takes_the_nearest_route_and_a_long_press_explains_it(visit: Visit) -> None:
    me = visit(phone=True)
    open_table(me, BOT)
    page = me.page
    keep_tickets(page)
    expect(page.locator(".deck.can")).to_be_visible()
    page.wait_for_timeout(300)
    world = box(page.locator(".map .frame"))
    spots = [middle(page, route) for route in range(100)]
    x, y = next(
        (x, y)
        for x, y in spots
        if world["x"] + 60 < x < world["x"] + world["width"] - 60
        and world["y"] + 110 < y < world["y"] + world["height"] - 90
    )
    nearest = """([x, y]) => {
      // The nearest track, found by walking along every line.
      let best = [1e9, ''];
      for (const line of document.querySelectorAll('.route .bed')) {
        const m = line.getScreenCTM();
        for (let i = 0; i <= 60; i++) {
          const p = line.getPointAtLength((line.getTotalLength() * i) / 60).matrixTransform(m);
          const far = Math.hypot(p.x - x, p.y - y);
          if (far < best[0]) best = [far, line.parentNode.getAttribute('aria-label').split(':')[0]];
        }
      }
      return best;
    }"""
    for dx, dy in ((0, 0), (12, 9), (-9, 12)):
        far, name = page.evaluate(nearest, [x + dx, y + dy])
        assert far < 22
        page.touchscreen.tap(x + dx, y + dy)
        expect(page.locator(".say")).to_contain_text(name)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.get_by_role("tooltip")).to_contain_text("point", timeout=5000)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const frame = box(document.querySelector('.map .frame'));
  // What lies outside of the frame is not seen.
  const buttons = [...document.querySelectorAll('.map .zoom button')].map(box).filter((each) => over(each, frame));
  const things = [...document.querySelectorAll('.map circle.city, .map text.name')];
  const covered = things.filter((each) => buttons.some((one) => over(one, box(each))));
  return covered.map((each) => each.textContent || 'a city');
}"""


@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
@pytest.mark.parametrize("hand", [False, True], ids=["mouse", "finger"])
def test_no_city_and_no_name_lies_under_the_buttons_of_the_zoom(visit: Visit, language: str, hand: bool) -> None:
    me = visit(language, viewport={"width": 1440, "height": 900}, has_touch=hand, is_mobile=hand)
    open_table(me, BOT)
    keep_tickets(me.page)
    for width, height in ((1440, 900), (1366, 768), (844, 390), (720, 450), (667, 375)):
        me.page.set_viewport_size({"width": width, "height": height})
        settle(me.page)
        expect(me.page.locator(".map .zoom button").first).to_be_in_viewport(ratio=1)
        assert me.page.evaluate(COVERED) == [], (width, height)


def test_on_its_side_a_phone_shows_the_offered_tickets_whole(visit: Visit) -> None:
    me = visit("ru-RU", viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    open_table(me, BOT)
    expect(me.page.locator(".offer .stub")).to_have_count(3)
    cut = me.page.locator(".offer .stub").evaluate_all(
        "(all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.textContent)"
    )
    assert cut == []
    for points in me.page.locator(".offer .pts").all():
        expect(points).to_be_in_viewport(ratio=1)


# ── cards ──
def test_one_press_takes_a_card_and_of_two_equal_ones_the_pressed_one_is_outlined_and_leaves(visit: Visit) -> None:
    me = visit()
    seed_with_twins(me)
    page = me.page
    expect(page.locator(".deck.can")).to_be_visible(timeout=20_000)
    page.evaluate(
        "localStorage.setItem('branchline.settings',"
        " JSON.stringify({...JSON.parse(localStorage.getItem('branchline.settings') ?? '{}'), confirmCards: true}))"
    )
    page.reload()
    expect(page.locator(".deck.can")).to_be_visible(timeout=20_000)
    cards = [each.get_attribute("aria-label") for each in page.locator(".side .open").all()]
    twin = next(i for i, name in enumerate(cards) if name and cards.count(name) > 1 and "locomotive" not in name)
    second = max(i for i, name in enumerate(cards) if name == cards[twin])
    page.locator(".side .open").nth(second).click()
    expect(page.locator(".side .open.on")).to_have_count(1)
    expect(page.locator(".side .open").nth(second)).to_have_class(re.compile(r"\bon\b"))
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".say")).to_contain_text("second card")
    left = [each.get_attribute("aria-label") for each in page.locator(".side .open").all()]
    assert left[:second] + left[second + 1 :] == cards[:second] + cards[second + 1 :]
    page.evaluate("localStorage.setItem('branchline.settings', '{}')")
    page.reload()
    before = page.locator(".deck b").inner_text()
    page.locator(".deck.can").click()
    expect(page.locator(".deck b")).not_to_have_text(before)
    expect(page.locator(".deck.on")).to_have_count(0)


def seed_with_twins(me: Visitor) -> None:
    """A table whose row has two equal cards when it is my turn, and too few locomotives to be laid anew."""
    for _ in range(12):
        open_table(me, BOT)
        keep_tickets(me.page)
        expect(me.page.locator(".deck.can")).to_be_visible(timeout=20_000)
        cards = [each.get_attribute("aria-label") or "" for each in me.page.locator(".side .open").all()]
        twins = any(cards.count(name) > 1 and "locomotive" not in name for name in cards)
        if twins and sum("locomotive" in name for name in cards) < 2:
            return
    raise AssertionError("no row had two equal cards")


# ── speed ──
def test_panning_late_in_a_game_lays_nothing_out_and_costs_under_8_ms_of_main_thread(visit: Visit) -> None:
    me = visit()
    record, moment = late_game(5, 4)
    open_position(me.page, me.address, record, moment)
    for _ in range(2):
        me.page.locator(".map .zoom button").first.click()
    me.page.wait_for_timeout(800)
    costs = [pan(me.page, 60) for _ in range(3)]
    best = min(costs, key=lambda each: each["all"])
    assert best["all"] < 8, costs
    assert best["layout"] < 0.1, costs


def test_on_a_phone_an_offered_ticket_says_how_far_it_is(visit: Visit) -> None:
    """Also where the names of its cities take two lines: in the lesson Los Angeles and New York do."""
    visitor = visit("ru-RU", phone=True)
    page = visitor.page
    page.goto(f"{visitor.address}/learn/ticket-to-ride")
    stubs = page.locator(".offer .stub")
    expect(stubs).to_have_count(3)
    settle(page)
    for stub in stubs.all():
        box, words = stub.bounding_box(), stub.locator("small").bounding_box()
        assert box
        assert words
        assert words["y"] + words["height"] <= box["y"] + box["height"] - 1
