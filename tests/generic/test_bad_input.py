"""Whatever comes in wrong gets a clear error, and the match is as before."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import branchline
from branchline.core.errors import (
    ActionError,
    BranchlineError,
    MalformedAction,
    OptionError,
    OutOfTurn,
    RecordError,
    UnknownGame,
    WrongSeat,
)
from branchline.core.generator import Generator
from tests.generic.games import CASES, GAMES, IDS, played, start, steps

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
BAD_FORMS = [
    None, 7, -1, 3.5, math.nan, math.inf, "", "draw", [], [1], {}, {"type": None}, {"type": "draw"}, {"type": []},
    {"type": "x" * 100_000}, [[]] * 100_000, {str(n): n for n in range(10_000)}, b"bytes", 10**400, object(),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_malformed_actions(case):
    match = start(case, 1)
    for n in steps(match, 1):
        if n % 11 or match.over:
            continue
        before = match._state.to_bytes(), list(match.events)
        for form in BAD_FORMS:
            with pytest.raises(MalformedAction) as error:
                match.play(match.actors[0], form)
            assert len(str(error.value)) < 2000
        assert (match._state.to_bytes(), list(match.events)) == before


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_wrong_seats_and_turns(case):
    match = start(case, 2)
    for n in steps(match, 2):
        if n % 5 or match.over:
            continue
        seat = match.actors[0]
        action = match.sample(seat, Generator(n))
        before = match._state.to_bytes()
        for wrong in (-1, match.players, None, "0", 0.0, True, 10**30):
            with pytest.raises(WrongSeat, match="seats are 0 to"):
                match.play(wrong, action)
        for other in set(range(match.players)) - set(match.actors):
            with pytest.raises(OutOfTurn, match="now acts"):
                match.play(other, action)
            assert match.legal(other) == []
        assert match._state.to_bytes() == before
    with pytest.raises(OutOfTurn, match="over"):
        match.play(0, action)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_stale_action_is_refused_or_legal_again_but_never_breaks(case):
    match = start(case, 3)
    old: list = []
    for n in steps(match, 3):
        for form in old[-6:]:
            before = match._state.to_bytes()
            for seat in match.actors:
                try:
                    match.check(seat, form)
                except ActionError as error:
                    assert str(error)
                    assert error.text.word("ru")
            assert match._state.to_bytes() == before
        if n % 4 == 0 and match.actors:
            old.append(match.sample(match.actors[0], Generator(n)).form)


def mutations(form: dict, draw) -> dict:
    """A form with one field changed, dropped or added."""
    changed = dict(form)
    key = draw(st.sampled_from(sorted(form)))
    how = draw(st.sampled_from(["change", "drop", "add"]))
    if how == "drop":
        del changed[key]
    elif how == "add":
        changed[draw(st.text(min_size=1, max_size=5))] = draw(json_values)
    else:
        changed[key] = draw(json_values | st.integers(-3, 50))
    return changed


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_fuzzed_actions(slug, data):
    match = branchline.game(slug).start(seed=data.draw(st.integers(0, 5)))
    for _ in steps(match, 1, data.draw(st.integers(0, 40))):
        pass
    if match.over:
        return
    seat = match.actors[0]
    form = match.sample(seat, Generator(1)).form
    form = mutations(form, data.draw) if data.draw(st.booleans()) else data.draw(json_values)
    before, events = match._state.to_bytes(), len(match.events)
    try:
        match.play(seat, form)
    except ActionError as error:
        assert str(error)
        assert match._state.to_bytes() == before
        assert len(match.events) == events


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_fuzzed_records(slug, data):
    from branchline.core.record import _digest

    record = _RECORDS.setdefault(slug, played((slug, branchline.game(slug).default_players, {}), 5).record())
    key = data.draw(st.sampled_from(sorted(record)))
    changed = {**record, key: data.draw(json_values)}
    if key == "events":
        events = [*record["events"]]
        events[data.draw(st.integers(0, len(events) - 1))] = data.draw(json_values)
        changed["events"] = events
    if key != "digest":
        try:
            changed["digest"] = _digest(changed)
        except (ValueError, TypeError):
            pass
    try:
        branchline.replay(changed)
    except (RecordError, UnknownGame, OptionError) as error:
        assert str(error)


_RECORDS: dict = {}


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200) | json_values.map(lambda value: json.dumps(value)) | st.binary(max_size=200))
def test_anything_is_no_record(text):
    with pytest.raises(RecordError):
        branchline.replay(text)


@pytest.mark.parametrize("slug", GAMES)
def test_wrong_options(slug):
    game = branchline.game(slug)
    with pytest.raises(OptionError) as error:
        game.start(nonsense=1)
    for option in game.options:
        assert option.name in str(error.value)
        for wrong in (None, "nonsense", -999, math.nan, [], {}):
            with pytest.raises(OptionError, match=option.name):
                game.start(**{option.name: wrong})
    for wrong in (game.players.start - 1, game.players.stop, "2", 2.5, math.nan, True, 10**40):
        with pytest.raises(OptionError, match=f"from {game.players.start} to {game.players.stop - 1}"):
            game.start(players=wrong)
    for wrong in ("xyz", b"short", 2**70, 1.5, [], "ab"):
        with pytest.raises(OptionError, match="seed"):
            game.start(seed=wrong)


def test_unknown_names():
    with pytest.raises(UnknownGame, match="30-rails"):
        branchline.game("chess")
    with pytest.raises(UnknownGame, match="random"):
        branchline.bot("30-rails", "genius")
    for wrong in (None, 3, ["30-rails"]):
        with pytest.raises(BranchlineError):
            branchline.game(wrong)
