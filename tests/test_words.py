"""Everything that is read exists in both languages, with the same facts and the right number of plural forms."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORMS = {"en": 2, "ru": 3}
CATALOGUES = sorted(
    path.relative_to(ROOT)
    for folder in ("src/branchline", "web/src")
    for path in (ROOT / folder).rglob("words")
    if "page" not in path.relative_to(ROOT).parts and any(path.glob("en.*"))
)
RULES = sorted(path.parent.relative_to(ROOT) for path in (ROOT / "web/src/games").glob("*/rules.en.ts"))
_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_ENTRY = re.compile(r"^  '([\w.]+)':\s*'((?:[^'\\]|\\.)*)',$", re.MULTILINE)


def texts(folder: Path, language: str) -> dict[str, str]:
    """The texts of a folder: JSON, or the page's own in TypeScript."""
    file = ROOT / folder / f"{language}.json"
    if file.exists():
        return json.loads(file.read_text("utf-8"), object_pairs_hook=_once)  # type: ignore[no-any-return]
    return _once(_ENTRY.findall((ROOT / folder / f"{language}.ts").read_text("utf-8")))


def _once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """A catalogue whose codes each stand in it once: of two texts the page would silently take the last."""
    codes = [code for code, _ in pairs]
    assert len(set(codes)) == len(codes), {code for code in codes if codes.count(code) > 1}
    return dict(pairs)


def numbers(folder: Path, language: str) -> list[str]:
    """The rules of a page of rules, by number."""
    text = (ROOT / folder / f"rules.{language}.ts").read_text("utf-8")
    return re.findall(r"\[\s*'([A-Z]\d+[a-z]?)'", text)


def test_there_are_catalogues() -> None:
    assert len(CATALOGUES) >= 12, CATALOGUES
    assert len(RULES) == 4


@pytest.mark.parametrize("folder", CATALOGUES, ids=str)
def test_both_languages_say_the_same_with_the_same_facts(folder: Path) -> None:
    english, russian = texts(folder, "en"), texts(folder, "ru")
    assert english
    assert english.keys() == russian.keys(), sorted(english.keys() ^ russian.keys())
    for code, text in english.items():
        other = russian[code]
        assert bool(text.strip()) == bool(other.strip()), f"{code} is empty in one language"
        # Only the facts that are shown: one language may decline a word where the other does not.
        facts = [{name for name, forms in _PLACE.findall(each) if not forms} for each in (text, other)]
        if facts == [{"en"}, {"ru"}]:  # a name that comes in both languages
            continue
        assert facts[0] == facts[1], f"{code} has other facts in Russian"
        for language, each in (("en", text), ("ru", other)):
            for name, forms in _PLACE.findall(each):
                assert not forms or len(forms.split("|")) == FORMS[language], f"{code}: forms of {name} in {language}"


@pytest.mark.parametrize("folder", CATALOGUES, ids=str)
def test_russian_is_russian(folder: Path) -> None:
    english, russian = texts(folder, "en"), texts(folder, "ru")
    for code, text in russian.items():
        words = re.sub(r"\{\w+\}|[\W\d_]", "", text)
        if len(words) > 24:
            assert text != english[code], f"{code} is not translated"
            assert re.search("[а-яё]", text), f"{code} is not Russian"


@pytest.mark.parametrize("folder", RULES, ids=str)
def test_both_pages_of_rules_have_the_same_rules(folder: Path) -> None:
    assert numbers(folder, "en")
    assert numbers(folder, "en") == numbers(folder, "ru")
