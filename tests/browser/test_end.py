"""The end of a game: who won and why, how the points grew, what they were for; for any number of seats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import branchline
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.browser.driver import Visitor, settle
from tests.browser.test_ways import assert_accessible
from tests.golden.files import FOLDER

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Visit = Callable[..., Visitor]
CASES = [
    ("30-rails", 1),
    ("30-rails", 2),
    ("30-rails", 5),
    ("30-rails", 12),
    ("ticket-to-ride", 4),
    ("stephensons-rocket", 3),
    ("string-railway", 2),
    ("string-railway", 5),
]
OVERFLOWS = """() => [...document.querySelectorAll('dialog[open] *')].filter((each) =>
  each.clientWidth && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'visible'
  && !each.closest('svg')).map((each) => each.className)"""


def played(game: str, players: int) -> Match:
    """A finished game of random moves."""
    match = branchline.game(game).start(players=players, seed=3)
    rng = Generator(players)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    return match


def open_end(visitor: Visitor, match: Match) -> Page:
    """Bring the record and look at the score."""
    page = visitor.page
    page.goto(f"{visitor.address}/t/{visitor.bring(match.record())}")
    score(page)
    return page


def score(page: Page) -> None:
    page.locator(".actionbar").get_by_role("button", name="Score").click()
    expect(page.locator("dialog[open] .acts")).to_be_visible()


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("–", "0"))


def cell(totals: Locator, source: str, place: int) -> str:
    """What the seat at a place got from a source; sources are columns, or rows where there are many."""
    if "turned" in (totals.get_attribute("class") or ""):
        row = totals.get_by_role("row").filter(has=totals.page.locator(f'th[data-source="{source}"]'))
        return row.locator("td").nth(place).inner_text()
    columns = totals.locator("thead th").evaluate_all("all => all.map((each) => each.dataset.source)")
    return totals.locator("tbody tr").nth(place).locator("th, td").nth(columns.index(source)).inner_text()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize(("game", "players"), CASES)
def test_the_end_tells_who_won_why_and_where_the_points_came_from(
    visit: Visit, game: str, players: int, phone: bool
) -> None:
    match = played(game, players)
    result, summary = match.result, match.summary
    assert result is not None
    assert summary is not None
    page = open_end(visit(phone=phone), match)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h1")).to_contain_text(str(max(result.scores)).replace("-", ""))
    expect(dialog.locator(".reason")).not_to_be_empty()
    if players > 1 and len(result.winners) == 1:
        expect(dialog.locator(".why")).not_to_be_empty()
    # A line for each seat, and its score at the end of it.
    expect(dialog.locator("[data-seat-line]")).to_have_count(players)
    assert [number(each) for each in dialog.locator(".curve .sum").all_text_contents()] == result.scores
    # A bar for each seat by rank, whose parts add up.
    bars = dialog.locator("[data-bar]")
    expect(bars).to_have_count(players)
    order = [int(seat) for seat in bars.evaluate_all("all => all.map((each) => each.dataset.bar)")]
    assert [result.ranks[seat] for seat in order] == sorted(result.ranks)
    for seat in order:
        parts = bars.locator(f"xpath=self::*[@data-bar={seat}]//*[@title]").evaluate_all(
            "all => all.map((e) => e.title)"
        )
        assert sum(number(part.rsplit(" ", 1)[1]) for part in parts) == result.scores[seat]
    # The table beside the charts has the same sums, by seat or by source.
    if phone:
        dialog.get_by_role("button", name="Score", exact=True).click()
    totals = dialog.locator(".totals table")
    expect(totals).to_be_visible()
    assert [number(each) for each in totals.locator(".sum").all_text_contents()] == [result.scores[n] for n in order]
    for source in summary.sources:
        for seat in order if any(source.points) else ():
            assert number(cell(totals, source.name, order.index(seat))) == source.points[seat]
    # The board as it stood is a picture beside the charts, on a phone a page of its own.
    expect(dialog.locator(".board svg").first).to_be_attached()
    # The game's own count is there in full, and a record that was played elsewhere has no minutes.
    expect(dialog.locator("section.count")).to_be_visible()
    assert "minute" not in (dialog.locator(".facts").text_content() or "")
    assert page.evaluate(OVERFLOWS) == []
    # The board is under it, and the score can be had again.
    dialog.get_by_role("button", name="To the board").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    score(page)


def test_the_longest_path_and_a_seats_tickets_are_drawn_on_the_map(visit: Visit) -> None:
    match = played("ticket-to-ride", 3)
    assert match.result is not None
    tallies = match.result.breakdown.seats  # type: ignore[attr-defined]
    longest = max(each.longest for each in tallies)
    page = open_end(visit(), match)
    lit = page.locator("dialog[open] .board path.lit")
    expect(lit).to_have_count(sum(len(each.trail) for each in tallies if each.longest == longest))
    page.locator("dialog[open] .whose button").first.click()
    expect(lit).to_have_count(sum(len(ticket.path) for ticket in tallies[0].tickets))
    shown = page.locator("dialog[open] .board .city.shown")
    expect(shown).to_have_count(len({city for ticket in tallies[0].tickets for city in (ticket.a, ticket.b)}))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_card_of_the_count_stands_alone_in_its_row(visit: Visit, players: int) -> None:
    page = open_end(visit(), played("ticket-to-ride", players))
    for width in (1440, 1366, 820):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        tops = page.locator("dialog .count section").evaluate_all("all => all.map((each) => each.offsetTop)")
        rows = [tops.count(top) for top in sorted(set(tops))]
        assert sum(rows) == players
        assert len(rows) == 1 or rows[-1] > 1, (width, rows)


def test_on_a_phone_the_charts_and_the_count_are_pages(visit: Visit) -> None:
    page = open_end(visit(phone=True), played("ticket-to-ride", 2))
    dialog = page.locator("dialog[open]")
    for name, *there in (
        ("Chart", ".curve svg"),
        ("Board", ".board .map"),
        ("Score", ".totals table", ".count section"),
    ):
        dialog.get_by_role("button", name=name, exact=True).click()
        for each in there:
            expect(dialog.locator(each).first).to_be_visible()
        assert dialog.locator(".lay .sheet.part:visible").count() == 1 + len(there)


def test_what_brought_the_winner_most_is_named_and_any_sheet_can_be_seen(visit: Visit) -> None:
    match = played("30-rails", 5)
    assert match.result is not None
    winner = match.result.winners[0]
    sheet = branchline.to_builtins(match.view())["sheets"][winner]
    best = max(*(pair["points"] for pair in sheet["pairs"]), sheet["mine_points"])
    page = open_end(visit(), match)
    expect(page.locator(".feats li b").first).to_have_text(f"+{best}")
    name = page.locator(".totals .first b").first.inner_text()
    expect(page.locator(".feats")).to_contain_text(name)
    label = page.locator(".board svg[role=img]")
    expect(label).to_have_attribute("aria-label", re.compile(name))
    other = page.locator(".board .whose button[aria-pressed=false]").first
    whose = other.get_attribute("title") or "nobody"
    expect(label).not_to_have_attribute("aria-label", re.compile(whose))
    other.click()
    expect(label).to_have_attribute("aria-label", re.compile(whose))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_at_the_end(visit: Visit, theme: str, phone: bool) -> None:
    me = visit(color_scheme=theme, phone=phone)
    for game in ("ticket-to-ride", "stephensons-rocket"):
        open_end(me, played(game, 3))
        assert_accessible(me, game)


def golden(name: str) -> Match:
    return branchline.replay(json.loads((FOLDER / name).read_text())["record"])


def test_what_brings_and_costs_points_is_named_once(visit: Visit) -> None:
    page = open_end(visit(), golden("strings/4p-greedy-14.json"))
    names = page.locator("dialog[open] .legend li").all_inner_texts()
    assert len(names) == len(set(names)) >= 4


def test_the_table_of_points_keeps_to_its_card(visit: Visit) -> None:
    """A long word of a source is divided rather than pushes the sums out."""
    visitor = visit("ru-RU")
    page = visitor.page
    page.goto(f"{visitor.address}/t/{visitor.bring(golden('tickets/3p-1910-greedy-23.json').record())}")
    page.locator(".actionbar").get_by_role("button", name="Счёт").click()
    table = page.locator("dialog[open] table.num").first
    expect(table).to_be_visible()
    settle(page)
    right = "(each) => each.getBoundingClientRect().right"
    assert table.evaluate(right) <= table.locator("..").evaluate(right)
