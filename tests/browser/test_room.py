"""Names, figures and choices have the room that they need in every window: none is cut off, none is too small."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import branchline
from tests.browser.driver import Visitor, settle
from tests.browser.test_screens import bring, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
ON_SIDE: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DOUBLED: dict[str, Any] = {"viewport": {"width": 720, "height": 450}, "has_touch": True}
"""A page at 200 %."""
OVERLAPS = """([a, b]) => {
  const boxes = (one) => [...document.querySelectorAll(one)].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  return boxes(a).flatMap((p) => boxes(b).filter((q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1)).length;
}"""
CUT = """(all) => all.filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim())"""


def cut(page: Page, selector: str) -> list[str]:
    """The texts there that do not fit."""
    expect(page.locator(selector).first).to_be_attached()
    settle(page)
    found: list[str] = page.locator(selector).evaluate_all(CUT)
    return found


@pytest.fixture(scope="module")
def rocket(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, int, int]]:
    """Games on two maps: a moment to act, and one to answer in a veto."""
    found = {}
    for name, seed in (("england", 4), ("usa", 5)):
        match = branchline.game("stephensons-rocket").start(players=3, seed=seed, map=name)
        bot = branchline.bot("stephensons-rocket", "greedy")
        choice = random.Random(seed)
        steps: dict[str, list[int]] = {"act": [], "call": []}
        while match.actors:
            seat = match.actors[0]
            step = (branchline.to_builtins(match.view(seat))["choices"] or {}).get("step") if seat == 0 else None
            steps.setdefault(step or "", []).append(len(match.events))
            wild = choice.random() < 0.25
            match.play(seat, choice.choice(match.legal(seat)) if wild else bot.choose(match.sight(seat), seed=1))
        path = tmp_path_factory.mktemp("records") / f"{name}.json"
        path.write_text(json.dumps(match.record()))
        found[name] = (path, steps["act"][len(steps["act"]) // 2], steps["call"][len(steps["call"]) // 2])
    return found


@pytest.mark.parametrize("window", [ON_SIDE, {"viewport": {"width": 390, "height": 844}}])
def test_a_pairs_points_stand_inside_their_cell(visit: Visit, window: dict[str, Any]) -> None:
    me = visit("ru-RU", **window)
    me.sit_at("30-rails", "me", "bot:greedy")
    page = me.page
    page.get_by_role("button", name="Расставить всё").click()
    expect(page.locator(".score tbody tr").first).to_be_visible()
    # Points of two figures in every cell, as late in a game.
    page.evaluate("for (const each of document.querySelectorAll('.score .sum, .total b')) each.textContent = '38'")
    outside = page.locator(".score tbody tr").evaluate_all(
        """(all) => all.filter((row) => {
          const box = row.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(row.querySelector('.sum'));
          return range.getBoundingClientRect().right > box.right - 2;
        }).length"""
    )
    assert not outside
    apart = page.locator(".score .total").evaluate(
        """(each) => each.querySelector('b').getBoundingClientRect().left
          - each.querySelector('span').getBoundingClientRect().right"""
    )
    assert apart >= 4


@pytest.mark.parametrize("window", [ON_SIDE, PHONE])
def test_a_phone_shows_nothing_but_the_map(
    visit: Visit, rocket: dict[str, tuple[Path, int, int]], window: dict[str, Any]
) -> None:
    me = visit(**window)
    record, act, _ = rocket["england"]
    play_on(me, bring(me, record), act)
    page = me.page
    for number in range(page.locator(".engine:not(.idle)").count()):
        page.locator(".engine:not(.idle)").nth(number).press("Enter")
        settle(page)
        seen = page.locator("rect.window").evaluate(
            """(each) => {
              const { x, y, width, height } = each;
              const map = each.ownerSVGElement.viewBox.baseVal;
              return [x, y, width, height].map((one) => one.baseVal.value).concat(map.x, map.y, map.width, map.height);
            }"""
        )
        x, y, w, h, left, top, wide, high = seen
        assert x >= left - 1
        assert y >= top - 1
        assert x + w <= left + wide + 1
        assert y + h <= top + high + 1
        page.keyboard.press("Escape")


@pytest.mark.parametrize("window", [ON_SIDE, PHONE, SMALL, DOUBLED])
def test_a_phone_shows_all_of_a_veto_at_once(
    visit: Visit, rocket: dict[str, tuple[Path, int, int]], window: dict[str, Any]
) -> None:
    me = visit("ru-RU", **window)
    record, _, call = rocket["england"]
    play_on(me, bring(me, record), call)
    page = me.page
    veto = page.locator(".veto")
    expect(veto).to_be_visible()
    settle(page)
    assert veto.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
    assert veto.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
    for each in veto.locator(".way, .step button, .auto").all():
        expect(each).to_be_in_viewport(ratio=1)
    bar = page.locator(".actionbar")
    expect(bar).to_contain_text("При равенстве выигрывает")
    expect(bar.get_by_role("button", name=re.compile("^Вето: "))).to_be_enabled()
    if window is ON_SIDE:
        # A bar that is a column has room for the whole sentence.
        expect(bar.locator(".more")).to_have_count(0)
    bar.get_by_role("button", name="Без вето").tap()
    expect(veto).to_have_count(0)


def test_a_laptop_shows_the_players_names_beside_the_score(
    visit: Visit, rocket: dict[str, tuple[Path, int, int]]
) -> None:
    me = visit(viewport={"width": 1366, "height": 768})
    record, act, _ = rocket["usa"]
    play_on(me, bring(me, record), act)
    assert not cut(me.page, ".final .who b")
    # The map's name lies over no hex.
    name, hexes = me.page.locator(".map .title").bounding_box(), me.page.locator(".map .place")
    assert name is not None
    for place in hexes.evaluate_all("all => all.map((each) => each.getBoundingClientRect()).map(({x, y}) => [x, y])"):
        inside = name["x"] - 6 < place[0] < name["x"] + name["width"] + 6
        assert not (inside and name["y"] - 6 < place[1] < name["y"] + name["height"] + 6), place


@pytest.fixture(scope="module")
def tickets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of three between racers."""
    match = branchline.game("ticket-to-ride").start(players=3, seed=4)
    bot = branchline.bot("ticket-to-ride", "racer")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    path = tmp_path_factory.mktemp("records") / "tickets.json"
    path.write_text(json.dumps(match.record()))
    return path


