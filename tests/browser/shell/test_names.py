"""Names, titles of windows, and the pages of rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import branchline
from tests.browser.driver import Visitor
from tests.browser.shell.toys import bring, play_the_last_round

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]


def rule_pages(visitor: Visitor) -> list[str]:
    """The addresses of the rules of all games."""
    visitor.page.goto(f"{visitor.address}/rules")
    links = visitor.page.locator("main nav a")
    expect(links.first).to_be_visible()
    found: list[str] = links.evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    assert len(found) == len(branchline.game_names()) - 1, "only the toy has none"
    return found


def test_the_rules_of_every_game_can_be_read(visit: Visit) -> None:
    me = visit()
    for game in rule_pages(me):
        me.page.goto(f"{me.address}{game}")
        expect(me.page.locator("article section p[id]").nth(5)).to_be_visible()
        heaped = me.page.evaluate(
            """() => [...document.querySelectorAll('article section')].flatMap((section) => {
              const rules = [...section.querySelectorAll('p[id]')].map((each) => each.getBoundingClientRect());
              return rules.slice(1).filter((box, i) => box.top < rules[i].bottom || box.height < 20);
            }).length"""
        )
        assert heaped == 0, game


def test_the_masthead_and_the_window_name_what_they_show(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/settings")
    page.locator("#name").fill("Vera")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header .me")).to_have_text("Vera")
    titles = {page.title()}
    for place in ("", "lobby", "rules", *(path[1:] for path in rule_pages(me)[:2]), None):
        if place is None:  # an address that only a link inside the page can lead to
            page.evaluate("history.pushState(null, '', '/nothing'); dispatchEvent(new PopStateEvent('popstate'))")
        else:
            page.goto(f"{me.address}/{place}")
        expect(page.locator("header .me")).to_have_text("Vera")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_function("known => !known.includes(document.title)", arg=sorted(titles))
        titles.add(page.title())
    me.home().new_table(["me", "open"])
    expect(page.locator(".invite")).to_be_visible()
    expect(page.locator("header .me")).to_have_text("Vera")
    assert len(titles) == 7


@pytest.mark.parametrize(("language", "said"), [("en-GB", "You win with"), ("ru-RU", "Вы победили:")])
def test_whoever_wins_without_a_name_is_you(visit: Visit, won: Path, language: str, said: str) -> None:
    me = visit(language)
    page = me.page
    bring(me, won)
    play_the_last_round(me, won)
    page.keyboard.press("Escape")
    expect(page.locator(".actionbar .say p")).to_contain_text(said)
