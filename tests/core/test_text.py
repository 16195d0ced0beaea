"""Texts: codes with facts, rendered in two languages; what is encoded comes back."""

from __future__ import annotations

import msgspec
import pytest

from branchline.core import text
from branchline.core.errors import BranchlineError, IllegalAction
from branchline.core.reading import malformed
from branchline.core.text import Text, plural, revive

WORDS = {
    "en": {"core.points": "{n} {n:point|points} for {who}", "core.who": "seat {seat}"},
    "ru": {"core.points": "{n} {n:очко|очка|очков}: {who}", "core.who": "место {seat}"},
}


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    real = text.catalogue
    monkeypatch.setattr(text, "catalogue", lambda package, lang: {**real(package, lang), **WORDS.get(lang, {})})


@pytest.mark.parametrize(
    ("n", "en", "ru"),
    [
        (1, "1 point for seat 2", "1 очко: место 2"),
        (3, "3 points for seat 2", "3 очка: место 2"),
        (-5, "-5 points for seat 2", "-5 очков: место 2"),
        (12, "12 points for seat 2", "12 очков: место 2"),
    ],
)
def test_a_text_is_rendered_with_its_facts_and_plural_forms(n: int, en: str, ru: str):
    said = Text("core.points", {"n": n, "who": Text("core.who", {"seat": 2})})
    assert said.render("en") == str(said) == en
    assert said.render("ru") == ru


@pytest.mark.parametrize(("n", "form"), [(0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (14, 2), (21, 0), (112, 2)])
def test_russian_has_three_plural_forms(n: int, form: int):
    assert plural(n, "ru") == form


def test_an_unknown_code_or_fact_is_shown_as_it_is():
    assert Text("core.no_such").render("ru") == "core.no_such"
    assert Text("nowhere.x", {"n": 1}).render() == "nowhere.x {'n': 1}"
    assert Text("core.who").render("en") == "seat {seat}"


def test_texts_inside_encoded_data_come_back_as_texts():
    said = Text("core.points", {"n": 1, "who": Text("core.who", {"seat": 2}), "list": [Text("core.who"), 3]})
    plain = msgspec.to_builtins({"text": said, "code": 1})
    assert revive(plain) == {"text": said, "code": 1}
    assert hash(revive(plain)["text"]) == hash(said)


def test_errors_speak_all_languages():
    error = IllegalAction("X1", Text("core.who", {"seat": 1}))
    assert (error.reason, str(error), error.code, error.facts) == ("seat 1", "seat 1 (X1)", "core.who", {"seat": 1})
    assert error.text.render("ru") == "место 1"
    assert str(BranchlineError("plain words")) == "plain words"
    assert len(str(malformed("x" * 1000))) < 400
