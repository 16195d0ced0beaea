"""A station that a text names by its number has that number on the table while the text is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Visitor, settle
from tests.golden.files import FOLDER

pytestmark = [pytest.mark.browser, pytest.mark.slow]
Visit = Callable[..., Visitor]


def shown(page: Page) -> set[int]:
    """The numbers on the table."""
    settle(page)
    return {int(text.lstrip("№#")) for text in page.locator("svg.table [data-no] text").all_text_contents()}


def late(visitor: Visitor) -> None:
    """A game of two with some stations on the table, where it is one's turn to lay."""
    record = json.loads((FOLDER / "strings" / "2p-greedy-12.json").read_text())["record"]
    lays = [n for n, event in enumerate(record["events"]) if event[0] == 0 and event[1]["type"] == "lay"]
    visitor.play_on(visitor.bring(record), lays[3])
    expect(visitor.page.locator("svg.table .stop").first).to_be_visible()


def test_the_list_of_moves_and_the_table_have_the_same_numbers(visit: Visit) -> None:
    me = visit("ru-RU")
    late(me)
    page = me.page
    assert not shown(page), "on a table of points nobody needs further numbers"
    named = me.open_moves().locator("li")
    expect(named.first).to_contain_text("→")
    told = {int(n) for text in named.all_inner_texts() for n in re.findall(r"№(\d+)", text)}
    assert told
    assert told <= shown(page)
    page.locator("#tab-log").click()
    assert not shown(page)


def test_a_station_tells_its_number_to_whoever_points_at_it(visit: Visit) -> None:
    me = visit()
    late(me)
    page = me.page
    station = page.locator("svg.table .stop").last
    n = int(station.get_attribute("data-station") or 0)
    box = station.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert shown(page) == {n + 1}
    text = page.locator("svg.table [data-no] text").evaluate("(each) => each.getBoundingClientRect().height")
    assert text >= 13
    page.mouse.move(5, 5)
    assert not shown(page)
    station.focus()
    assert shown(page) == {n + 1}
