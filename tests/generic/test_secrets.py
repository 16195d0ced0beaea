"""What a seat may not know does not reach it: twins that differ only in that look the same to it."""

from __future__ import annotations

import pytest

from branchline.core.action import Line
from branchline.core.errors import ActionError
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.generic.games import CASES, IDS, plain, start, steps

pytestmark = pytest.mark.parametrize("case", CASES, ids=IDS)


def seen(game, state, seat) -> str:
    return plain(game.view(state, seat))


def readable(lines: list[Line], seat: int | None) -> str:
    return plain([line.json() for line in lines if line.only is None or seat in line.only])


def refused(match: Match, state, seat, form) -> str:
    """The error that a form meets in a state, as far as it says anything."""
    try:
        number = match.game.parse(state, seat, form)
        return "" if state.allows(seat, number) else str(match.game.refusal(state, seat, number))
    except ActionError as error:
        return str(error)


def test_twins_look_the_same(case):
    match = start(case, 1)
    game = match.game
    forms: list = [{"type": "nonsense"}]
    for n in steps(match, 1):
        forms = [event.form for event in match.events[-4:] if hasattr(event, "form")] or forms
        if n % 3:
            continue
        state = match._state
        for seat in range(match.players):
            twin = state.resample(seat, Generator(n, seat))
            assert seen(game, twin, seat) == seen(game, state, seat)
            assert twin.actors() == state.actors()
            assert twin.chance() == state.chance()
            if state.actors() >> seat & 1:
                if state.listed(seat):
                    assert list(twin.legal(seat)) == list(state.legal(seat))
                for form in forms:
                    assert refused(match, twin.clone(), seat, form) == refused(match, state.clone(), seat, form)


def test_log_lines_of_twins_are_the_same(case):
    match = start(case, 2)
    game = match.game
    for n in steps(match, 2):
        if n % 3 or not match.actors:
            continue
        state = match._state
        for seat in match.actors:
            twin = state.resample(seat, Generator(n, seat))
            form = match.sample(seat, Generator(n)).form
            lines = []
            for each in (state, twin):
                before, after = each.clone(), each.clone()
                number = game.parse(after, seat, form)
                game.parse(before, seat, form)
                after.apply(seat, number)
                lines.append(readable(game.tell(before, seat, number, after), seat))
            assert lines[0] == lines[1]


def test_spectators_see_no_more_than_any_seat(case):
    """A spectator's view holds no value that some seat's view does not hold too, secret fields being empty."""
    match = start(case, 3)
    for n in steps(match, 3):
        if n % 10:
            continue
        for seat in range(match.players):
            twin = match._state.resample(seat, Generator(n))
            assert seen(match.game, twin, None) == seen(match.game, match._state, None)


def test_no_seed_before_the_end(case):
    match = start(case, 4)
    secret = match._seed.hex()
    for n in steps(match, 4):
        if n % 10 == 0 and not match.over:
            for seat in (None, *range(match.players)):
                assert secret not in plain(match.view(seat))
            assert secret not in plain(match.record())
    assert secret in plain(match.record())


def test_resample_is_deterministic_and_stays_consistent(case):
    match = start(case, 5)
    for n in steps(match, 5):
        if n % 7:
            continue
        for seat in range(match.players):
            once = match._state.resample(seat, Generator(n))
            assert once == match._state.resample(seat, Generator(n))
            again = once.resample(seat, Generator(n + 1))
            # What comes out depends on what the seat knows and on the generator, on nothing hidden.
            assert again.resample(seat, Generator(n)) == once
            assert seen(match.game, again, seat) == seen(match.game, match._state, seat)
            assert match.game.pieces(again) == match.game.pieces(match._state)
