"""What the points of a finished game of Ticket to Ride were for, and what broke a tie (T32–T34, T36–T39)."""

from __future__ import annotations

from branchline.core.summary import Source, Trait
from branchline.core.text import Text
from branchline.games.tickets.api.results import Tally, result, tallies
from branchline.games.tickets.api.texts import route_text, ticket_text
from branchline.games.tickets.rules.state import Tickets


def sources(state: Tickets) -> list[Source]:
    """Routes, tickets completed and failed, and the bonuses that this ticket set has."""
    seats = tallies(state)
    rows = {
        "routes": [seat.routes for seat in seats],
        "tickets": [_tickets(seat, True) for seat in seats],
        "failed": [-_tickets(seat, False) for seat in seats],
    }
    if state.board.longest:
        rows["longest"] = [seat.bonus for seat in seats]
    if state.board.globetrotter:
        rows["globetrotter"] = [seat.globetrotter for seat in seats]
    return [
        Source(name=name, text=Text(f"tickets.source_{name}"), points=points, final=name != "routes")
        for name, points in rows.items()
    ]


def traits(state: Tickets) -> list[list[Trait]]:
    """The tickets that each seat has completed, and its routes."""
    found = [
        [Trait("ticket", ticket_text(state, ticket.id)) for ticket in tally.tickets if ticket.done]
        for tally in tallies(state)
    ]
    for route in range(state.board.routes):
        if (owner := int(state.owner[route])) in range(state.players):
            found[owner].append(Trait("route", route_text(state, route)))
    return found


def tie(state: Tickets) -> Text | None:
    """T34: what decided between equal points."""
    broken = result(state).breakdown.tie_break
    return None if broken in (None, "shared") else Text(f"tickets.tie_{broken}")


def _tickets(seat: Tally, done: bool) -> int:
    return sum(ticket.points for ticket in seat.tickets if ticket.done == done)
