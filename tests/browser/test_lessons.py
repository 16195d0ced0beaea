"""Lessons in the browser: every task can be done with the list of actions, and what is lit is there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from branchline.core import lessons
from branchline.games import find, slugs
from tests.browser.conftest import Server
from tests.browser.driver import Visitor

pytestmark = pytest.mark.browser
Visit = Callable[..., Visitor]
GAMES = [slug for slug in slugs() if lessons.load(find(slug), "lesson") is not None]


GO = "(to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
IN_SIGHT = """(wanted) => [...document.querySelectorAll('[data-lit]')].some((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const [middle, down] = [x + width / 2, y + height / 2];
  return wanted.includes(each.dataset.lit) && middle > 0 && middle < innerWidth && down > 0 && down < innerHeight;
})"""


def open_step(page: Page, address: str, slug: str, number: int) -> None:
    page.goto(f"{address}/learn/{slug}/lesson/{number + 1}")
    expect(page.locator(".lesson h2")).to_be_visible()


def lit(page: Page) -> set[str]:
    return {str(each.get_attribute("data-lit")) for each in page.locator("[data-lit]").all()}


def play(page: Page, words: str) -> None:
    """Press the action of these words in the list."""
    moves = page.locator(".legal-list")
    button = moves.locator("li button", has_text=re.compile(f"^{re.escape(words)}$", re.IGNORECASE)).first
    expect(button).to_be_attached()
    button.evaluate("(each) => { for (const one of document.querySelectorAll('.legal-list details')) one.open = true }")
    button.click()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_lesson_is_played_to_its_end(visit: Visit, server: Server, slug: str, language: str) -> None:
    game = find(slug)
    course = lessons.load(game, "lesson")
    assert course is not None
    page = visit(language="ru-RU" if language == "ru" else "en-GB").page
    open_step(page, server.address, slug, 0)
    page.locator(".lesson summary", has_text=re.compile("^(Moves|Ходы)$")).click()
    for number, step in enumerate(course.steps):
        expect(page.locator(".lesson h2")).to_have_text(getattr(step.task, language))
        for done, action in enumerate(step.solution):
            match = lessons.attempt(game, "lesson", number, step.solution[:done]).match
            page.wait_for_function(
                "(n) => document.querySelector('.table').dataset.n === n", arg=str(len(match.events))
            )
            page.wait_for_function(
                "(n) => document.querySelectorAll('[data-lit]').length === n", arg=len(step.lit[done])
            )
            assert lit(page) == set(step.lit[done])
            move = game.parse(match.state, step.seat, action)
            play(page, game.action(match.state, step.seat, move).text.render(language))
        expect(page.locator(".say")).to_contain_text(getattr(step.done, language))
        if number + 1 < len(course.steps):
            page.locator(".actionbar .btn.go").click()
    expect(page.locator(".lesson li.done")).to_have_count(len(course.steps))
    page.goto(server.address)
    expect(page.locator(".game").first).to_be_visible()
    expect(page.locator(f".learn[href='/learn/{slug}']")).to_have_count(0)


@pytest.mark.parametrize("slug", GAMES)
def test_a_phone_shows_the_task_and_what_is_lit(visit: Visit, server: Server, slug: str) -> None:
    """There boards show a part of themselves: what is lit is brought into sight, or its page can be turned to."""
    course = lessons.load(find(slug), "lesson")
    assert course is not None
    page = visit(phone=True).page
    open_step(page, server.address, slug, 0)
    for number, step in enumerate(course.steps):
        if number:
            page.evaluate(GO, f"/learn/{slug}/lesson/{number + 1}")
        expect(page.locator(".lesson h2")).to_have_text(step.task.en)
        page.wait_for_function(IN_SIGHT, arg=step.lit[0])


def test_what_does_not_fulfil_the_task_is_explained_on_the_board(visit: Visit, server: Server) -> None:
    page = visit().page
    course = lessons.load(find("30-rails"), "lesson")
    assert course is not None
    open_step(page, server.address, "30-rails", 0)
    page.get_by_role("button", name="Draw the mountain").click()
    expect(page.locator(".say .refused")).to_have_text(course.steps[0].otherwise.en)
    page.get_by_role("button", name="Skip it").click()
    expect(page.locator(".say")).to_contain_text(course.steps[0].done.en)
    page.locator(".actionbar .btn.go").click()
    # By the keyboard: the first cell that the arrows come to is beside a mountain.
    expect(page.locator(".lesson h2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text(course.steps[1].done.en)
    page.reload()
    page.goto(f"{server.address}/learn/30-rails")
    expect(page.locator(".lesson li [aria-current=step]")).to_contain_text(course.steps[2].title.en)


def test_home_offers_the_lesson_of_a_game_never_played(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.home()
    offers = visitor.page.locator("a.learn")
    expect(offers).to_have_count(len(GAMES))
    offers.first.click()
    expect(visitor.page.locator(".lesson h2")).to_be_visible()
    visitor.sit_at("30-rails", "me")
    visitor.home()
    expect(offers).to_have_count(len(GAMES) - 1)
