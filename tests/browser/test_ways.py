"""Other ways to use the page: replays, languages, a phone, keys alone, and what axe finds."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import branchline
from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of two as a file."""
    match = branchline.game("30-rails").start(players=2, seed=11)
    choice = random.Random(11)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, choice.choice(match.legal(seat)))
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(match.record()))
    return path


def bring(visitor: Visitor, record: Path) -> None:
    visitor.page.goto(f"{visitor.address}/lobby")
    visitor.page.locator("input[type=file]").set_input_files(record)
    visitor.page.wait_for_url(re.compile("/m/"))


def test_a_replay_by_slider_and_by_link_and_played_on(visit: Visit, record: Path) -> None:
    me = visit()
    bring(me, record)
    page = me.page
    slider = page.get_by_label("Through the game")
    expect(slider).not_to_have_value("0")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Looking back: step 0")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_text("Looking back: step 41")).to_be_visible()
    expect(page.locator(".turnno")).to_contain_text("Turn")
    address = page.url
    # The bar is ahead of the board, whose position comes from the server.
    expect(page.locator(".table").first).to_have_attribute("data-n", address.rpartition("/")[2])
    settle(page)
    sheet = page.locator(".lay svg").first.inner_html()
    other = visit()
    other.page.goto(address)
    expect(other.page.get_by_text("Looking back: step 41")).to_be_visible()
    expect(other.page.locator(".turnno")).to_have_text(page.locator(".turnno").inner_text())
    expect(other.page.locator(".lay svg").first).to_have_js_property("innerHTML", sheet)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Looking back: step 0")).to_be_visible()


def test_russian_and_english_by_the_browser_and_by_hand(visit: Visit) -> None:
    russian, english = visit("ru-RU"), visit("en-US")
    expect(russian.home().page.get_by_role("heading", level=1)).to_have_text("Куда едем сегодня?")
    expect(english.home().page.get_by_role("heading", level=1)).to_have_text("Where to today?")
    russian.page.get_by_role("button", name="English").click()
    expect(russian.page.get_by_role("heading", level=1)).to_have_text("Where to today?")
    assert russian.page.evaluate("document.documentElement.lang") == "en"
    russian.page.reload()
    expect(russian.page.get_by_role("heading", level=1)).to_have_text("Where to today?")
    for language, title in (("ru-RU", "Правила «30 рельсов»"), ("en-GB", "Rules of 30 Rails")):
        reader = visit(language)
        reader.page.goto(f"{reader.address}/rules/30-rails#L13")
        expect(reader.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(reader.page.locator("#L13")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
def test_the_form_of_a_new_table_speaks_no_codes(visit: Visit, language: str) -> None:
    me = visit(language)
    page = me.page
    page.goto(f"{me.address}/lobby")
    page.get_by_role("button", name=re.compile("Open a table|Открыть свой стол")).click()
    dialog = page.get_by_role("dialog")
    games = dialog.locator("label select").first
    said: list[str] = []
    for game, label in zip(branchline.game_names(), games.locator("option").all_text_contents(), strict=True):
        games.select_option(label=label)
        expect(dialog.locator("label")).to_have_count(len(branchline.game(game).options) + 3)
        said += dialog.locator("label > span").evaluate_all("all => all.map((each) => each.firstChild.textContent)")
        said += dialog.locator(".options small").all_text_contents()
        said += dialog.locator("option").all_text_contents()
    codes = [text for text in said if re.search(r"[a-z]\.[a-z]|_|`", text)]
    bare = [text for text in said if not re.match(r"[A-ZА-ЯЁ0-9]", text.strip())]
    assert not codes + bare
    if language == "ru-RU":
        assert not [text for text in said if not re.search("[А-Яа-яЁё]|^[0-9]+$", text.strip())]
        assert {"Поле", "Обычное", "Билеты", "Обычные", "Вариант", "Обычный", "Бот, новичок", "Восток США"} <= set(said)


def test_a_phone_by_touch_without_scrolling(visit: Visit) -> None:
    me = visit("ru-RU", phone=True)
    me.home()
    me.page.get_by_role("button", name=re.compile("^Играть с ботами .*: 30 рельсов$")).tap()
    me.page.wait_for_url(re.compile("/t/"))
    me.set_up()
    for turn in range(3):
        me.choose(turn)
        small = me.page.evaluate(
            """() => [...document.querySelectorAll('.actionbar button, .topbar button, .panel button, g.cell')]
              .filter((each) => each.checkVisibility())
              .map((each) => [each.textContent, each.getBoundingClientRect()])
              .filter(([_, box]) => Math.min(box.width, box.height) > 0 && (box.height < 44 || box.width < 44))
              .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
        )
        assert not small
        scrolled = "document.scrollingElement.scrollHeight - innerHeight"
        assert me.page.evaluate(scrolled) <= 0
        me.confirm()
    me.page.get_by_role("button", name="Журнал").tap()
    expect(me.page.locator(".drawer")).to_be_visible()
    me.page.get_by_role("button", name="Закрыть").tap()
    expect(me.page.locator(".drawer")).to_be_hidden()


def test_keys_alone_from_home_to_a_track(visit: Visit) -> None:
    me = visit()
    me.home()
    page = me.page
    for _ in range(40):
        page.keyboard.press("Tab")
        if "Play with bots" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    saying = page.locator(".say p")
    for row in range(1, 7):
        expect(saying).to_contain_text(f"Row {row}")
        page.keyboard.press("Enter")
    expect(saying).to_contain_text("mine")
    page.keyboard.press("ArrowRight")
    expect(saying).to_contain_text("The mine at")
    page.keyboard.press("Enter")
    for number in range(1, 5):
        expect(saying).to_contain_text(f"Station {number}: choose")
        page.keyboard.press("ArrowDown")
        expect(saying).to_contain_text("square")
        page.keyboard.press("Enter")
    expect(saying).to_contain_text("bonus")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    for _ in range(3):
        expect(saying).to_contain_text("green cell")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("r")
        page.keyboard.press("m")
        expect(saying).to_contain_text(" at ")
        page.keyboard.press("Escape")
        expect(saying).to_contain_text("green cell")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.locator(".say").get_by_text(re.compile("green cell|Waiting")).first.wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, record: Path, theme: str) -> None:
    me = visit(color_scheme=theme)
    page = me.page
    me.home()
    assert_accessible(me, "home")
    page.locator(".more button").first.click()
    assert_accessible(me, "new table")
    page.keyboard.press("Escape")
    for place in ("lobby", "daily", "settings", "rules/30-rails"):
        page.goto(f"{me.address}/{place}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        settle(page)
        assert_accessible(me, place)
    me.home().new_table(["me", "open"])
    expect(page.get_by_text("Waiting for 1 more player")).to_be_visible()
    assert_accessible(me, "waiting")
    me.home().new_table(["me", "bot:beginner"])
    me.set_up()
    me.choose(1)
    for tab in ("log", "chat", "moves", "rules"):
        page.locator(f"#tab-{tab}").click()
        settle(page)
        assert_accessible(me, f"table, {tab}")
    bring(me, record)
    expect(page.get_by_label("Through the game")).not_to_have_value("0")
    assert_accessible(me, "the end of a replay")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Looking back")).to_be_visible()
    assert_accessible(me, "replay")


def assert_accessible(visitor: Visitor, where: str) -> None:
    page = visitor.page
    # Playwright's evaluate is not bound by the page's CSP, so nothing has to be loosened for the test.
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    bad = [
        f"{each['id']}: {each['help']} {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert not bad, f"{where}: " + "\n".join(bad)
