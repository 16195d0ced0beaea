"""Clones share nothing that changes; bytes hold all of a state; equal states are equal."""

from __future__ import annotations

import pytest

from branchline.core.generator import Generator
from branchline.core.match import seats_of
from tests.generic.games import CASES, IDS, start, steps

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
