"""The review of a finished game, and hints on the way: seen, stepped through, played on from."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.core.text import Text
from branchline.review import Report, review
from branchline.review.report import ZERO, Amount, Choice, Decision
from branchline.server.reviews.store import Kept, pack
from tests.browser.conftest import Server
from tests.browser.driver import Visitor
from tests.review.games import late

pytestmark = pytest.mark.browser
GAMES = {
    "rails30": "2p-shares-expert-9",
    "tickets": "2p-1910-greedy-22",
    "rocket": "3p-england-greedy-41",
    "strings": "2p-greedy-12",
}


def _record(game: str) -> Any:
    path = Path(__file__).parents[1] / "golden" / game / f"{GAMES[game]}.json"
    return json.loads(path.read_text())["record"]


def _bring(visitor: Visitor, game: str) -> str:
    """A finished game of the server; its number."""
    return visitor.bring(_record(game))


def _keep(server: Server, table: str, game: str) -> Report:
    """Put a review of the end of a game into the server's storage."""
    match = branchline.replay(_record(game))
    *_, report = review(match, seconds=None, playouts=9000, workers=1, since=late(match, 90))
    report = _with_a_find(report)
    _store(server, table, report)
    return report


def _store(server: Server, table: str, report: Report) -> None:
    kept = Kept(pack(report), True, time.time())
    with closing(sqlite3.connect(server.data / "branchline.db", timeout=30)) as database, database:
        names = ", ".join(kept._fields)
        database.execute(f"INSERT INTO reviews (table_id, {names}) VALUES (?, ?, ?, ?)", (table, *kept))


def _of_one_decision(game: str, kind: str) -> Report:
    """A review whose only decision is the first of that kind, with another move of its moment as the better one."""
    record = _record(game)
    match = branchline.replay(record)
    n, (seat, played) = next(
        (n, event) for n, event in enumerate(record["events"]) if event[0] != "chance" and event[1]["type"] == kind
    )
    now = branchline.replay(record, upto=n)
    better = next(each for each in now.legal(seat) if each.json() != played)
    lost = Amount(3000, 300)
    moves = Choice(played, better.text), Choice(better.json(), better.text)
    decision = Decision(n, 0, seat, *moves, lost, Amount(100, 10), 9, "mistake", [ZERO] * match.players)
    *_, report = review(match, seconds=None, playouts=40, workers=1)
    sums = [msgspec.structs.replace(each, costliest=[n] if each.seat == seat else []) for each in report.sums]
    return msgspec.structs.replace(report, decisions=[decision], sums=sums, costliest=[n])


def _with_a_find(report: Report) -> Report:
    """The same with a move that the bot would not have found, in place of the last decision."""
    *rest, last = report.decisions
    found = msgspec.structs.replace(last, mark="brilliant", unseen=True, better=None, explain=[], hindsight=None)
    return msgspec.structs.replace(report, decisions=[*rest, found])


