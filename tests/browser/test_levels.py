"""The level of the bots: home proposes one, one press changes it, and the table says who they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 800}, "has_touch": True}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_the_level_is_changed_with_one_press(visit: Visit, screen: dict[str, Any]) -> None:
    me = visit(**screen).home()
    card = me.page.locator(".game").first
    before = card.bounding_box()
    if screen:  # one button that goes on to the next level; the button to play says which it is
        level = card.get_by_role("button", name="How well the bots play")
        box = level.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        for name in ("beginner", "casual", "strong", "expert", "beginner", "casual"):
            expect(level).to_have_accessible_name(f"How well the bots play: {name}, 30 Rails")
            expect(card.locator(".go small")).to_have_text(name)
            level.click()
    else:
        levels = card.get_by_role("group", name="How well the bots play")
        expect(levels.get_by_role("button", pressed=True)).to_have_accessible_name("beginner")
        levels.get_by_role("button", name="strong").click()
        expect(levels.get_by_role("button", pressed=True)).to_have_accessible_name("strong")
        expect(card.locator(".go small")).to_have_text("strong")
    assert card.bounding_box() == before, "nothing moves under the pointer"
    card.get_by_role("button", name="Play with bots").click()
    bots = me.page.locator(".seat[data-seat='1'] > button")
    expect(bots).to_have_attribute("title", re.compile("bot, strong"))
    table = me.page.evaluate("fetch('/api' + location.pathname.replace('/t/', '/tables/')).then((each) => each.json())")
    seats = table["seats"][1:]
    assert {seat["level"] for seat in seats} == {"strong"}
    assert len({seat["character"] for seat in seats}) == len(seats)
