"""The way out of the bots when the deck is empty and they want nothing that is left."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.board import KINDS
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.steps import CLAIM, PASS, TAKE


def whatever(state: Tickets, seat: i64) -> i64:
    """Whatever is legal: an open card, a claim, tickets, a pass."""
    kinds = state.row_kinds()
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            return TAKE + kind
    actions = state.legal(seat)
    for action in actions:
        if action >= CLAIM:
            return action
    return actions[0] if len(actions) > 0 else PASS
