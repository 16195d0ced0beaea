"""What crosses the API boundary has the declared type, and actions come back from their JSON."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec

from branchline.core.action import Json
from branchline.core.generator import Generator
from branchline.core.log import UndoneEntry
from branchline.core.text import Text, revive
from tests.suite.cases import Case, actions, encoded, seats, steps


def check_views_and_results_have_their_types(case: Case) -> None:
    """Every view and result is an instance of `Game.types` and can be read back from its JSON."""
    types = case.game.types
    match = case.start(1)
    for n in steps(match, 1):
        if n % 4 == 0 or match.over:
            for seat in seats(match):
                crosses(match.view(seat), types.view, "view")
    crosses(match.result, types.result, "result")


def check_log_entries_have_their_types(case: Case) -> None:
    """Every entry is of a declared kind, has the number of its event, a seat of the table and data beside its text."""
    match = case.finish(2)
    assert match.lines, "nothing is written into the log"
    for line in match.lines:
        entry = line.entry
        crosses(entry, case.game.types.entry | UndoneEntry, "log entry")
        assert 0 <= entry.n < len(match.events)
        assert entry.seat is None or 0 <= entry.seat < match.players
        assert line.only is None or all(0 <= seat < match.players for seat in line.only)
    numbers = [line.entry.n for line in match.lines]
    assert numbers == sorted(numbers)


def check_previews_and_checks_have_their_types(case: Case) -> None:
    """What is said of a legal action is of the declared type, or nothing."""
    types = case.game.types
    match = case.start(3)
    for n in steps(match, 3):
        for seat in match.actors if n % 4 == 0 else ():
            for action in actions(match, seat, Generator(n)):
                for name, said, kind in (
                    ("check", match.check(seat, action), types.check),
                    ("preview", match.preview(seat, action), types.preview),
                ):
                    if said is not None:
                        assert kind is not None, f"the game says something of an action but declares no {name}"
                        crosses(said, kind, name)


def check_actions_come_back_from_their_json(case: Case) -> None:
    """An action is of the declared type, and its JSON is parsed into the same move, whatever state it meets."""
    match = case.start(4)
    game = case.game
    for n in steps(match, 4):
        for seat in match.actors:
            for data in actions(match, seat, Generator(n)):
                move = game.parse(match.state, seat, data)
                crosses(game.encode(match.state, seat, move), game.types.action, "action")
                sent: Json = json.loads(json.dumps(data, allow_nan=False))
                assert sent == data, "an action's JSON is not plain JSON"
                again = game.parse(match.state, seat, sent)
                assert again.number == move.number, f"{data} is parsed as {again.number}, not {move.number}"
                assert game.to_json(match.state, seat, again) == data, f"{data} does not come back from its JSON"
            if match.listed(seat):
                for action in match.legal(seat):
                    parsed = game.parse(match.state, seat, action.json())
                    assert parsed.number == action.number, f"{action.json()} is parsed as another action"


def check_the_observation_has_its_length(case: Case) -> None:
    """As long as `observation` says, for every seat, during the whole game; and every part is explained."""
    match = case.start(5)
    parts = case.game.observation
    assert parts, "the observation is not explained"
    assert all(part.text and part.size > 0 for part in parts)
    assert len({part.name for part in parts}) == len(parts)
    size = sum(part.size for part in parts)
    for n in steps(match, 5):
        for seat in range(match.players) if n % 3 == 0 or match.over else ():
            seen = [int(value) for value in case.game.observe(match.state, seat)]
            assert len(seen) == size, f"an observation of {len(seen)} numbers; {size} are explained"


def crosses(value: Any, kind: Any, name: str) -> None:
    """Fail unless the value is of the declared type, also after it went to JSON and back."""
    kinds = get_args(kind) or (kind,)
    assert type(value) in kinds, f"a {name} of type {type(value).__name__}, which is not declared"
    sent = msgspec.json.decode(encoded(value))
    try:
        again = msgspec.convert(sent, kind)
    except msgspec.ValidationError as error:
        raise AssertionError(f"a {name} breaks its own type: {error}") from error
    assert type(again) is type(value), f"a {name} comes back as {type(again).__name__}"
    assert msgspec.to_builtins(again) == msgspec.to_builtins(value), f"a {name} is not the same after JSON"
    texts(sent)


def texts(data: Any) -> None:
    """Every text in JSON data can be made again."""
    revived = revive(data)
    assert msgspec.to_builtins(revived) == data
    if isinstance(revived, Text):
        assert revived.code


CHECKS = (
    check_views_and_results_have_their_types,
    check_log_entries_have_their_types,
    check_previews_and_checks_have_their_types,
    check_actions_come_back_from_their_json,
    check_the_observation_has_its_length,
)
