"""The board of 30 Rails in motion: zoom and pan, points that fly, ways that light up, twelve at one table."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import branchline
from branchline.games.rails30.api.log import TrackDrawn
from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
Scored = tuple[Path, int, int, int]
WATCH = """() => {
  window.flights = [];
  new MutationObserver((all) => {
    for (const { addedNodes } of all)
      for (const node of addedNodes) if (node.className?.startsWith?.('flying')) window.flights.push(node.textContent);
  }).observe(document.body, {childList: true});
}"""


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Scored:
    """A game of two; the moment before the first seat's first points, their cell, and when it reaches the mine."""
    match = branchline.game("30-rails").start(players=2, seed=6)
    bot = branchline.bot("30-rails", "greedy", seed=6)
    choice = random.Random(6)
    mine = 0
    while match.actors:
        seat = match.actors[0]
        wild = seat and choice.random() < 0.3
        match.play(seat, choice.choice(match.legal(seat)) if wild else bot.choose(match.sight(seat), seconds=0.01))
        if not mine and match.view().sheets[0].mine_points:
            mine = len(match.events)
    drawn = next(each for each in match.log() if isinstance(each, TrackDrawn) and each.seat == 0 and each.points > 0)
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(match.record()))
    return path, drawn.n, drawn.cell, mine


def play_on(visitor: Visitor, record: Path, n: int) -> Page:
    """Bring a record and play on from a position."""
    page = visitor.page
    visitor.play_on(visitor.bring(json.loads(record.read_text())), n)
    expect(page.locator("g.cell:not(.closed)").first).to_be_visible()
    return page


def look(visitor: Visitor, record: Path, n: int) -> None:
    visitor.page.goto(f"{visitor.address}/m/{visitor.bring(json.loads(record.read_text()))}/{n}")
    expect(visitor.page.locator(".lay svg").first).to_be_visible()


def open_golden(visitor: Visitor, name: str) -> None:
    """Bring a golden record and look at its end."""
    golden = json.loads((Path(__file__).parents[1] / "golden" / f"{name}.json").read_text("utf-8"))
    page = visitor.page
    page.goto(f"{visitor.address}/t/{visitor.bring(golden['record'])}")
    expect(page.locator(".actionbar .btn").first).to_be_visible()


def width(page: Page) -> float:
    """How much of the sheet is seen."""
    return float((page.locator(".lay svg").first.get_attribute("viewBox") or "").split()[2])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_points_fly_to_the_seat_unless_motion_is_off(visit: Visit, scored: Scored, motion: str) -> None:
    record, n, cell, _ = scored
    me = visit(reduced_motion=motion)
    page = play_on(me, record, n)
    for joker in page.locator(".joker:not([disabled])").all()[:1]:
        joker.click()
    gain = page.locator(".gain-t")
    for _ in range(8):
        page.locator(f"#cell-{cell}").click()
        expect(page.locator("main.board")).to_have_attribute("aria-busy", "false")
        if gain.count() and not (gain.text_content() or "").startswith("−"):
            break
    said = gain.text_content()
    page.evaluate(WATCH)
    page.locator(".actionbar .btn.go").click()
    expect(page.locator(".seat").first.locator(".pts")).to_have_text((said or "").lstrip("+"))
    assert page.evaluate("flights")[:1] == ([said] if motion == "no-preference" else [])
    expect(page.locator(".flying")).to_have_count(0)


