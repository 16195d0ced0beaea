"""What an action would bring."""

from __future__ import annotations

from typing import Any

from branchline.games.tickets.api.actions import claim_of
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held


def preview(state: Tickets, seat: int, action: int) -> dict[str, Any]:
    """What a claim brings: its points, and the tickets that it completes."""
    if action < codes.CLAIM:
        return {}
    route, _, _ = claim_of(action)
    after = state.clone()
    give_route(after, seat, route)
    was, now = network(state, seat), network(after, seat)
    tickets = [int(ticket) for ticket in held(state, seat)]
    ends = [(ticket, state.board.ticket_a[ticket], state.board.ticket_b[ticket]) for ticket in tickets]
    done = [ticket for ticket, a, b in ends if now.joins(a, b) and not was.joins(a, b)]
    return {"points": int(state.board.points[state.board.length[route]]), "completes": done}
