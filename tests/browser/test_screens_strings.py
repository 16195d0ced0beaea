"""Pictures of String Railway into screenshots/."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import branchline
from tests.browser.driver import Visitor
from tests.browser.test_screens import LOOKS, bring, play_on, shots

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def strings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, int]:
    """A game of four, a moment to place a station in its third round, and the moment to lay the string after it."""
    match = branchline.game("string-railway").start(players=4, seed=8)
    bot = branchline.bot("string-railway", "greedy")
    moments = {}
    while match.actors:
        seat = match.actors[0]
        view = match.view(seat)
        if seat == 0 and view.turn == 8:
            moments[view.phase] = len(match.events)
        match.play(seat, bot.choose(match.sight(seat), seed=len(match.events)))
    path = tmp_path_factory.mktemp("records") / "strings.json"
    path.write_text(json.dumps(match.record()))
    return path, moments["place"], moments["lay"]


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens_of_the_strings(
    visit: Visit, strings: tuple[Path, int, int], theme: str, phone: bool, language: str
) -> None:
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page
    shot = shots(me, theme, phone)
    record, place, lay = strings
    table = bring(me, record)
    suggest = page.get_by_role("button", name=re.compile("^(Suggest|Подсказать)"))
    play_on(me, table, place)
    suggest.click()
    expect(page.locator(".ghost.fits")).to_be_visible()
    shot("strings-place")
    play_on(me, table, lay)
    suggest.click()
    expect(page.locator(".tag").first).to_be_visible()
    shot("strings-lay")
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^(Nearer|Ближе)$")).click()
    expect(page.locator(".overview")).to_be_visible()
    shot("strings-near")
    page.goto(f"{me.address}/t/{table}")
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shot("strings-end")
