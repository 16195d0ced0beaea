"""Pictures of Ticket to Ride, light and dark, on a desk and on a phone, into screenshots/ for people to look at."""

from __future__ import annotations

import json
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
LOOKS = [("light", False, "ru-RU"), ("dark", False, "en-GB"), ("light", True, "ru-RU")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of three between racers, and a moment in the middle when it is the first one's turn."""
    match = branchline.game("ticket-to-ride").start(players=3, seed=4)
    match.seats = [{"name": name} for name in ("Вера", "Мартин", "Лена")]
    bot = branchline.bot("ticket-to-ride", "racer")
    moment = 0
    while match.actors:
        seat = match.actors[0]
        if seat == 0 and not moment and match.view().turns >= 54:
            moment = len(match.events)
        match.play(seat, bot.choose(match.sight(seat), seed=1))
    path = tmp_path_factory.mktemp("records") / "tickets.json"
    path.write_text(json.dumps(match.record()))
    return path, moment


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS)
def test_screens_of_ticket_to_ride(
    visit: Visit, played: tuple[Path, int], theme: str, phone: bool, language: str
) -> None:
    FOLDER.mkdir(exist_ok=True)
    record, moment = played
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page

    def shot(name: str) -> None:
        page.wait_for_timeout(600)
        page.screenshot(path=FOLDER / f"tickets-{name}-{theme}{'-phone' if phone else ''}.png")

    page.goto(f"{me.address}/lobby")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url(re.compile("/m/"))
    table = page.url.split("/")[4]
    page.goto(f"{me.address}/t/{table}")
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(3000)  # the count goes point by point
    shot("end")
    page.goto(f"{me.address}/m/{table}/{moment}")
    page.get_by_role("button", name=re.compile("Play on|Сыграть отсюда")).click()
    page.get_by_role("dialog").locator(".btn.ink").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".deck.can")).to_be_visible(timeout=20_000)
    shot("board")
    if phone:
        page.locator(".held .btn").click()
        shot("ticket")
    page.locator(".route.can").first.dispatch_event("click")
    shot("payment")
