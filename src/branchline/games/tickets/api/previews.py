"""What an action would bring."""

from __future__ import annotations

import msgspec

from branchline.games.tickets.api.views import view_ticket
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held


class TicketLeft(msgspec.Struct):
    """What a ticket still needs."""

    id: int
    needs: int


class ClaimPreview(msgspec.Struct):
    """What a claim brings at once."""

    points: int
    wagons: int
    """Wagons that the seat has left then."""
    completes: list[int]
    """Own tickets that it completes."""
    nearer: list[TicketLeft]
    """Own tickets that need fewer wagons then, but still some."""


def preview(state: Tickets, seat: int, number: int) -> ClaimPreview | None:
    """What a claim brings; the other actions bring nothing that is known before."""
    if number < codes.CLAIM:
        return None
    board, route = state.board, codes.route_of(number)
    after = state.clone()
    give_route(after, seat, route)
    was, now = network(state, seat), network(after, seat)
    ends = [(int(ticket), board.ticket_a[ticket], board.ticket_b[ticket]) for ticket in held(state, seat)]
    length = board.length[route]
    kept = [int(ticket) for ticket in held(state, seat)]
    before = [view_ticket(state, seat, ticket).needs for ticket in kept]
    left = [view_ticket(after, seat, ticket).needs for ticket in kept]
    return ClaimPreview(
        points=int(board.points[length]),
        wagons=int(state.wagons[seat] - length),
        completes=[ticket for ticket, a, b in ends if now.joins(a, b) and not was.joins(a, b)],
        nearer=[
            TicketLeft(ticket, needs)
            for ticket, needed, needs in zip(kept, before, left, strict=True)
            if needed and needs and needs < needed
        ],
    )
