"""Advice to a person who would rather begin to draw: a good way to set the sheet up, step by step."""

from __future__ import annotations

from branchline.games.rails30.bots.judge import Judge
from branchline.games.rails30.rules.codes import FACTS, READY, STEP
from branchline.games.rails30.rules.state import Rails30


def next_step(state: Rails30, seat: int) -> int | None:
    """The best action of the setup step that the seat is at; None once the sheet is set up."""
    if state.facts[seat * FACTS + STEP] == READY:
        return None
    return int(Judge().set_up(state.alone(seat), 0, 1)[0])
