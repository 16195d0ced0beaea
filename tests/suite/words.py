"""Texts: all that a player reads is there in every language, and says the same with the same facts."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from branchline import bots
from branchline.core.generator import Generator
from branchline.core.text import LANGUAGES, Text, catalogue
from tests.suite.cases import Case, seats, steps, values

_LEFT_OVER = re.compile(r"[{}]|^[a-z]\w*\.[a-z]\w*")
"""A fact that is missing, or a code that no catalogue has."""


def check_catalogues_agree(case: Case) -> None:
    """Every text of the game is there in every language, with the same facts."""
    package = case.game.package
    codes = {language: catalogue(package, language) for language in LANGUAGES}
    english = codes["en"]
    assert english
    for language, texts in codes.items():
        assert texts.keys() == english.keys(), f"{language}: {sorted(texts.keys() ^ english.keys())}"
        for code, text in texts.items():
            assert bool(text.strip()) == bool(english[code].strip()), f"{code} is empty in one language"
            assert _facts(text) == _facts(english[code]), f"{code} speaks of other facts in {language}"


def check_actions_and_log_read_well(case: Case) -> None:
    """No action, log entry or text of a view shows a code or a missing fact."""
    match = case.start(1)
    rng = Generator(1)
    for n in steps(match, 1):
        for seat in match.actors:
            listed = match.legal(seat) if match.listed(seat) else [match.sample(seat, rng)]
            for action in listed[:: max(1, len(listed) // 7)]:
                readable(action.text)
        if n % 10 == 0 or match.over:
            for seat in seats(match):
                for text in texts_in(match.view(seat)):
                    readable(text)
    for line in match.lines:
        for text in texts_in(line.entry):
            readable(text)
    for text in texts_in(match.result):
        readable(text)


def check_text_boards(case: Case) -> None:
    """Everybody has a text board, in every language, from the beginning to the end."""
    match = case.start(2)
    for n in steps(match, 2):
        if n % 8 == 0 or match.over:
            for seat in seats(match):
                boards = [match.board(seat, language) for language in LANGUAGES]
                assert all(board.strip() for board in boards)
                assert len(set(boards)) == len(LANGUAGES), "the board does not change with the language"
                assert not any(re.search(rf"[{{}}]|\b{case.game.package}\.[a-z]", board) for board in boards)


def check_names_of_a_new_table(case: Case) -> None:
    """Title, options, their values and the levels of bots have names without codes in every language."""
    game = case.game
    for language in LANGUAGES:
        named(game.title.code, language)
        for option in game.options:
            named(f"{game.package}.choice_{option.name}", language)
            names = [named(f"{game.package}.choice_{option.name}_{value}", language) for value in values(option)]
            assert len(set(names)) == len(names), f"two values of {option.name} have the same name: {names}"
            explained = named(option.text.code, language)
            codes = [str(value) for value in values(option) if isinstance(value, str) and not value.isdigit()]
            said = [code for code in codes if re.search(rf"\b{code}\b *[:(]|\( *{code} *\)", explained)]
            if language == "ru":
                said += [code for code in codes if re.search(rf"\b{code}\b", explained)]
            assert not said, f"{option.text.code} speaks in codes: {said}"
        for level in bots.levels(game):
            if Text(f"{game.package}.level_{level}").render(language).startswith(f"{game.package}."):
                named(f"core.level_{level}", language)


def named(code: str, language: str) -> str:
    """The words of a code; it must have some, and they must need no facts."""
    words = Text(code).render(language)
    assert words != code, f"{code} has no words in {language}"
    assert not re.search(r"[{}`]", words), f"{code}: {words}"
    if language == "ru":
        assert re.search("[а-яё]|^[0-9]+$", words.lower()), f"{code} is not Russian: {words}"
    return words


def readable(text: Text) -> None:
    """Fail unless the text has words in every language, and every fact that they name."""
    for language in LANGUAGES:
        words = text.render(language)
        assert words.strip(), f"{text} is empty in {language}"
        assert not _LEFT_OVER.search(words), f"{text} reads {words!r} in {language}"


def texts_in(value: Any) -> list[Text]:
    """All texts inside structs, lists and dicts, whole ones only (their facts are read with them)."""
    if isinstance(value, Text):
        return [value]
    if isinstance(value, msgspec.Struct):
        return [text for name in value.__struct_fields__ for text in texts_in(getattr(value, name))]
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts_in(each)]
    return [text for each in value for text in texts_in(each)] if isinstance(value, list | tuple) else []


def _facts(text: str) -> set[str]:
    """The facts that a text names; a fact that is there in each language goes by the language's name."""
    return {"language" if fact in LANGUAGES else fact for fact in re.findall(r"\{(\w+)", text)}


CHECKS = (
    check_catalogues_agree,
    check_actions_and_log_read_well,
    check_text_boards,
    check_names_of_a_new_table,
)
