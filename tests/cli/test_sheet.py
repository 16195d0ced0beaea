"""The printed sheet: one A4 page, all of its words, fonts inside, nothing beyond its frame."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from branchline.core.errors import OptionError
from branchline.games.rails30.printed import make_sheet

WORDS = {
    ("standard", "ru"): ["30 рельсов", "Джокеры", "Правила коротко", "Форма 30-Р"],
    ("shares", "ru"): ["Акции", "Правила коротко"],
    ("standard", "en"): ["30 Rails", "Jokers", "The rules in brief"],
    ("shares", "en"): ["Shares", "The rules in brief"],
}


@pytest.mark.parametrize(("variant", "language"), WORDS)
def test_a_sheet_is_one_page_of_a4_with_its_words(variant: str, language: str) -> None:
    data = make_sheet(variant, language)
    (page,) = PdfReader(io.BytesIO(data)).pages
    assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]
    text = page.extract_text()
    for word in WORDS[variant, language]:
        assert word in text
    assert "rails30." not in text
    assert len(data) < 200_000


@pytest.mark.parametrize(("variant", "language"), WORDS)
def test_no_line_of_text_leaves_the_frame_or_meets_the_foot(variant: str, language: str) -> None:
    lowest: list[float] = []

    def visit(text: str, _cm: object, tm: list[float], _font: object, _size: float) -> None:
        if text.strip():
            assert 40 < tm[4] < 560, text
            assert 40 < tm[5] < 810, text
            lowest.append(tm[5])

    PdfReader(io.BytesIO(make_sheet(variant, language))).pages[0].extract_text(visitor_text=visit)
    foot, *others = sorted(set(lowest))
    assert others[0] - foot > 8


def test_the_same_sheet_every_time() -> None:
    assert make_sheet("shares", "ru") == make_sheet("shares", "ru")


@pytest.mark.parametrize(
    ("variant", "language", "hint"), [("odd", "ru", "standard, shares"), ("shares", "fr", "en, ru")]
)
def test_a_wrong_request_lists_the_right_ones(variant: str, language: str, hint: str) -> None:
    with pytest.raises(OptionError, match=hint):
        make_sheet(variant, language)
