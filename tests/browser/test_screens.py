"""Pictures of every main screen into screenshots/: light and dark, desk and phone, English and Russian."""

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
FOLDER = Path(__file__).parents[2] / "screenshots"
LOOKS = [
    ("light", False, "ru-RU"),
    ("light", False, "en-GB"),
    ("dark", False, "en-GB"),
    ("light", True, "ru-RU"),
    ("dark", True, "en-GB"),
]
NAMES = {"en": ("Vera", "Martin", "Lena", "Oleg"), "ru": ("Вера", "Мартин", "Лена", "Олег")}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of three that the first played well, and a moment when it is their turn."""
    match = branchline.game("30-rails").start(players=3, seed=6)
    bot = branchline.bot("30-rails", "greedy", seed=1)
    choice = random.Random(6)
    moment = 0
    while match.actors:
        seat = match.actors[0]
        if seat == 0 and branchline.to_builtins(match.view())["turn"] == 25:
            moment = len(match.events)
        often = (0.0, 0.2, 0.35)[seat]
        any_move = choice.choice(match.legal(seat))
        match.play(seat, any_move if choice.random() < often else bot.choose(match.sight(seat), seconds=0.01))
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(match.record()))
    return path, moment


def shots(visitor: Visitor, theme: str, phone: bool) -> Callable[[str], None]:
    """Takes pictures of what that browser shows."""
    FOLDER.mkdir(exist_ok=True)

    def shot(name: str) -> None:
        settle(visitor.page)
        language = visitor.page.evaluate("document.documentElement.lang")
        visitor.page.screenshot(path=FOLDER / f"{name}-{theme}{'-phone' if phone else ''}-{language}.png")

    return shot


def bring(visitor: Visitor, record: Path) -> str:
    """Open a record, with players' names as this browser's language writes them; the number of its table."""
    match = branchline.replay(record.read_text())
    names = NAMES[visitor.page.evaluate("navigator.language.slice(0, 2)")]
    match.seats = [{"name": name} for name, _ in zip(names, match.seats, strict=False)] + match.seats[len(names) :]
    return visitor.bring(match.record())


def play_on(visitor: Visitor, table: str, n: int) -> None:
    """Play on from a position of a game."""
    visitor.play_on(table, n)


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of twelve, each with a sheet of their own, and a moment late in it."""
    match = branchline.game("30-rails").start(players=12, seed=3)
    bot = branchline.bot("30-rails", "greedy", seed=1)
    choice = random.Random(3)
    moment = 0
    while match.actors:
        seat = match.actors[0]
        if seat == 0 and branchline.to_builtins(match.view())["turn"] == 24:
            moment = len(match.events)
        wild = choice.random() < (0.15 if branchline.to_builtins(match.view())["turn"] else 0.7)
        match.play(seat, choice.choice(match.legal(seat)) if wild else bot.choose(match.sight(seat), seconds=0.003))
    path = tmp_path_factory.mktemp("records") / "twelve.json"
    path.write_text(json.dumps(match.record()))
    return path, moment


