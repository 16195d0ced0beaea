"""The page of `branchline review --html`, opened as a file on a phone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

import branchline
from branchline.review import review
from branchline.review.page import render
from branchline.review.report import ZERO, Amount, Choice, Decision
from tests.review.games import golden

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LEGIBLE = """() => {
  const size = (each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a;
  return {
    wide: document.documentElement.scrollWidth,
    words: Math.min(...[...document.querySelectorAll('svg text:not(.light)')].map(size)),
    first: Math.max(...[...document.querySelectorAll('td:first-child')].map((each) => each.clientHeight)),
  };
}"""


def test_words_are_legible_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Drawings scroll inside their boxes, and names do not fall apart into letters."""
    match = golden("ticket-to-ride")
    record = match.record()
    n = next(n for n, event in enumerate(record["events"]) if event[0] == 0 and event[1]["type"] == "claim")
    move = branchline.replay(record, upto=n).legal(0)[0]
    *_, report = review(match, seconds=None, playouts=40, workers=1)
    played = Choice(record["events"][n][1], move.text)
    decision = Decision(n, 1, 0, played, None, Amount(900, 90), ZERO, 40, "mistake", [])
    sums = [msgspec.structs.replace(report.sums[0], costliest=[n])]
    report = msgspec.structs.replace(report, decisions=[decision], sums=sums, costliest=[n])
    file = tmp_path / "review.html"
    file.write_text(render(report, "ru", lambda n: branchline.replay(record, upto=n)))
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("svg.board").count() == 1
    seen = page.evaluate(LEGIBLE)
    context.close()
    assert seen["wide"] == 390
    assert seen["words"] >= 10
    assert seen["first"] < 80
