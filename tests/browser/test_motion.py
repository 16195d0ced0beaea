"""Others' moves are seen to happen: in order, skippable, never in the way, and not where motion is off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import branchline
from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Visit = Callable[..., Visitor]
Begun = tuple[Path, int]
# Notes every step, how many things were still hidden then, and whether the player could act.
WATCH = """() => {
  window.steps = [];
  const unseen = (each) => getComputedStyle(each).opacity === '0';
  window.hidden = () => [...document.querySelectorAll('[data-at]')].filter(unseen).length;
  new MutationObserver((all) => {
    for (const { target, attributeName } of all)
      if (attributeName === 'data-step' && target.classList.contains('motion-layer')) {
        const [n, kind] = target.dataset.step.split(' ');
        steps.push({ n: Number(n), kind, hidden: hidden(), ready: !!document.querySelector('g.cell:not(.closed)') });
      }
  }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ['data-step'] });
}"""
STEPS = "steps.map(({ n }) => n)"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A game of four whose sheets are set up: the first track is to be drawn, by all at once."""
    match = branchline.game("30-rails").start(players=4, seed=6)
    bot = branchline.bot("30-rails", "greedy")
    n = 0
    while match.actors:
        match.play(match.actors[0], bot.choose(match.sight(match.actors[0]), seconds=0.01))
        if not n and match.view().turn:
            n = len(match.events)
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(match.record()))
    return path, n


def sit(visitor: Visitor, begun: Begun) -> Page:
    """Play on against three bots, and wait until they have drawn their first track."""
    page = visitor.page
    visitor.play_on(visitor.bring(json.loads(begun[0].read_text())), begun[1])
    expect(page.locator("g.cell:not(.closed)").first).to_be_visible()
    expect(page.locator(".seat .ok")).to_have_count(3)
    page.evaluate(WATCH)
    quiet(page)
    page.evaluate("steps.length = 0")
    return page


def quiet(page: Page) -> None:
    """Wait until all that happened was played: nothing is hidden, and nothing moves for some frames."""
    page.evaluate("""async () => {
      // What may be pressed glows for ever; that is no move.
      const ends = (effect) => Number.isFinite(effect.getComputedTiming().endTime);
      const moves = () => document.getAnimations()
        .some(({ effect }) => ends(effect) && effect.target?.closest('[data-at], .flight'));
      for (let still = 0; still < 20; still = hidden() || moves() ? 0 : still + 1)
        await new Promise(requestAnimationFrame);
    }""")


def draw(visitor: Visitor) -> None:
    """Draw a track; then the dice roll, and the bots draw theirs."""
    visitor.choose(0)
    visitor.confirm()


def test_others_moves_are_played_in_order_while_the_player_may_act(visit: Visit, begun: Begun) -> None:
    me = visit(reduced_motion="no-preference")
    page = sit(me, begun)
    draw(me)
    page.wait_for_function("() => steps.length >= 4")
    page.wait_for_function("() => !hidden()")
    steps = page.evaluate("steps")
    assert [each["n"] for each in steps] == sorted(each["n"] for each in steps)
    assert any(each["hidden"] for each in steps), "what waits for its step is not seen before"
    assert all(each["ready"] for each in steps[1:]), "the next track can be drawn while others' are"
    quiet(page)


@pytest.mark.parametrize("how", ["key", "press"])
def test_a_press_or_a_key_shows_everything_at_once(visit: Visit, begun: Begun, how: str) -> None:
    me = visit(reduced_motion="no-preference")
    page = sit(me, begun)
    draw(me)
    page.wait_for_function("() => steps.length && hidden()")
    # Looked at right after the press: further moves may come at any time.
    page.evaluate(
        """(name) => addEventListener(name, () => {
          const n = Number(document.querySelector('.table').dataset.n);
          window.pressed ??= { hidden: hidden(), told: steps.length, n };
        })""",
        "keydown" if how == "key" else "pointerdown",
    )
    if how == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.move(5, 400)
        page.mouse.down()
    after = page.wait_for_function("() => window.pressed").json_value()
    assert after["hidden"] == 0
    quiet(page)
    later = page.evaluate(STEPS)[after["told"] :]
    assert all(n >= after["n"] for n in later), "what was shown at once is not played after all"


def test_nothing_is_played_with_reduced_motion(visit: Visit, begun: Begun) -> None:
    me = visit(reduced_motion="reduce")
    page = sit(me, begun)
    draw(me)
    draw(me)
    assert page.evaluate("steps") == []
    expect(page.locator(".motion-layer")).to_have_count(0)
    assert page.evaluate("hidden()") == 0


def test_a_step_in_the_history_is_played_both_ways_and_a_jump_is_not(visit: Visit, begun: Begun) -> None:
    me = visit(reduced_motion="no-preference")
    page = sit(me, begun)
    draw(me)
    draw(me)
    expect(page.locator(".seat .ok")).to_have_count(3)
    quiet(page)
    page.evaluate("steps.length = 0")
    page.get_by_role("button", name="One step back").click()
    page.wait_for_function("() => steps.length === 1")
    back = page.evaluate(STEPS)
    quiet(page)
    page.get_by_role("button", name="One step on").click()
    page.wait_for_function("() => steps.length === 2")
    assert page.evaluate(STEPS) == back * 2
    page.wait_for_function("() => !hidden()")
    page.locator(".history input").press("Home")
    expect(page).to_have_url(re.compile("/0$"))
    quiet(page)
    assert len(page.evaluate("steps")) == 2
    # Copies of what is gone do not stay behind.
    expect(page.locator(".lay svg [data-at^=cell]")).to_have_count(0)


def test_what_happened_since_my_last_action_is_outlined_and_numbered_until_i_act(visit: Visit, begun: Begun) -> None:
    me = visit()
    page = sit(me, begun)
    draw(me)
    tags = page.locator(".others .order text")
    expect(tags).to_have_count(3)
    assert sorted(tags.all_text_contents()) == ["1", "2", "3"]
    before = page.locator(".others [data-at]:has(.recent)").evaluate_all("all => all.map((each) => each.dataset.at)")
    draw(me)
    expect(tags).to_have_count(3)
    after = page.locator(".others [data-at]:has(.recent)").evaluate_all("all => all.map((each) => each.dataset.at)")
    assert not set(before) & set(after)
