"""Whatever comes in wrong gets a clear error: fuzzed actions and records, wrong options, unknown names."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import branchline
from branchline.core.errors import BranchlineError, OptionError, RecordError, UnknownGame
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.record import digest
from branchline.core.text import LANGUAGES
from tests.suite.cases import GAMES, Case
from tests.suite.refusals import unchanged
from tests.suite.twins import reached

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
unhurried = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
_RECORDS: dict[str, dict[str, Any]] = {}


def mutated(action: dict[str, Any], draw: Any) -> dict[str, Any]:
    """An action with one field changed, dropped or added."""
    changed = dict(action)
    key = draw(st.sampled_from(sorted(action)))
    how = draw(st.sampled_from(["change", "drop", "add"]))
    if how == "drop":
        del changed[key]
    elif how == "add":
        changed[draw(st.text(min_size=1, max_size=5))] = draw(json_values)
    else:
        changed[key] = draw(json_values | st.integers(-3, 50))
    return changed


@every_game
@settings(max_examples=80, **unhurried)
@given(data=st.data())
def test_fuzzed_actions(game: Game, data):
    match = reached(Case(game, game.default_players), data.draw(st.integers(0, 5)), data.draw(st.integers(0, 40)))
    if match.over:
        return
    seat = match.actors[0]
    action = match.sample(seat, Generator(1)).json()
    action = mutated(action, data.draw) if data.draw(st.booleans()) else data.draw(json_values)
    error = unchanged(match, seat, action)
    assert error is None or all(error.text.render(language) for language in LANGUAGES)


@every_game
@settings(max_examples=60, **unhurried)
@given(data=st.data())
def test_fuzzed_records(game: Game, data):
    case = Case(game, game.default_players)
    if game.slug not in _RECORDS:
        _RECORDS[game.slug] = case.finish(5).record()
    record = _RECORDS[game.slug]
    key = data.draw(st.sampled_from(sorted(record)))
    changed = {**record, key: data.draw(json_values)}
    if key == "events":
        events = [*record["events"]]
        events[data.draw(st.integers(0, len(events) - 1))] = data.draw(json_values)
        changed["events"] = events
    if key != "digest":
        try:
            changed["digest"] = digest(changed)
        except (ValueError, TypeError):
            pass
    try:
        case.replay(changed)
    except (RecordError, UnknownGame, OptionError) as error:
        assert str(error)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200) | json_values.map(lambda value: json.dumps(value)) | st.binary(max_size=200))
def test_anything_is_no_record(text):
    with pytest.raises(RecordError):
        branchline.replay(text)


@every_game
def test_wrong_options(game: Game):
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
    name = branchline.game_names()[0]
    with pytest.raises(UnknownGame, match=name):
        branchline.game("chess")
    with pytest.raises(UnknownGame, match="random"):
        branchline.bot(name, "genius")
    for wrong in (None, 3, [name]):
        with pytest.raises(BranchlineError):
            branchline.game(wrong)
