"""What a bot does when the deck is empty and it wants nothing that is left."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.rules.board import KINDS
from branchline.games.tickets.rules.cards import row_kinds
from branchline.games.tickets.rules.codes import CLAIM, PASS, TAKE
from branchline.games.tickets.rules.state import Tickets


def fallback(state: Tickets, seat: i64) -> i64:
    """Anything legal: an open card, a claim, tickets, a pass."""
    kinds = row_kinds(state)
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            return TAKE + kind
    actions = state.legal(seat)
    for action in actions:
        if action >= CLAIM:
            return action
    return actions[0] if len(actions) > 0 else PASS
