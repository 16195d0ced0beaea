"""What waits for somebody beside the game covers neither board nor seats nor buttons on a phone, and moves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import Visitor, settle
from tests.browser.test_layout import Watched, open_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]
PHONES = [(390, 844), (360, 640)]
COVERED = """(over) => {
  const box = over.getBoundingClientRect();
  const needed = 'main.board, .seats, .actionbar, .topbar button';
  const cuts = ({ left, right, top, bottom }) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  const found = [...document.querySelectorAll(needed)].filter((each) => each.checkVisibility())
    .filter((each) => cuts(each.getBoundingClientRect())).map((each) => each.className || each.tagName);
  const cut = [...over.querySelectorAll('*')].filter((each) => {
    const inner = each.getBoundingClientRect();
    return inner.width > 1 && (inner.right > box.right + 1 || inner.bottom > box.bottom + 1 || inner.top < box.top - 1);
  });
  if (box.left < 0 || box.right > innerWidth || box.top < 0) found.push('the edge of the window');
  return [...found, ...cut.map((each) => `cut: ${each.textContent}`)];
}"""
"""What one needs and cannot see or press because of it, and what of it is cut."""


def covers_nothing(page: Page, over: Locator) -> None:
    expect(over).to_be_visible()
    settle(page)
    assert over.evaluate(COVERED) == []


def table_for_two(host: Visitor, guest: Visitor, **more: Any) -> None:
    asked = {"game": "30-rails", "seats": [{"kind": "me"}, {"kind": "open"}], **more}
    table = host.make_table(asked)
    host.page.goto(f"{host.address}/t/{table}")
    guest.take_seat(table)
    host.page.get_by_role("button", name=re.compile("^(Begin|Начать)$")).click()
    expect(host.page.locator("main.board svg").first).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("size", PHONES)
def test_a_vote_leaves_the_board_free(visit: Visit, size: tuple[int, int], language: str) -> None:
    anna, boris = open_at(visit, size, language), visit(language)
    table_for_two(anna, boris, absence={"rule": "vote", "after": 8, "first": 8})
    watched = Watched(anna.page)
    watched.state("the vote")
    covers_nothing(anna.page, anna.page.locator(".vote"))
    anna.page.locator(".vote button").last.click()
    watched.state("the vote is closed")
    expect(anna.page.locator(".vote")).to_have_count(0)
    watched.unmoved()


@pytest.mark.parametrize("size", PHONES)
def test_waiting_for_an_answer_leaves_the_board_free(visit: Visit, size: tuple[int, int]) -> None:
    anna, boris = open_at(visit, size, "ru-RU"), visit("ru-RU")
    table_for_two(anna, boris)
    draw = re.compile("^Нарисовать гору$")
    for each in (anna, boris):
        each.page.get_by_role("button", name=draw).click()
    page = anna.page
    page.locator(".topbar .right button").last.click()
    page.get_by_role("button", name="Попросить вернуть ход").click()
    covers_nothing(page, page.locator(".asked"))
