"""Clones share nothing that changes; bytes hold all of a state; equal states are equal."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.core.generator import Generator
from branchline.core.match import Match, seats_of
from tests.generic.games import CASES, IDS, plain, start, steps

pytestmark = pytest.mark.parametrize("case", CASES, ids=IDS)


def test_clone_isolation(case):
    match = start(case, 1)
    rng = Generator(1)
    for _ in steps(match, 1):
        state = match._state
        before = state.to_bytes()
        copy = state.clone()
        assert copy.to_bytes() == before
        for _ in range(3):
            if n := copy.chance():
                copy.apply_chance(rng.below(n))
            elif actors := seats_of(copy.actors()):
                copy.apply(actors[-1], copy.sample(actors[-1], rng))
        assert state.to_bytes() == before


def test_bytes_round_trip(case):
    match = start(case, 2)
    for _ in steps(match, 2):
        data = match._state.to_bytes()
        again = match.game.restore(data, match.players, match.options)
        assert again.to_bytes() == data
        assert again == match._state
        assert hash(again) == hash(match._state)
        assert again.actors() == match._state.actors()
        assert match.game.view(again, 0) == match.game.view(match._state, 0)


def test_looking_changes_nothing(case):
    match = start(case, 3)
    for n in steps(match, 3):
        if n % 5:
            continue
        before = match._state.to_bytes()
        for seat in (None, *range(match.players)):
            match.view(seat)
            match.log(seat)
            match.board(seat)
        for seat in match.actors:
            match.sight(seat)
            match.preview(seat, match.sample(seat, Generator(n)))
        assert match._state.to_bytes() == before


def test_what_is_handed_out_can_be_spoiled_without_harm(case):
    match = start(case, 4)
    for n in steps(match, 4):
        if n % 25 == 0:
            before = plain(handed_out(match))
            spoil(handed_out(match))
            assert plain(handed_out(match)) == before
    before = plain(handed_out(match))
    spoil(handed_out(match))
    assert plain(handed_out(match)) == before


def handed_out(match: Match) -> list[Any]:
    """Everything that a caller gets from a match, for every seat."""
    out: list[Any] = [match.result, match.record(with_seed=True)]
    for seat in (None, *range(match.players)):
        out += [match.view(seat), match.log(seat)]
    for seat in match.actors:
        action = match.sample(seat, Generator(1))
        out += [action.form, match.preview(seat, action.form), match.check(seat, action.form)]
    return out


def spoil(value: Any) -> None:
    """Empty all lists and dicts, from the inside out."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            spoil(each)
        value.clear()
