"""Random play ends, loses no piece, and every action reads well in both languages and comes back from its form."""

from __future__ import annotations

import re

import pytest

from branchline.core.generator import Generator
from tests.generic.games import CASES, IDS, plain, start, step, steps

pytestmark = pytest.mark.parametrize("case", CASES, ids=IDS)


def test_random_play_ends_without_a_dead_end(case):
    for seed in (1, 2):
        match = start(case, seed)
        for _ in steps(match, seed):
            assert match.actors or match.over
        assert match.over
        result = match.result
        assert len(result["scores"]) == len(result["ranks"]) == match.players
        assert result["winners"] == [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
        plain(result)


def test_pieces_are_conserved_after_every_action(case):
    match = start(case, 3)
    before = match.game.pieces(match._state)
    assert before
    for _ in steps(match, 3):
        assert match.game.pieces(match._state) == before


def test_forms_and_texts(case):
    match = start(case, 4)
    rng = Generator(4)
    for _ in steps(match, 4):
        for seat in match.actors:
            listed = match.legal(seat) if match.listed(seat) else [match.sample(seat, rng)]
            assert listed, "a seat that may act has something to do"
            for action in listed[:: max(1, len(listed) // 7)]:
                assert match.check(seat, action.form) is None or not match.listed(seat)
                assert plain(action.json())
                for language in ("en", "ru"):
                    words = action.text.word(language)
                    assert words
                    assert not re.search(r"[{}]|^\w+\.\w+", words), words


def test_legal_lists_have_no_doubles_and_hold_the_samples(case):
    match = start(case, 5)
    rng = Generator(5)
    for _ in steps(match, 5):
        for seat in match.actors:
            if match.listed(seat):
                numbers = [action.number for action in match.legal(seat)]
                assert len(set(numbers)) == len(numbers)
                assert match.sample(seat, rng).number in numbers
                forms = [plain(action.form) for action in match.legal(seat)]
                assert len(set(forms)) == len(forms)


def test_log_reads_in_both_languages(case):
    match = start(case, 6)
    for _ in steps(match, 6):
        pass
    lines = [line for _, line in match._lines]
    assert lines
    for line in lines:
        for language in ("en", "ru"):
            assert not re.search(r"[{}]|^\w+\.\w+", line.text.word(language)), line.text


def test_text_board_is_there_for_every_seat(case):
    match = start(case, 7)
    for _ in range(12):
        if match.actors:
            step(match, Generator(len(match.events)))
    for seat in (None, *range(match.players)):
        for language in ("en", "ru"):
            assert match.board(seat, language).strip()