def test_the_sheet_zooms_by_wheel_and_keys_and_a_drag_is_no_press(visit: Visit, scored: Scored) -> None:
    page = play_on(visit(), scored[0], scored[1])
    whole = width(page)
    sheet = page.locator(".lay svg").first
    box = sheet.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -400)
    expect(sheet).not_to_have_attribute("viewBox", re.compile(f"{whole:g}"))
    near = width(page)
    assert near < whole
    before = sheet.get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 80, box["y"] + box["height"] / 2 - 60, steps=5)
    page.mouse.up()
    assert sheet.get_attribute("viewBox") != before
    assert width(page) == near
    expect(page.locator("g.cell[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("0")
    assert width(page) == whole
    page.keyboard.press("+")
    assert width(page) < whole
    # Choosing by the arrows keeps the chosen cell in sight.
    for _ in range(4):
        page.keyboard.press("+")
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        expect(page.locator("g.cell[aria-pressed=true] .hit")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="The whole sheet").click()
    assert width(page) == whole


def test_two_fingers_zoom_on_a_phone(visit: Visit, scored: Scored) -> None:
    me = visit(phone=True)
    page = play_on(me, scored[0], scored[1])
    whole = width(page)
    box = page.locator(".lay svg").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, gap: float) -> None:
        points = [{"x": x - gap, "y": y, "id": 1}, {"x": x + gap, "y": y, "id": 2}] if gap else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for gap in (40, 55, 70, 80):
        touch("touchMove", gap)
    touch("touchEnd", 0)
    assert width(page) < whole / 1.5
    assert page.evaluate("visualViewport.scale") == 1
    expect(page.locator("g.cell[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="The whole sheet").tap()
    assert width(page) == whole


def test_pairs_and_the_mine_light_up_by_pointing_and_by_press(visit: Visit, scored: Scored) -> None:
    record, _, _, mine = scored
    assert mine, "the game must reach the mine"
    desk, phone = visit(), visit(phone=True)
    for each in (desk, phone):
        look(each, record, mine)
    row = desk.page.locator("tr.minerow")
    red = desk.page.locator(".lay .rail.lit")
    expect(red).to_have_count(0)
    row.hover()
    expect(desk.page.locator(".lay .mine.on")).to_be_visible()
    expect(red.first).to_be_visible()
    desk.page.locator(".topbar").hover()
    expect(red).to_have_count(0)
    button = phone.page.get_by_role("button", name="Mine", exact=True)
    lit: Locator = phone.page.locator(".lay .rail.lit")
    button.tap()
    expect(lit.first).to_be_visible()
    button.tap()
    expect(lit).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_twelve_at_one_table_have_all_sheets_in_sight(visit: Visit, phone: bool) -> None:
    me = visit(phone=phone)
    me.home().new_table(["me"] + ["bot:beginner"] * 11)
    page = me.page
    expect(page.get_by_role("button", name="Draw the mountain", exact=True)).to_be_visible()
    if phone:
        page.get_by_role("button", name="Log", exact=True).tap()
    small = page.locator(".others button")
    expect(small).to_have_count(11)
    for number in range(11):
        expect(small.nth(number)).to_be_in_viewport(ratio=1)
    me.press(small.nth(4))
    expect(page.locator(".lay svg[data-sheet='5']")).to_be_attached()
    if phone:
        page.get_by_role("button", name="Close", exact=True).tap()
    me.press(page.get_by_role("button", name="Back to my sheet"))
    expect(page.locator(".lay svg[data-sheet='0']")).to_be_visible()


def test_a_glance_at_another_sheet_keeps_the_drawing_and_shows_nothing_of_it_there(visit: Visit) -> None:
    me = visit()
    me.home().new_table(["me", "bot:beginner"])
    me.set_up()
    page = me.page
    expect(page.locator(".joker").first).to_be_enabled()
    page.locator(".joker.w").click()
    me.choose(3)
    chosen = page.locator("g.cell[aria-pressed=true]")
    cell = chosen.get_attribute("id")
    said = page.locator(".say p").inner_text()
    page.locator(".others button").click()
    expect(page.locator(".lay svg[data-sheet='1']")).to_be_visible()
    expect(page.locator(".lay g.cell, .lay .ghost")).to_have_count(0)
    expect(page.locator(".joker[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="Back to my sheet").click()
    expect(chosen).to_have_attribute("id", cell or "")
    expect(page.locator(".joker.w")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".say p")).to_have_text(said)
    me.confirm()


@pytest.mark.parametrize("phone", [False, True])
def test_at_another_sheet_the_bar_says_that_it_is_my_turn_and_leads_back(visit: Visit, phone: bool) -> None:
    me = visit(phone=phone)
    me.sit_at("30-rails", "me", "bot:random")
    page = me.page
    bar = page.locator(".actionbar")
    back = bar.get_by_role("button", name="Back to my sheet")
    expect(bar.get_by_role("button", name="Draw the mountain", exact=True)).to_be_visible()
    expect(back).to_have_count(0)
    me.press(page.locator(".seat").nth(1))
    expect(page.locator(".lay svg[data-sheet='1']")).to_be_visible()
    expect(bar.locator(".say")).to_contain_text("Your turn")
    expect(bar.locator(".btn")).to_have_count(1)
    me.press(back)
    expect(page.locator(".lay svg[data-sheet='0']")).to_be_visible()
    expect(bar.locator(".say")).to_contain_text("A mountain here?")


@pytest.mark.parametrize("bots", [0, 2])
def test_the_first_track_comes_after_at_most_five_presses(visit: Visit, bots: int) -> None:
    """The whole setup may be left to the server: one press, and a good layout stands."""
    me = visit()
    me.sit_at("30-rails", "me", *["bot:greedy"] * bots)
    page = me.page
    page.get_by_role("button", name="Place all for me").click()
    expect(page.locator(".lay .station")).to_have_count(4)
    expect(page.locator(".die.late")).to_be_visible()
    me.choose(0)
    me.confirm()
    expect(page.locator(".topbar")).to_contain_text("2 of 30")


def test_a_press_places_and_the_rest_may_be_left_to_the_server(visit: Visit) -> None:
    """Mine and station by one press each; undo takes one back; then the rest is placed."""
    me = visit()
    me.sit_at("30-rails", "me")
    page = me.page
    said = page.locator(".say p")
    for _ in range(6):
        if page.get_by_text("Where is the mine").is_visible():
            break
        row = said.inner_text()
        page.get_by_role("button", name="Draw the mountain", exact=True).click()
        expect(said).not_to_have_text(row)
    me.place(page.locator("g.cell:not(.closed)").first)
    me.place(page.locator("g[role=button]").nth(2))
    expect(said).to_contain_text("Station 2")
    page.get_by_role("button", name=re.compile("Undo|Take back")).click()
    expect(said).to_contain_text("Station 1")
    page.get_by_role("button", name="Place the rest for me").click()
    expect(page.locator(".lay .station")).to_have_count(4)
    expect(said).to_contain_text("Choose a green cell")


@pytest.mark.parametrize(("language", "word"), [("en-GB", "not bad|good|splendid"), ("ru-RU", "неплохо|хорошо")])
def test_the_word_for_a_result_stands_beside_the_total(visit: Visit, tmp_path: Path, language: str, word: str) -> None:
    """L17, in a game whose bot reached 40 points."""
    bot = branchline.bot("30-rails", "greedy", seed=1)
    for seed in range(40):
        match = branchline.game("30-rails").start(players=1, seed=seed)
        while match.actors:
            match.play(0, bot.choose(match.sight(0), seconds=0.01))
        if match.result and match.result.scores[0] >= 40:
            break
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.record()))
    me = visit(language)
    look(me, path, len(match.events))
    me.page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(me.page.get_by_role("dialog").locator(".praise")).to_have_text(re.compile(f"^({word}|великолепно)$"))


def test_the_scale_and_the_tables_name_stand_beside_the_sheet_in_a_low_window(visit: Visit) -> None:
    me = visit(viewport={"width": 1366, "height": 768})
    me.sit_at("30-rails", "me", "bot:greedy")
    page = me.page
    me.set_up()
    scale = page.locator(".score .scale")
    expect(scale).to_be_visible()
    settle(page)
    inside, panel = scale.bounding_box(), page.locator(".paper > .panel").bounding_box()
    assert inside is not None
    assert panel is not None
    assert inside["y"] + inside["height"] <= panel["y"] + panel["height"] + 1
    expect(page.locator(".paper .top")).to_contain_text(re.compile("table “.+”"))