@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
def test_the_end_names_everybody_and_writes_nothing_too_small(visit: Visit, tickets: Path, language: str) -> None:
    me = visit(language)
    table = bring(me, tickets)
    page = me.page
    page.goto(f"{me.address}/t/{table}")
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.locator(".end .totals")).to_be_visible()
    assert not cut(page, ".totals tbody b")
    sizes = page.locator(".end .board text:visible").evaluate_all(
        """(all) => all.filter((each) => each.closest('.plate') || each.classList.contains('name')).map((each) =>
          parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""
    )
    # Both ends of the longest path.
    assert len(sizes) == 2
    assert min(sizes) >= 13
    expect(page.locator(".end .reason")).to_contain_text(
        re.compile("^Martin: no wagons left|^Мартин: вагоны кончились")
    )


def test_a_phone_on_its_side_lays_strings_from_near(visit: Visit) -> None:
    me = visit(**ON_SIDE)
    me.sit_at("string-railway", "me", "bot:greedy")
    page = me.page
    table = page.locator("svg.table")
    suggest, go = page.get_by_role("button", name=re.compile("^Suggest")), page.locator(".actionbar .btn.go")
    expect(page.locator("svg.table.place")).to_be_visible()
    while page.locator("svg.table.place").count():
        n = table.get_attribute("data-n")
        suggest.tap()
        expect(go).to_be_enabled()
        go.tap()
        page.wait_for_function("(n) => document.querySelector('svg.table').dataset.n !== n", arg=n)
    expect(page.locator("svg.table.lay")).to_be_visible()
    expect(page.locator(".overview")).to_be_visible()
    # A station is 40 mm wide.
    assert table.evaluate("(each) => 400 * each.getScreenCTM().a") > 30
    suggest.tap()
    expect(page.locator(".tag").first).to_be_in_viewport(ratio=1)
    go.tap()
    # What the string brought is one line of the log.
    page.get_by_role("button", name=re.compile("^Log")).first.tap()
    laid = page.locator(".log button").filter(has_text=re.compile(r"^\s*\S?\s*(short|long) to the")).first
    expect(laid).to_be_visible()
    assert laid.locator("small").count() <= 1


def test_home_names_every_game_that_goes_on(visit: Visit) -> None:
    me = visit("ru-RU")
    for game, bots in (("string-railway", 4), ("stephensons-rocket", 3)):
        me.sit_at(game, "me", *["bot:random"] * bots)
        expect(me.page.locator(".seat").first).to_be_visible()
    for width in (1440, 1366):
        me.page.set_viewport_size({"width": width, "height": 900})
        me.home()
        expect(me.page.locator(".lists .turn").first).to_be_visible()
        assert not cut(me.page, ".lists li b")
        assert not cut(me.page, ".lists li .turn")


@pytest.mark.parametrize("width", [1440, 844])
def test_seats_are_laid_out_alike_and_bots_tell_their_level(visit: Visit, width: int) -> None:
    me = visit("ru-RU", viewport={"width": width, "height": 900 if width == 1440 else 390})
    me.sit_at("stephensons-rocket", "me", "bot:beginner", "bot:beginner")
    page = me.page
    expect(page.locator(".seat")).to_have_count(3)
    settle(page)
    tops = page.locator(".seat .pts").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert max(tops) - min(tops) <= 1, tops
    if width == 1440:
        assert not cut(page, ".seat small > span")


@pytest.mark.parametrize("window", [PHONE, SMALL, DOUBLED])
def test_cards_keep_their_letters_and_numbers_free(visit: Visit, tickets: Path, window: dict[str, Any]) -> None:
    me = visit("ru-RU", **window)
    match = branchline.replay(tickets.read_text())
    # The last position with the first seat to act where several cards were taken from one place of the row before.
    play_on(me, bring(me, tickets), taken_twice(match))
    page = me.page
    expect(page.locator(".open .news .nth").nth(1)).to_be_visible()
    settle(page)
    assert not page.evaluate(OVERLAPS, [".open .news", ".open .card b"])
    assert not page.evaluate(OVERLAPS, [".hand small b", ".hand .pack"])


def taken_twice(match: Any) -> int:
    """A moment of the first seat after which others have taken two cards from the same place of the row."""
    entries = branchline.to_builtins(match.log())
    taken: list[int] = []
    for entry in entries:
        if entry["seat"] == 0:
            taken = []
        elif entry["kind"] == "take":
            taken.append(entry["slot"])
        if len(taken) > len(set(taken)):
            later = (each["n"] for each in entries if each["n"] > entry["n"] and each["seat"] == 0)
            return int(next(later))
    raise AssertionError("nobody took two cards from one place")


def test_the_buttons_of_the_zoom_lie_beside_the_table(visit: Visit) -> None:
    for window in (ON_SIDE, DOUBLED):
        me = visit(**window)
        me.sit_at("string-railway", "me", "bot:greedy", "bot:greedy", "bot:greedy")
        expect(me.page.locator("svg.table.place")).to_be_visible()
        settle(me.page)
        assert not me.page.evaluate(OVERLAPS, [".zoom .icon", "svg.table .stop"])


def test_a_small_phone_shows_the_whole_name_of_the_game(visit: Visit) -> None:
    me = visit("ru-RU", **SMALL)
    for game in branchline.game_names():
        me.sit_at(game, "me", "bot:random")
        expect(me.page.locator(".seat").first).to_be_visible()
        assert not cut(me.page, ".brand b")
