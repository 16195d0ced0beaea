"""The turn and the end (R4, R31, R33, R39): two actions, lost ones, isolated lines, the next player, the last count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline.core.bits import count_bits
from branchline.games.rocket.rules import isolation, scoring, station, ways
from branchline.games.rocket.rules.board import LINES
from branchline.games.rocket.rules.codes import OVER
from branchline.games.rocket.rules.layout import HAND

if TYPE_CHECKING:
    from branchline.games.rocket.rules.state import Rocket


def end_action(state: Rocket) -> None:
    """An action is complete: mark isolated lines, then it is somebody's next action or the end."""
    if state.line >= 0:
        state.line = -1
        _mark_isolated(state)
    state.left -= 1
    _lose_actions(state)
    while state.left == 0:
        if is_due(state):
            _finish(state)
            return
        state.turn += 1
        state.active = state.left_of(state.active)
        state.speaker = state.active
        state.used = -1
        state.left = 2
        _lose_actions(state)


def is_due(state: Rocket) -> bool:
    """R33, R39: whether the game ends after this turn."""
    return state.tiles == 0 or open_lines(state) <= 1 or state.idle >= 2 * state.players


def open_lines(state: Rocket) -> i64:
    """How many lines are neither closed nor isolated."""
    return LINES - count_bits(state.closed | state.isolated)


def can_act(state: Rocket, seat: i64) -> bool:
    """R4: whether the seat has any legal action."""
    if state.free_cells != 0:
        return True
    if state.open_hexes > 0 and state.fact(seat, HAND) > 0:
        return True
    for line in range(LINES):
        if line != state.used and state.ways(line) != 0:
            return True
    return station.movable(state, seat) > 0


def _mark_isolated(state: Rocket) -> None:
    """R31, R32: checked for all lines whenever one has moved."""
    settled = ways.look_ahead(state) | state.closed | state.isolated
    for line in range(LINES):
        if (settled >> line) & 1 == 0 and isolation.is_isolated(state, line):
            state.isolated |= 1 << line


def _lose_actions(state: Rocket) -> None:
    """R4: an action without a legal choice is lost."""
    while state.left > 0 and not can_act(state, state.active):
        state.left -= 1


def _finish(state: Rocket) -> None:
    for packed in scoring.final_entries(state):
        scoring.award(state, packed)
    state.phase = OVER
    state.left = 0