def _reviewed(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".chances")).to_be_visible(timeout=120_000)
    expect(page.locator("progress")).to_have_count(0, timeout=120_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_draws_chances_accounts_and_a_board(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit(language="ru-RU", phone=game in ("tickets", "strings"))
    page = visitor.page
    table = _bring(visitor, game)
    _reviewed(page, f"{visitor.address}/r/{table}")
    seats = page.locator("header .seats li").count()
    expect(page.locator("[data-seat-line]")).to_have_count(seats)
    expect(page.locator(".picture svg:not(.defs)").first).to_be_visible()
    expect(page.locator("table.account tbody tr")).to_have_count(seats)
    expect(page.get_by_role("heading", name="Разбор")).to_be_visible()
    expect(page.locator("header .seats")).to_contain_text("1-е место")
    expect(page.locator(".account-part .sum")).to_be_visible()
    hangs = """[...document.querySelectorAll('table.account, .costly, .chances')].filter((each) =>
      each.getBoundingClientRect().right > innerWidth).map((each) => each.className)"""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs out of the window"
    assert page.evaluate(hangs) == []


@pytest.mark.parametrize(("game", "kind"), [("rails30", "mountain"), ("rails30", "mine"), ("tickets", "keep")])
def test_the_setup_is_drawn_too(visit: Callable[..., Visitor], server: Server, game: str, kind: str) -> None:
    """Mountains and the mine in their cells, tickets to keep between their cities."""
    visitor = visit(language="ru-RU")
    page = visitor.page
    table = _bring(visitor, game)
    _store(server, table, _of_one_decision(game, kind))
    _reviewed(page, f"{visitor.address}/r/{table}")
    expect(page.locator(".picture svg:not(.defs)").first).to_be_visible()
    for move in ("played", "better"):
        expect(page.locator(f".picture [data-move={move}]").first).to_be_attached()


def test_keys_step_from_mark_to_mark_with_both_moves_drawn_and_any_can_be_played_on(
    visit: Callable[..., Visitor], server: Server
) -> None:
    """A review that is kept, made with a budget of playouts: the same marks on every machine."""
    visitor = visit()
    page = visitor.page
    table = _bring(visitor, "tickets")
    report = _keep(server, table, "tickets")
    assert len([each for each in report.decisions if each.mark != "none"]) >= 3
    assert report.settled
    _reviewed(page, f"{visitor.address}/r/{table}")
    expect(page.locator(".account-part .sum")).to_contain_text(re.compile("own decisions .*, the rest "))
    seat = next(each for each in report.decisions if each.n == report.decisive).seat
    expect(page.locator(".told h2")).to_contain_text(page.locator("header .seats li b").nth(2 * seat).inner_text())
    marks = page.locator(".chances .mark")
    marks.first.focus()
    page.keyboard.press("Enter")
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(marks.nth(number)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowLeft")
    expect(marks.nth(1)).to_have_attribute("aria-pressed", "true")
    page.locator(".costly").first.click()
    expect(page.locator(f".picture[data-decision='{report.costliest[0]}']")).to_be_visible()
    for move in ("played", "better"):
        expect(page.locator(f".picture [data-move={move}]").first).to_be_attached()
    hindsight = page.locator(".costly .later").first
    expect(hindsight).to_be_visible()
    lighter = "(each) => getComputedStyle(each).color !== getComputedStyle(each.parentElement).color"
    assert hindsight.evaluate(lighter), "hindsight is told apart"
    assert page.locator(".chances rect.luck").count() > 0
    marks.last.click()
    expect(page.locator(".costly.brilliant")).to_contain_text("The bot would not have found this.")
    page.locator(".costly").first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".table").first).to_have_attribute("data-n", str(report.costliest[0]))
    page.goto(f"{visitor.address}/m/{table}/{report.costliest[0] + 1}")
    expect(page.locator(".log .sign.mistake, .log .sign.inaccuracy").first).to_be_attached()


def test_with_too_few_playouts_no_number_is_told(visit: Callable[..., Visitor], server: Server) -> None:
    """Neither accuracy nor luck, and nothing is said to be without a costly decision."""
    visitor = visit()
    page = visitor.page
    table = _bring(visitor, "tickets")
    _store(server, table, next(iter(review(_record("tickets"), seconds=None, playouts=1, workers=1))))
    _reviewed(page, f"{visitor.address}/r/{table}")
    expect(page.locator("table.account td", has_text=re.compile("^–$"))).to_have_count(6)
    expect(page.locator(".account-part .sum")).to_have_text("Too few playouts yet to tell luck from decisions.")
    expect(page.locator(".cards-part")).to_be_hidden()


def test_what_decided_the_game_is_provisional_while_playouts_are_few(
    visit: Callable[..., Visitor], server: Server
) -> None:
    visitor = visit()
    table = _bring(visitor, "tickets")
    report = next(iter(review(_record("tickets"), seconds=None, playouts=1, workers=1)))
    first = report.decisions[0]
    facts = {"turn": first.turn, "player": "somebody", "loss": Text("review.points", {"value": "9"})}
    _store(
        server,
        table,
        msgspec.structs.replace(report, headline=Text("review.decided", facts), decisive=first.n, settled=False),
    )
    _reviewed(visitor.page, f"{visitor.address}/r/{table}")
    expect(visitor.page.locator(".told h2")).to_have_text(re.compile(r"\(provisional\)$"))


@pytest.mark.parametrize("game", branchline.game_names())
def test_a_hint_says_where_what_and_why(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit()
    page = visitor.page
    table = visitor.sit_at(game, "me", "bot:greedy")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    card = page.locator(".hint")
    expect(card).to_contain_text("Look here")
    lights = page.locator("[data-lit]")
    expect(lights.first, "a place is lit, whatever the game begins with").to_be_visible()
    free = """([card, lit]) => card.right <= lit.left || lit.right <= card.left || card.bottom <= lit.top
      || lit.bottom <= card.top"""
    boxes = [each.evaluate("(each) => each.getBoundingClientRect().toJSON()") for each in (card, lights.first)]
    assert page.evaluate(free, boxes), "the card does not cover what it speaks of"
    card.get_by_role("button", name="And what to do?").click()
    expect(card).to_contain_text("The expert:")
    card.get_by_role("button", name="And why?").click()
    expect(card.locator("li").last).to_contain_text(re.compile("^(If both are played on|There is nothing else)"))
    told = page.evaluate("async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seats[0].hints", table)
    assert told == 1, "one position is one hint, however much of it is told"


def test_beside_people_there_are_no_hints(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.sit_at("30-rails", "me", "me")
    expect(visitor.page.locator(".table")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Hint")).to_have_count(0)
