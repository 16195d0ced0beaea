"""Boards of a review that is read without a server: every decision is drawn on the position before it."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

import branchline
from branchline.review import review
from branchline.review.page import render
from branchline.review.picture import board
from branchline.review.report import ZERO, Amount, Choice, Decision
from tests.golden.files import FOLDER
from tests.review.games import RECORDS, golden

NOWHERE = {"take", "blind", "tickets", "aside", "give_up", "field"}
"""Kinds of action that have no place on a board: cards, and what is left undone."""


@pytest.mark.parametrize("language", branchline.core.text.LANGUAGES)
def test_names_of_cities_lie_apart_and_inside_the_map(language: str) -> None:
    match = golden("ticket-to-ride")
    picture = match.game.picture(match.state, 0, match.options, language)
    assert picture is not None
    left, _, width, _ = picture.box
    letter = width / 46 * 0.5  # as the page draws it, on average
    boxes = [(label.at[0], label.at[1], len(label.text) * letter / 2) for label in picture.labels]
    over = [
        (one.text, other.text)
        for n, (one, (x, y, half)) in enumerate(zip(picture.labels, boxes, strict=True))
        for other, (a, b, wide) in list(zip(picture.labels, boxes, strict=True))[:n]
        if abs(x - a) < half + wide and abs(y - b) < 20
    ]
    assert not over
    assert all(left <= x - half and x + half <= left + width for x, _, half in boxes)


@pytest.mark.parametrize("language", branchline.core.text.LANGUAGES)
@pytest.mark.parametrize("name", ["england", "usa", "china"])
def test_hexes_of_the_rocket_have_the_codes_of_their_texts_and_names_lie_apart(name: str, language: str) -> None:
    file = FOLDER / "rocket" / f"3p-{name}-greedy-41.json"
    record = json.loads(file.read_text())["record"]
    for n in (20, 60, 100):
        at = branchline.replay(record, upto=n)
        picture = at.game.picture(at.state, 0, at.options, language)
        assert picture is not None
        codes = {label.text for label in picture.labels if label.light}
        named = {hex_ for move in at.legal(at.actors[0]) if (hex_ := move.json().get("hex"))}
        assert named <= codes
        names = [label for label in picture.labels if not label.light]
        letter = max(picture.box[2:]) / 46 * 0.8 * 0.5
        over = [
            (one.text, other.text)
            for k, one in enumerate(names)
            for other in names[:k]
            if abs(one.at[0] - other.at[0]) < (len(one.text) + len(other.text)) * letter / 2
            and abs(one.at[1] - other.at[1]) < 16
        ]
        assert not over


def test_the_judge_has_its_name() -> None:
    *_, report = review(golden("30-rails"), seconds=None, playouts=40, workers=1)
    assert "«эксперт»" in render(report, "ru")


def test_stations_of_strings_have_the_names_of_their_texts() -> None:
    """Bases their companies' letters, others the numbers that texts give them."""
    match = golden("string-railway")
    shown = branchline.to_builtins(match.view())["stations"]
    for language, letters in (("en", "ABCDE"), ("ru", "АБВГД")):
        picture = match.game.picture(match.state, 0, match.options, language)
        assert picture is not None
        bases = [letters[each["owner"]] for each in shown if each["kind"] == "base"]
        others = [str(each["n"] + 1) for each in shown if each["kind"] != "base"]
        assert [label.text for label in picture.labels] == bases + others


def test_a_find_is_a_gain() -> None:
    """With its sign, and not in the colour of losses."""
    match = golden("ticket-to-ride")
    *_, report = review(match, seconds=None, playouts=40, workers=1)
    lost = msgspec.structs.replace(report.decisions[0], mark="brilliant", loss=Amount(-3300, 0), worlds=40)
    page = render(msgspec.structs.replace(report, decisions=[lost]), "en")
    assert re.search(r'<article class="found">.*<b>\+33 % ± ', page)


@pytest.mark.parametrize("slug", RECORDS)
@pytest.mark.parametrize("language", branchline.core.text.LANGUAGES)
def test_every_decision_is_drawn_inside_its_board(slug: str, language: str) -> None:
    match = golden(slug)
    record, drawn = match.record(), set()
    for n, event in enumerate(record["events"]):
        if not isinstance(event[0], int) or n % 3:
            continue
        seat, action = event
        at = branchline.replay(record, upto=n)
        path = at.game.stroke(at.state, seat, at.options, action)
        assert bool(path) != (action["type"] in NOWHERE) or action["type"] == "pass", action
        if path:
            drawn.add(action["type"])
            picture = at.game.picture(at.state, seat, at.options, language)
            assert picture is not None
            left, top, width, height = picture.box
            for x, y in re.findall(r"[MLQ](-?[\d.]+) (-?[\d.]+)", path):
                assert left <= float(x) <= left + width
                assert top <= float(y) <= top + height
    assert drawn


def test_the_played_and_the_better_move_are_told_apart() -> None:
    match = golden("30-rails")
    n = next(n for n, event in enumerate(match.record()["events"]) if event[0] == 0 and event[1]["type"] == "draw")
    at = branchline.replay(match.record(), upto=n)
    played, better = (Choice(each.json(), each.text) for each in at.legal(0)[:2])
    decision = Decision(n, 1, 0, played, better, ZERO, ZERO, 1, "mistake", [])
    html = board(at, decision, "en")
    assert html.count('class="played"') == html.count('class="better"') == 1
    assert html.count("<text") == 17, "rows and columns, the mine and four stations"
    assert 'class="better"' not in board(at, Decision(n, 1, 0, played, None, ZERO, ZERO, 1, "none", []), "en")
    *_, report = review(match, playouts=40, workers=1)
    sums = [msgspec.structs.replace(report.sums[0], costliest=[n])]
    told = msgspec.structs.replace(report, decisions=[decision], sums=sums, costliest=[n])
    assert html in render(told, "en", lambda n: branchline.replay(match.record(), upto=n))
