"""The board of Stephenson's Rocket: what targets, edges, towns and pages show, and what is seen to happen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.core.match import Match
from tests.browser.driver import Visitor, settle
from tests.browser.test_rocket import Player
from tests.browser.test_screens import bring, play_on
from tests.browser.test_windows import needed

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
GOLDEN = Path(__file__).parents[1] / "golden" / "rocket" / "3p-england-greedy-41.json"
STEPS = """() => {
  window.steps = [];
  new MutationObserver((all) => {
    for (const { target } of all)
      if (target.classList?.contains('motion-layer')) steps.push(target.dataset.step);
  }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ['data-step'] });
}"""


CHIPS = """(log) => [...log.querySelectorAll('.turn')].map((turn) => [...turn.querySelectorAll('button .chip')]
  .map((each) => [each.textContent, getComputedStyle(each).visibility === 'visible']))"""
"""By turn and line: whose it is, and whether that is seen."""


def look_at(visitor: Visitor, n: int) -> Page:
    """A position of a recorded game."""
    page = visitor.page
    table = visitor.bring(json.loads(GOLDEN.read_text("utf-8"))["record"])
    page.goto(f"{visitor.address}/m/{table}/{n}")
    expect(page.locator(".engine").first).to_be_visible()
    return page


def test_a_veto_has_the_clock_of_the_seat_that_is_asked_and_the_numbers_of_its_hexes(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"], clock={"kind": "live", "base": 7200})
    page = table.page
    table.announce("GER", "I10")
    table.invest(0)
    table.announce("GER", "I9")
    timer = table.veto.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"^1:5\d:\d\d$"))
    # It runs, its dial with it, and nothing moves meanwhile.
    place, told = timer.bounding_box(), timer.inner_text()
    expect(timer).not_to_have_text(told)
    assert timer.bounding_box() == place
    left = float((timer.locator(".rest").get_attribute("stroke-dasharray") or "").split()[0])
    assert 0.5 < left < 1
    ways = table.veto.get_by_role("radio")
    for n in range(ways.count()):
        expect(page.locator(".note-t").nth(n)).to_have_text(re.compile(rf"^{n + 1}\b"))
    expect(page.locator(".actionbar")).to_contain_text("choose the hex on the map too: 1, 2")
    # Every extension brings a share; the log does not repeat it.
    expect(page.locator(".drawer .log")).to_contain_text("GER → I9")
    expect(page.locator(".drawer .log")).not_to_contain_text("+1 share")


def test_a_veto_lies_over_the_dimmed_page_and_beside_the_map(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"])
    page = table.page
    table.announce("GER", "I10")
    table.invest(0)
    table.announce("GER", "I9")
    expect(table.veto).to_be_visible()
    for width, height in ((1440, 900), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        dialog, board, drawer = (page.locator(each).bounding_box() for each in (".veto", ".map.sheet", ".drawer"))
        assert dialog is not None
        assert board is not None
        assert drawer is not None
        assert dialog["x"] >= board["x"] + board["width"], "the map is free"
        assert dialog["x"] + dialog["width"] > drawer["x"], "it lies over the drawer"
        assert dialog["x"] + dialog["width"] < width
        for each in table.veto.locator(".way, .acts .btn, .auto").all():
            expect(each).to_be_in_viewport(ratio=1)
    # What is dimmed cannot be pressed by keys either, and the map still chooses.
    assert page.locator(".lay > .panel").evaluate("(each) => each.inert")
    page.keyboard.press("1")
    expect(table.veto.get_by_role("radio").first).to_be_checked()
    table.veto.get_by_role("button", name="No veto").click()
    expect(table.veto).to_have_count(0)
    assert not page.locator(".lay > .panel").evaluate("(each) => each.inert")


def test_the_log_names_who_acts_once_and_folds_those_who_want_no_veto(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben", "Cora"])
    log = table.page.locator(".drawer .log")
    # All three come to hold shares of one line, so that two are asked.
    for at in ("I10", "I9", "J9"):
        table.drive("GER", at)
        table.invest(0)
    table.drive("GER", "K9")
    turn = log.locator(".turn").last
    moved = turn.locator("li").filter(has_text="GER → K9")
    expect(moved.locator("small").first).to_have_text(re.compile(r"^no veto: [ABC], [ABC]$"))
    expect(log.get_by_role("button").filter(has_text=re.compile(r"^\s*\w?\s*no veto"))).to_have_count(0)
    chips = log.evaluate(CHIPS)
    assert [shown for turn in chips for _, shown in turn] == [
        not i or turn[i - 1][0] != seat for turn in chips for i, (seat, _) in enumerate(turn)
    ]
    assert any(not shown for turn in chips for _, shown in turn), "somebody acted twice in a row"


def test_a_target_shows_what_it_brings_and_a_town_in_the_map_invests(visit: Visit) -> None:
    table = Player(visit(), ["Ann", "Ben"])
    page = table.page
    for name in ("A1", "A3", "Q1", "Q11"):
        expect(page.locator(".edge", has_text=re.compile(f"^{name}$"))).to_be_visible()
    town = page.locator("[data-town=sheffield]")
    town.click()
    expect(page.locator(".actionbar")).to_contain_text("Sheffield, steel")
    town.click()
    expect(page.locator(".actionbar")).to_contain_text("Sheffield, leather")
    expect(page.locator(".slot.next").first).to_be_visible()
    table.go.click()
    expect(page.locator(".drawer .log")).to_contain_text("cube: Sheffield, leather")
    table.drive("NER", "D7")
    engine = page.get_by_role("button", name=re.compile("^locomotive of NER at D7$"))
    table.invest(0)
    page.wait_for_timeout(300)
    engine.press("Enter")
    targets = page.locator(".target")
    expect(targets.first).to_be_visible()
    # An arrow where nothing is gained, one's own points where something is; never a bare number.
    said = page.locator(".said")
    for n in range(said.count()):
        own, arrow = said.nth(n).locator(".own"), said.nth(n).locator(".arrow")
        assert own.count() + arrow.count() == 1
        assert not own.count() or re.fullmatch(r"\+\d+", own.inner_text())


def test_a_low_window_pages_what_does_not_fit(visit: Visit) -> None:
    me = visit()
    me.page.set_viewport_size({"width": 1366, "height": 768})
    page = look_at(me, 70)
    panel = page.locator(".lay .panel")
    low = panel.evaluate("each => each.getBoundingClientRect().bottom")
    for name, part in (("Investments", ".part.chart"), ("Lines and shares", ".part.lines")):
        panel.get_by_role("button", name=name, exact=True).click()
        expect(panel.locator(part)).to_be_visible()
        assert panel.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), name
        last = panel.locator(f"{part} li, {part} tr").last
        assert last.evaluate("each => each.getBoundingClientRect().bottom") <= low


def test_a_locomotive_travels_and_what_happened_is_outlined(visit: Visit) -> None:
    events = json.loads(GOLDEN.read_text("utf-8"))["record"]["events"]
    types = [event[1]["type"] if event[0] != "chance" else "chance" for event in events]
    n = next(n for n in range(8, len(types)) if types[n] == "extend" and types[n + 1] != "veto")
    page = look_at(visit(reduced_motion="no-preference"), n)
    page.wait_for_timeout(500)
    page.evaluate(STEPS)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => steps.length > 0")
    assert any(step.split(" ")[1] in ("travel", "together") for step in page.evaluate("steps"))
    expect(page.locator("path.recent").first).to_be_visible()


def test_the_log_says_why_the_game_ended(visit: Visit) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))["record"]
    page = look_at(visit(), len(record["events"]))
    expect(page.locator(".drawer .log")).to_contain_text(
        re.compile("the track tiles are used up|at most one line still brings shares")
    )


SHARED = """([one, other]) => {
  const [a, b] = [one, other].map((each) => document.querySelector(each)?.getBoundingClientRect());
  if (!a || !b) return null;
  const side = (from, to) => Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
  return side('left', 'right') * side('top', 'bottom');
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_on_a_phone_nothing_to_choose_lies_over_the_map_and_the_log_has_a_page(
    visit: Visit, size: tuple[int, int]
) -> None:
    me = visit(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True, is_mobile=True)
    page = Player(me, ["Ann", "Ben"]).page
    lines, hexes = page.locator(".choice .lines button"), page.locator(".choice .list button")
    expect(lines).to_have_count(7)
    lines.filter(has_text="GER").tap()
    expect(hexes.first).to_be_visible()
    for shown in (".choice", "nav.pages"):
        assert page.evaluate(SHARED, [".map svg", shown]) == 0, shown
    assert page.locator(".choice").evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
    hexes.nth(1).tap()
    expect(hexes.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".actionbar .btn.go")).to_be_enabled()
    page.locator("nav.pages").get_by_role("button", name="Log").tap()
    expect(page.locator(".drawer.open .log")).to_be_visible()


