"""The strip of seats and the log, whatever the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import branchline
from tests.browser.driver import Visitor
from tests.browser.shell.toys import bring, play, two_past_the_dice

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def game_for(players: int) -> str:
    """A game that so many can play."""
    return next(name for name in branchline.game_names() if players in branchline.game(name).players)


def test_four_seats_fit_a_phone_and_say_their_state(visit: Visit) -> None:
    me = visit(phone=True)
    me.sit_at("toy", "me", "bot:random", "bot:random", "bot:random")
    seats = me.page.locator(".seat")
    expect(seats).to_have_count(4)
    cut = me.page.evaluate(
        """() => [...document.querySelectorAll('.seat, .seat svg, .seat .pts')]
          .filter((each) => each.getBoundingClientRect().right > innerWidth).length"""
    )
    assert cut == 0
    expect(me.page.get_by_role("button", name=re.compile("^You your turn"))).to_be_visible()


def test_in_a_crowd_seats_keep_their_names_for_readers(visit: Visit) -> None:
    me = visit()
    me.sit_at(game_for(12), "me", *["bot:random"] * 11)
    expect(me.page.get_by_role("button", name=re.compile("^You your turn"))).to_be_visible()
    expect(me.page.get_by_role("button", name=re.compile(r"^[A-Z]\w+ bot, "))).to_have_count(11)


def test_somebody_who_left_is_said_to_be_away(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    expect(host.page.locator(".seat").nth(1)).not_to_contain_text("away")
    guest.page.close()
    expect(host.page.locator(".seat").nth(1)).to_contain_text("away")


def test_the_log_counts_each_reason_once_and_losses_in_red(visit: Visit, tmp_path: Path) -> None:
    matches = (play(branchline.game(name), seed) for seed in range(3) for name in branchline.game_names())
    match = next(match for match in matches if any(entry.points < 0 for entry in match.log()))
    record = tmp_path / "losses.json"
    record.write_text(json.dumps(match.record()))
    me = visit()
    bring(me, record)
    expect(me.page.locator(".log small").first).to_be_visible()
    reasons = me.page.locator(".log small").all_text_contents()
    # Points beside a reason, or a sum of parts.
    assert any(re.search(r"[+−]\d+\s*$|[^+−]\d( [+−] .*\d)?\s*$", reason) for reason in reasons)
    assert not [reason for reason in reasons if re.search(r"[+−]\d+\s+[+−]\d+\s*$", reason)]
    signs = me.page.locator(".log b").evaluate_all("all => all.map((each) => [each.textContent, each.className])")
    assert any(text.startswith("−") for text, _ in signs)
    assert not [text for text, look in signs if text.startswith("−") != ("loss" in look.split())]
