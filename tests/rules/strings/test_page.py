"""What the rules page says of the pieces is what the rules have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline.games.strings.rules.pieces import ALL_STATIONS, LIMIT, NUMBER

WEB = Path(__file__).parents[3] / "web" / "src" / "games" / "strings"
KINDS = ("base", "central", "city", "transit", "regional", "yard", "suburban", "terminal", "rural", "scenic")


def rule(language: str, number: str) -> str:
    """The text of a rule on the page."""
    page = (WEB / f"rules.{language}.ts").read_text()
    found = re.search(rf"'{number}',\s*'([^']+)'", page)
    assert found is not None
    return found[1]


def test_S2_the_page_has_the_number_of_every_station() -> None:
    names = ("central", "city", "transit", "regional", "marshalling yards", "suburban", "terminal", "rural", "scenic")
    text = rule("en", "S2")
    assert f"{ALL_STATIONS} stations" in text
    for name, number in zip(names, list(NUMBER)[1:], strict=True):
        assert f"{number} {name}" in text
    assert re.findall(r"\d+", rule("ru", "S2")) == re.findall(r"\d+", text)


@pytest.mark.parametrize(
    ("language", "limits"),
    [
        ("en", {"rural station takes one": 1, "suburban or scenic one two": 2, "marshalling yard three": 3}),
        ("ru", {"На сельскую приходит одна": 1, "пригородную и живописную — две": 2, "сортировочную — три": 3}),
    ],
)
def test_S12_the_page_has_the_limit_of_every_station(language: str, limits: dict[str, int]) -> None:
    text = rule(language, "S12")
    assert all(words in text for words in limits)
    by_limit = {limit: [kind for kind, n in zip(KINDS, LIMIT, strict=True) if n == limit] for limit in (1, 2, 3)}
    assert by_limit == {1: ["rural"], 2: ["suburban", "scenic"], 3: ["regional", "yard"]}
