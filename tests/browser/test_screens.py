"""Pictures of every main screen, light and dark, on a desk and on a phone, into screenshots/ for people to look at."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import branchline
from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
FOLDER = Path(__file__).parents[2] / "screenshots"
LOOKS = [("light", False, "ru-RU"), ("dark", False, "en-GB"), ("light", True, "ru-RU"), ("dark", True, "en-GB")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of three that the first played well, and a moment when it is their turn."""
    match = branchline.game("30-rails").start(players=3, seed=6)
    match.seats = [{"name": name} for name in ("Вера", "Мартин", "Лена")]
    bot = branchline.bot("30-rails", "greedy")
    choice = random.Random(6)
    moment = 0
    while match.actors:
        seat = match.actors[0]
        if seat == 0 and match.view()["turn"] == 25:
            moment = len(match.events)
        often = (0.0, 0.2, 0.35)[seat]
        any_move = choice.choice(match.legal(seat))
        match.play(seat, any_move if choice.random() < often else bot.choose(match.sight(seat), seconds=0.01))
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(match.record()))
    return path, moment


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens(visit: Visit, played: tuple[Path, int], theme: str, phone: bool, language: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    record, moment = played
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page

    def shot(name: str) -> None:
        page.wait_for_timeout(600)
        page.screenshot(path=FOLDER / f"{name}-{theme}{'-phone' if phone else ''}.png")

    page.goto(f"{me.address}/settings")
    page.locator("#name").fill("Вера" if language == "ru-RU" else "Vera")
    page.locator("form .btn").click()
    expect(page.get_by_text(re.compile("^(Saved|Сохранено)"))).to_be_visible()
    shot("settings")
    page.goto(f"{me.address}/rules/30-rails")
    expect(page.locator("#L1")).to_be_visible()
    shot("rules")
    me.home().new_table(["me", "open", "bot:greedy"])
    expect(page.locator(".invite")).to_be_visible()
    shot("waiting")
    me.home().new_table(["me", "bot:greedy"])
    expect(page.locator(".actionbar .btn.go")).to_be_visible()
    shot("setup-mountain")
    page.goto(f"{me.address}/lobby")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url(re.compile("/m/"))
    table = page.url.split("/")[4]
    page.goto(f"{me.address}/t/{table}")
    expect(page.locator(".actionbar")).to_contain_text(re.compile("winner|Побе"))
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shot("end")
    page.goto(f"{me.address}/m/{table}/{moment}")
    expect(page.locator(".actionbar")).to_contain_text(re.compile("Looking|Просмотр"))
    shot("replay")
    page.get_by_role("button", name=re.compile("Play on|Сыграть отсюда")).click()
    page.get_by_role("dialog").locator(".btn.ink").click()
    page.wait_for_url(re.compile("/t/"))
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
        visitor.page.wait_for_timeout(600)
        text = visitor.page.locator(".gain-t")
        gain = int((text.text_content() or "0").replace("−", "-")) if text.count() else 0
        if gain > found:
            found, where = gain, number
    visitor.press(cells.nth((where + 1) % cells.count()))
    visitor.press(cells.nth(where))