@pytest.fixture(scope="module")
def rocket(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, int, int]]:
    """Games of Stephenson's Rocket on two maps: a moment to act, and one to say a word in a veto."""
    found = {}
    for name, seed in (("england", 4), ("usa", 5)):
        match = branchline.game("stephensons-rocket").start(players=3, seed=seed, map=name)
        bot = branchline.bot("stephensons-rocket", "greedy")
        choice = random.Random(seed)
        acts, calls = [], [0]
        while match.actors:
            seat = match.actors[0]
            step = (branchline.to_builtins(match.view(seat))["choices"] or {}).get("step") if seat == 0 else None
            {"act": acts, "call": calls}.get(step or "", []).append(len(match.events))
            wild = choice.random() < 0.25
            match.play(seat, choice.choice(match.legal(seat)) if wild else bot.choose(match.sight(seat), seconds=0.02))
        path = tmp_path_factory.mktemp("records") / f"{name}.json"
        path.write_text(json.dumps(match.record()))
        found[name] = (path, acts[len(acts) * 6 // 10], calls[(len(calls) + 1) // 2 % len(calls)])
    return found


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens_of_the_rocket(
    visit: Visit, rocket: dict[str, tuple[Path, int, int]], theme: str, phone: bool, language: str
) -> None:
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page
    shot = shots(me, theme, phone)
    for name, (record, act, call) in rocket.items():
        table = bring(me, record)
        play_on(me, table, act)
        engine = page.locator(".engine:not(.idle)").nth(1)
        engine.press("Enter")
        page.locator(".target").first.press("Enter")
        shot(f"rocket-{name}")
        if call:
            play_on(me, table, call)
            expect(page.locator(".veto")).to_be_visible()
            shot(f"rocket-{name}-veto")
    for number in range(1, 4) if phone else []:
        page.goto(f"{me.address}/m/{table}/{act}")
        page.locator("nav.pages button").nth(number).tap()
        shot(f"rocket-page-{number}")


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens_of_twelve(visit: Visit, twelve: tuple[Path, int], theme: str, phone: bool, language: str) -> None:
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    play_on(me, bring(me, twelve[0]), twelve[1])
    expect(me.page.locator("g.cell:not(.closed)").first).to_be_visible()
    shot = shots(me, theme, phone)
    shot("twelve")
    if phone:
        me.page.get_by_role("button", name=re.compile("^(Log|Журнал)$")).tap()
        shot("twelve-drawer")


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens(visit: Visit, played: tuple[Path, int], theme: str, phone: bool, language: str) -> None:
    record, moment = played
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page
    shot = shots(me, theme, phone)
    page.goto(f"{me.address}/settings")
    page.locator("#name").fill("Вера" if language == "ru-RU" else "Vera")
    page.locator("form:has(#name) .btn").click()
    expect(page.get_by_text(re.compile("^(Saved|Сохранено)"))).to_be_visible()
    shot("settings")
    page.goto(f"{me.address}/rules/30-rails")
    expect(page.locator("#L1")).to_be_visible()
    shot("rules")
    me.home().new_table(["me", "open", "bot:casual"])
    expect(page.locator(".invite")).to_be_visible()
    shot("waiting")
    me.home().new_table(["me", "bot:casual"])
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    shot("setup-mountain")
    table = bring(me, record)
    page.goto(f"{me.address}/t/{table}")
    expect(page.locator(".actionbar")).to_contain_text(re.compile("winner|Побе"))
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shot("end")
    page.goto(f"{me.address}/m/{table}/{moment}")
    expect(page.locator(".actionbar")).to_contain_text(re.compile("Looking|Смотрим"))
    shot("replay")
    play_on(me, table, moment)
    cells = page.locator("g.cell:not(.closed)")
    expect(cells.first).to_be_visible()
    best(me)
    page.locator("tr.have").first.hover() if not phone and page.locator("tr.have").count() else None
    shot("rails30")
    me.home()
    shot("home")
    page.locator(".more button").first.click()
    shot("new-table")
    page.goto(f"{me.address}/lobby")
    expect(page.locator("main li").first).to_be_visible()
    shot("lobby")


def best(visitor: Visitor) -> None:
    """Choose the cell and the turn of it that gain most."""
    cells = visitor.page.locator("g.cell:not(.closed)")
    found, where = 0, 0
    for number in range(min(cells.count(), 12)):
        visitor.press(cells.nth(number))
        expect(visitor.page.locator("main.board")).to_have_attribute("aria-busy", "false")
        text = visitor.page.locator(".gain-t")
        gain = int((text.text_content() or "0").replace("−", "-")) if text.count() else 0
        if gain > found:
            found, where = gain, number
    visitor.press(cells.nth((where + 1) % cells.count()))
    visitor.press(cells.nth(where))