def test_a_cube_in_the_map_has_colour_pattern_and_letter(visit: Visit) -> None:
    page = look_at(visit(), 70)
    cubes = page.locator(".map [data-at^='cube:']")
    looks = cubes.evaluate_all(
        "(all) => all.map((each) => [each.textContent, each.querySelector('.pat').getAttribute('d')])"
    )
    told = dict(looks)
    assert set(told) == {"A", "B", "C"}
    assert len(set(told.values())) == len(told) == len({tuple(each) for each in looks})


@pytest.mark.parametrize("name", ["england", "china"])
def test_on_its_side_a_phone_shows_all_and_goes_near_what_is_chosen(visit: Visit, name: str) -> None:
    me = visit(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = Player(me, ["Ann", "Ben"], map=name).page
    engines, targets = page.locator(".engine"), page.locator(".target")
    expect(engines).to_have_count(7)
    assert not needed(page, ".engine", ".pages button")
    for n in range(7):
        engines.nth(n).tap()
        expect(targets.first).to_be_visible()
        # A hex is now as large as a finger, and all of them can be pressed.
        assert not needed(page, ".target", "ol.list button")
        assert all((box := each.bounding_box()) and box["width"] > 36 for each in targets.all())
        page.get_by_role("button", name="Clear").tap()
        expect(targets).to_have_count(0)
        assert not needed(page, ".engine")
    page.get_by_role("button", name="the whole map or a part of it").tap()
    assert needed(page, ".engine")


def test_a_desk_shows_all_of_it_with_two_isolated_lines(visit: Visit) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))["record"]
    for language in ("ru-RU", "en-GB"):
        page = look_at(visit(language), len(record["events"]))
        expect(page.locator(".mark")).to_have_count(2)
        panel = page.locator(".lay .panel")
        low = panel.evaluate("each => each.getBoundingClientRect().bottom")
        assert panel.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), language
        assert page.locator(".kinds span").last.evaluate("each => each.getBoundingClientRect().bottom") <= low
        # Every share is a card, and the tiles left are a length of track.
        held = [int(text) for text in page.locator(".held").all_inner_texts() if text.isdigit()]
        expect(page.locator(".papers .paper")).to_have_count(sum(held))
        expect(page.locator(".turnno svg")).to_be_visible()


