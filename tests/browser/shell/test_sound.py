"""Sounds: off until wanted, offered once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor
from tests.browser.shell.toys import bring, choose, play_the_last_round, rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
COUNT_TONES = """
  window.tones = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...given) { super(...given); window.tones += 1; }
  };
"""


def test_sounds_are_made_only_when_wanted(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.add_init_script(COUNT_TONES)
    me.sit_at("toy", "me", "bot:random")
    choose(me)
    rounds(me, 1)
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name=re.compile("^Sounds")).check()
    page.keyboard.press("Escape")
    page.wait_for_function("tones > 0")
    before = page.evaluate("tones")
    choose(me)
    rounds(me, 2)
    page.wait_for_function("n => tones > n", arg=before)


def test_sounds_are_offered_once_after_the_first_game(visit: Visit, won: Path) -> None:
    me = visit()
    page = me.page
    page.add_init_script(COUNT_TONES)
    bring(me, won)
    play_the_last_round(me, won)
    offer = page.get_by_role("group", name="Sounds")
    expect(offer).to_have_count(0)
    page.keyboard.press("Escape")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Turn on").click()
    expect(offer).to_have_count(0)
    page.wait_for_function("tones > 0")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name=re.compile("^Sounds"))).to_be_checked()
    volume = page.get_by_label("Volume")
    before = page.evaluate("tones")
    volume.fill("30")
    volume.dispatch_event("change")
    page.wait_for_function("n => tones > n", arg=before)
    page.get_by_role("switch", name=re.compile("^Sounds")).uncheck()
    bring(me, won)
    play_the_last_round(me, won)
    page.keyboard.press("Escape")
    expect(page.locator(".actionbar")).to_be_visible()
    expect(offer).to_have_count(0)
