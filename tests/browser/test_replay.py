"""A game looked through: it opens at its end, plays by itself, follows the keys, and its address is what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.browser.driver import Visitor, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
PLACED = {"30-rails": "draw", "ticket-to-ride": "claim", "stephensons-rocket": "extend", "string-railway": "lay"}
"""A kind of entry of each game that has a place on its board."""


def played(name: str, seed: int = 5, players: int = 2) -> Match:
    """A whole game, played at random."""
    match = branchline.game(name).start(players=players, seed=seed)
    rng = Generator(seed)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    return match


def bring(visitor: Visitor, match: Match) -> str:
    """Look at the end of a finished game; the number of its table."""
    table = visitor.bring(match.record())
    visitor.page.goto(f"{visitor.address}/m/{table}")
    visitor.page.wait_for_url(re.compile(r"/m/[^/]+/\d+$"))
    visitor.page.wait_for_function("() => document.querySelector('.history input')?.max > 0")
    return table


def position(page: Page) -> int:
    """The position of the address."""
    return int(page.url.rsplit("/", 1)[1])


def slider(page: Page) -> int:
    """Where the slider stands."""
    return int(page.locator(".history input").input_value())


def test_a_replay_opens_at_the_end_and_follows_the_keys(visit: Visit) -> None:
    me = visit()
    page = me.page
    match = played("30-rails")
    table = bring(me, match)
    events = len(match.events)
    expect(page).to_have_url(re.compile(f"/m/{table}/{events}$"))
    last = slider(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".history input")).to_have_value(str(last - 2))
    assert position(page) < events
    page.keyboard.press("ArrowRight")
    expect(page.locator(".history input")).to_have_value(str(last - 1))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(f"/m/{table}/0$"))
    expect(page.locator(".history input")).to_have_value("0")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"/m/{table}/{events}$"))
    # Whatever is asked for, the address is the position that is shown.
    page.goto(f"{me.address}/m/{table}/{events + 1000}")
    expect(page).to_have_url(re.compile(f"/m/{table}/{events}$"))
    page.goto(f"{me.address}/m/{table}")
    expect(page).to_have_url(re.compile(f"/m/{table}/{events}$"))


def test_a_replay_plays_by_itself_with_the_log_in_step(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.clock.install()
    bring(me, played("ticket-to-ride"))
    page.keyboard.press("Home")
    expect(page.locator(".history input")).to_have_value("0")
    page.get_by_role("button", name="Speed: 1×").click()
    page.get_by_role("button", name="Speed: 2×").click()
    expect(page.get_by_role("button", name="Speed: 4×")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('.history input').value > 4")
    page.get_by_role("button", name="Pause").click()
    stopped = slider(page)
    page.clock.fast_forward(10_000)
    settle(page)
    assert slider(page) == stopped
    current = page.locator(".log [aria-current]")
    expect(current).to_have_count(1)
    box, log = current.bounding_box(), page.locator(".drawer .log").bounding_box()
    assert box is not None
    assert log is not None
    assert log["y"] - 1 <= box["y"]
    assert box["y"] + box["height"] <= log["y"] + log["height"] + 1
    page.locator(".topbar").click(position={"x": 700, "y": 10})
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("n => document.querySelector('.history input').value > n", arg=stopped + 1)
    page.keyboard.press("Space")
    assert f"/{position(page)}" in page.url


def test_on_a_phone_the_way_through_the_game_is_beside_the_board(visit: Visit) -> None:
    me = visit(phone=True)
    page = me.page
    table = bring(me, played("string-railway"))
    expect(page.locator(".actionbar .history input")).to_be_visible()
    board = page.locator("main.board").bounding_box()
    page.get_by_role("button", name="One step back").tap()
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    assert page.locator("main.board").bounding_box() == board
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page).to_have_url(re.compile(f"/m/{table}/"))


@pytest.mark.parametrize("name", PLACED)
def test_the_log_is_grouped_by_turn_and_shows_the_place(visit: Visit, name: str) -> None:
    me = visit()
    page = me.page
    match = played(name)
    bring(me, match)
    expect(page.locator(".log .turn").nth(3)).to_be_visible()
    shown = [text for text in page.locator(".log .no").all_inner_texts() if re.fullmatch(r"\d+", text)]
    told = {entry.turn_number for entry in match.log() if entry.turn_number}
    assert [int(text) for text in shown] == sorted(told)
    # An entry that is pressed shows the position after it, and where it happened.
    entries = [entry for entry in match.log() if entry.__struct_config__.tag == PLACED[name]]
    for entry in (entries[1], entries[len(entries) // 2]):
        page.locator(f'.log button[data-n="{entry.n + 1}"]').first.click()
        expect(page).to_have_url(re.compile(f"/{entry.n + 1}$"))
        expect(page.locator(".log [aria-current]")).to_have_attribute("data-n", str(entry.n + 1))
        expect(page.locator("main.board").locator(".recent, .last-move, .last, .lately").first).to_be_attached()


def test_several_draws_of_a_turn_are_one_line(visit: Visit) -> None:
    me = visit()
    match = played("ticket-to-ride")
    bring(me, match)
    turns: dict[int, list[str]] = {}
    for entry in match.log():
        if type(entry).__name__ in ("Drew", "Took"):
            turns.setdefault(entry.turn_number, []).append(type(entry).__name__)
    twice = next(number for number, draws in turns.items() if len(draws) == 2)
    turn = me.page.locator(".log .turn").filter(
        has=me.page.locator(".no", has_text=re.compile(f"^{twice}$")),
    )
    expect(turn.locator("button:not(.chance)")).to_have_count(1)
    expect(turn.locator("button:not(.chance)").first).to_contain_text(",")


def test_on_its_side_a_phone_shows_the_whole_way_through_and_the_whole_map(visit: Visit) -> None:
    me = visit(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = me.page
    match = played("ticket-to-ride")
    table = bring(me, match)
    page.goto(f"{me.address}/m/{table}/{len(match.events) // 2}")
    history = page.locator(".actionbar .history .history")
    expect(history.get_by_role("button")).to_have_count(5)
    for each in [*history.get_by_role("button").all(), history.get_by_role("slider")]:
        expect(each).to_be_in_viewport(ratio=1)
    settle(page)
    cities = page.locator(".map circle.city")
    expect(cities).to_have_count(36)
    frame = page.locator(".map .frame").bounding_box()
    assert frame is not None
    for city in cities.all():
        box = city.bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"]