def test_the_way_that_is_chosen_is_dotted(visit: Visit) -> None:
    page = Player(visit(), ["Ann", "Ben"]).page
    engine = page.get_by_role("button", name=re.compile("^locomotive of GER at "))
    engine.press("Enter")
    expect(page.locator("path.way")).to_have_count(0)
    page.locator(".target").first.press("Enter")
    expect(page.locator("path.way")).to_be_visible()


def only_moving_stations() -> tuple[Match, int]:
    """R39: two build stations and then only move them; and the moment when seat 1 has moved, and seat 0 is to act."""
    match = branchline.game("stephensons-rocket").start(players=2, seed=next(filter(_second_begins, range(20))))
    for kind in ["station"] * 4 + ["move"] * 4:
        seat = match.actors[0]
        match.play(seat, next(each for each in match.legal(seat) if each.data["type"] == kind))
    return match, len(match.events) - 2


def _second_begins(seed: int) -> bool:
    return branchline.game("stephensons-rocket").start(players=2, seed=seed).actors == (1,)


def test_R39_the_bar_warns_before_moved_stations_end_the_game(visit: Visit, tmp_path: Path) -> None:
    match, moment = only_moving_stations()
    assert match.over
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()))
    me = visit()
    play_on(me, bring(me, path), moment)
    bar = me.page.locator(".actionbar")
    expect(bar).to_contain_text("2 more moves of stations in a row and the game ends.")
    # Any other action lets the game go on, and the warning is gone.
    me.page.locator(".chart button:not([disabled])").first.click()
    me.page.locator(".actionbar .btn.go").click()
    expect(bar).not_to_contain_text("the game ends")
