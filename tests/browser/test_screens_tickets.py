"""Pictures of Ticket to Ride into screenshots/."""

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
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A game of three between racers, and a moment in the middle when it is the first one's turn."""
    match = branchline.game("ticket-to-ride").start(players=3, seed=4)
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


@pytest.mark.parametrize(("theme", "phone", "language"), LOOKS[:-1])
def test_screens_of_ticket_to_ride(
    visit: Visit, played: tuple[Path, int], theme: str, phone: bool, language: str
) -> None:
    record, moment = played
    me = visit(language, phone=phone, color_scheme=theme, device_scale_factor=1 if not phone else 2)
    page = me.page
    shot = shots(me, theme, phone)
    table = bring(me, record)
    page.goto(f"{me.address}/t/{table}")
    page.get_by_role("button", name=re.compile("^(Score|Счёт)$")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shot("tickets-end")
    play_on(me, table, moment)
    expect(page.locator(".deck.can")).to_be_visible(timeout=20_000)
    shot("tickets-board")
    if phone:
        page.locator(".held .btn").click()
        shot("tickets-ticket")
    page.locator(".route.can").first.dispatch_event("click")
    shot("tickets-payment")
