"""Lessons in the browser: every task can be done with the list of actions, and what is lit is there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, TimeoutError, expect

from branchline.core import lessons
from branchline.core.action import Json
from branchline.core.lessons import fits
from branchline.core.match import Match
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


IN_REACH = """() => [...document.querySelectorAll('[data-lit]')].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const under = document.elementsFromPoint(x + width / 2, y + height / 2);
  const top = under.find((other) => !other.closest('.spotlight, .callout, [data-lit]'));
  const own = top?.closest('[data-at]')?.dataset.at === each.dataset.lit;
  return !top || top.tagName === 'MAIN' || (!own && top.closest('button') && !top.querySelector('[data-at]'));
}).map((each) => each.dataset.lit)"""
"""What is lit and cannot be pressed: out of the window, beside the board, or under a control of another use."""


def open_step(page: Page, address: str, slug: str, number: int) -> None:
    page.goto(f"{address}/learn/{slug}/lesson/{number + 1}")
    expect(page.locator(".lesson h2")).to_be_visible()


def lit(page: Page) -> set[str]:
    return {str(each.get_attribute("data-lit")) for each in page.locator("[data-lit]").all()}


def play(page: Page, words: str) -> None:
    """Press the action of these words in the list."""
    moves = page.locator(".legal-list")
    spaced = r"\s".join(re.escape(each) for each in words.split(" "))  # in Russian some spaces do not break
    button = moves.locator("li button", has_text=re.compile(f"^{spaced}$", re.IGNORECASE)).first
    expect(button).to_be_attached()
    for left in (4, 3, 2, 1, 0):
        # The list may be drawn anew in between, with its groups closed.
        moves.evaluate("(each) => { for (const one of each.querySelectorAll('details')) one.open = true }")
        try:
            button.click(timeout=3000)
            return
        except TimeoutError:
            if not left:
                raise


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
        page.wait_for_function(f"() => ({IN_REACH})().length === 0")


@pytest.mark.parametrize("slug", GAMES)
def test_a_lesson_is_played_by_keys_alone_and_read_out(visit: Visit, server: Server, slug: str) -> None:
    """The list is opened and pressed by keys; what a step came to is announced, and the way on has the focus."""
    game = find(slug)
    course = lessons.load(game, "lesson")
    assert course is not None
    page = visit(quiet=True).page
    open_step(page, server.address, slug, 0)
    page.locator(".lesson summary", has_text="Moves").focus()
    page.keyboard.press("Enter")
    for number, step in enumerate(course.steps):
        for done, action in enumerate(step.solution):
            match = lessons.attempt(game, "lesson", number, step.solution[:done]).match
            page.wait_for_function(
                "(n) => document.querySelector('.table').dataset.n === n", arg=str(len(match.events))
            )
            press(page, said(match, step.seat, action, "en"))
        told = page.get_by_role("status").filter(has_text=step.done.en)
        expect(told.first).to_be_attached()
        expect(page.locator(".actionbar .btn.go")).to_be_focused()
        if number + 1 < len(course.steps):
            page.keyboard.press("Enter")
            expect(page.locator(".lesson h2")).to_be_focused()
            expect(page.locator(".lesson h2")).to_have_text(course.steps[number + 1].task.en)


def press(page: Page, words: str) -> None:
    """Come to the action of these words in the list and press Enter."""
    moves = page.locator(".legal-list")
    button = moves.locator("li button", has_text=re.compile(f"^{re.escape(words)}$", re.IGNORECASE)).first
    expect(button).to_be_attached()
    closed = moves.locator("details:not([open]) > summary")
    before = page.locator(".table").first.get_attribute("data-n")
    for left in (4, 3, 2, 1, 0):
        while not button.is_visible():
            closed.first.press("Enter")
        # The list may be drawn anew between the focus and the key: then nothing has happened.
        button.press("Enter")
        try:
            page.wait_for_function(
                "(n) => document.querySelector('.table').dataset.n !== n", arg=before, timeout=6000 if left else 30_000
            )
            return
        except TimeoutError:
            if not left:
                raise


def test_a_tag_points_at_what_to_press(visit: Visit, server: Server) -> None:
    """Beside the lit place and over none of what is lit; it goes on when the place was pressed."""
    page = visit().page
    open_step(page, server.address, "stephensons-rocket", 1)
    tag, rings = page.locator(".callout:not(svg *)"), page.locator("[data-lit] .ring")
    expect(tag).to_contain_text(re.compile("Press here.*locomotive of L&Y", re.IGNORECASE | re.DOTALL))
    expect(rings).to_have_count(2)
    expect(page.locator(".spotlight .dim")).to_have_count(1)
    first = tag.bounding_box()
    assert first is not None
    for ring in rings.all():
        box = ring.bounding_box()
        assert box is not None
        apart = (
            first["x"] >= box["x"] + box["width"]
            or box["x"] >= first["x"] + first["width"]
            or first["y"] >= box["y"] + box["height"]
            or box["y"] >= first["y"] + first["height"]
        )
        assert apart, (first, box)
    page.get_by_role("button", name=re.compile("^locomotive of L&Y")).press("Enter")
    expect(tag).not_to_contain_text(re.compile("locomotive", re.IGNORECASE))
    assert tag.bounding_box() != first


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
    expect(page.locator(".lesson h2")).to_have_text(course.steps[1].task.en)
    expect(page.locator(".lesson h2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text(course.steps[1].done.en)
    page.reload()
    page.goto(f"{server.address}/learn/30-rails")
    expect(page.locator(".lesson li [aria-current=step]")).to_contain_text(course.steps[2].title.en)


def test_a_step_is_shown_when_its_position_has_come(visit: Visit, server: Server) -> None:
    """On a slow line the task and the board are of one step, and no step counts as done before its task is."""
    page = visit().page
    course = lessons.load(find("30-rails"), "lesson")
    assert course is not None
    open_step(page, server.address, "30-rails", 0)
    page.get_by_role("button", name="Skip it").click()
    expect(page.locator(".say")).to_contain_text(course.steps[0].done.en)
    held: list[Route] = []
    page.route("**/api/lessons/**", lambda route: held.append(route))
    page.locator(".actionbar .btn.go").click()
    page.wait_for_url("**/lesson/2")
    expect(page.locator(".lesson h2")).to_have_text(course.steps[0].task.en)
    expect(page.locator(".lesson li.done")).to_have_count(1)
    for each in held:
        each.continue_()
    page.unroute("**/api/lessons/**")
    expect(page.locator(".lesson h2")).to_have_text(course.steps[1].task.en)
    expect(page.locator(".lesson h2")).to_be_focused()
    expect(page.locator(".lesson li.done")).to_have_count(1)


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


@pytest.mark.parametrize(("slug", "language"), list(zip(GAMES, ["ru", "en", "ru", "en"], strict=False)))
def test_an_exercise_is_answered_wrongly_and_then_rightly(
    visit: Visit, server: Server, slug: str, language: str
) -> None:
    """A wrong answer says what it costs and changes nothing; the right one tells why. Two moves are asked for."""
    game = find(slug)
    course = lessons.load(game, "exercises")
    assert course is not None
    page = visit(language="ru-RU" if language == "ru" else "en-GB").page
    number = next(n for n, each in enumerate(course.steps) if len(each.solution) == 2)
    step = course.steps[number]
    page.goto(f"{server.address}/learn/{slug}/exercises/{number + 1}")
    expect(page.locator(".lesson h2")).to_have_text(getattr(step.task, language))
    page.locator(".lesson summary", has_text=re.compile("^(Moves|Ходы)$")).click()
    told = getattr(step.why, language)
    for done, action in enumerate(step.solution):
        match = lessons.attempt(game, "exercises", number, step.solution[:done]).match
        assert step.proof is not None
        wrong = next((each for each in step.proof.alternatives if each.nth == done), None)
        if wrong is not None and match.listed(step.seat):
            play(page, said(match, step.seat, wrong.action, language))
            text = next(each.text for each in step.remarks if each.nth == done and fits(each.action, wrong.action))
            expect(page.locator(".say .refused")).to_have_text(getattr(text, language))
            expect(page.locator(".table").first).to_have_attribute("data-n", str(len(match.events)))
        expect(page.get_by_text(told)).to_have_count(0)
        play(page, said(match, step.seat, action, language))
    expect(page.locator(".say")).to_contain_text(getattr(step.done, language))
    expect(page.locator(".lesson .why")).to_contain_text(told)


def said(match: Match, seat: int, action: Json, language: str) -> str:
    """How an action reads in the list."""
    game = match.game
    return game.action(match.state, seat, game.parse(match.state, seat, action)).text.render(language)
