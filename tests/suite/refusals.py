"""Whatever comes in wrong gets a clear error, and the match is as before."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from branchline.core.errors import ActionError, IllegalAction, MalformedAction, OutOfTurn, WrongSeat
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.suite.cases import Case, actions, steps
from tests.suite.words import readable

BAD: list[Any] = [
    None, 7, -1, 3.5, math.nan, math.inf, "", "draw", [], [1], {}, {"type": None}, {"type": "draw"}, {"type": []},
    {"type": "x" * 100_000}, [[]] * 100_000, {str(n): n for n in range(10_000)}, b"bytes", 10**400, object(),
]  # fmt: skip
ODD: list[Any] = [None, -1, 0, 1, 2, 3, 5, 8, 50, 10**30, 1.5, "", "x", [], [0], [1, 1, 1], {}, True]


def check_malformed_actions_are_refused(case: Case) -> None:
    """What is no action of the game is a MalformedAction of bounded length."""
    match = case.start(1)
    for n in steps(match, 1):
        if n % 11 == 0 and not match.over:
            for action in BAD:
                error = unchanged(match, match.actors[0], action)
                assert type(error) is MalformedAction, f"{str(action)[:60]} gives {error!r}"
                assert len(str(error)) < 2000


def check_wrong_seats_are_refused(case: Case) -> None:
    """A seat that is not there, not to move, or acts after the end."""
    match = case.start(2)
    action: Any = None
    for n in steps(match, 2):
        if n % 5 or match.over:
            continue
        action = match.sample(match.actors[0], Generator(n)).json()
        for wrong in (-1, match.players, None, "0", 0.0, True, 10**30):
            assert type(unchanged(match, wrong, action)) is WrongSeat
        for other in set(range(match.players)) - set(match.actors):
            assert type(unchanged(match, other, action)) is OutOfTurn
            assert match.legal(other) == []
            assert not len(match.state.legal(other)), "the state lists actions of a seat that may not act"
            assert not match.state.allows(other, case.game.parse(match.state, other, action).number)
    for seat in range(match.players):
        assert type(unchanged(match, seat, action)) is OutOfTurn


def check_illegal_actions_are_refused_with_a_reason(case: Case) -> None:
    """Old actions and actions with one field changed are taken or refused, and a refusal names rule and reason."""
    match = case.start(3)
    old: list[Any] = []
    refused = 0
    for n in steps(match, 3):
        for seat in match.actors if n % 3 == 0 else ():
            for action in [*old[-6:], *changed(actions(match, seat, Generator(n), most=2))]:
                error = unchanged(match, seat, action, match.check)
                if error is None:
                    continue
                refused += 1
                assert isinstance(error, MalformedAction | IllegalAction), f"{action} gives {error!r}"
                readable(error.text)
                if isinstance(error, IllegalAction):
                    assert error.rule, f"the refusal of {action} names no rule"
        if match.actors and n % 2 == 0:
            old.append(match.sample(match.actors[0], Generator(n)).json())
    assert refused


def unchanged(match: Match, seat: Any, action: Any, how: Callable[..., Any] | None = None) -> ActionError | None:
    """The error that an action gets, None for none; anything but an ActionError fails, and so does a change."""
    before = match.state.to_bytes(), len(match.events), len(match.lines)
    try:
        (how or match.play)(seat, action)
        error = None
    except ActionError as refused:
        error = refused
    except Exception as broken:
        raise AssertionError(f"{str(action)[:200]} of seat {seat} breaks the game: {broken!r}") from broken
    after = match.state.to_bytes(), len(match.events), len(match.lines)
    assert after == before or (how is None and error is None), "a refused action changes the match"
    return error


def changed(good: list[Any]) -> list[Any]:
    """Actions with one field changed, dropped or added."""
    found = []
    for action in good:
        for name in action:
            found += [{**action, name: odd} for odd in ODD if name != "type" or odd is None]
            found.append({other: value for other, value in action.items() if other != name})
        found.append({**action, "more": 1})
    return found


CHECKS = (
    check_malformed_actions_are_refused,
    check_wrong_seats_are_refused,
    check_illegal_actions_are_refused_with_a_reason,
)
