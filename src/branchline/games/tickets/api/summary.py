"""What the points of a finished game of Ticket to Ride were for, and what broke a tie (T32–T34, T36–T39)."""

from __future__ import annotations

from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.tickets.api.results import CountedTicket, Tally, result, tallies
from branchline.games.tickets.api.texts import city_text, route_text, ticket_text
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


def feats(state: Tickets, seat: int) -> list[Feat]:
    """T32: the tickets of a seat. One that fails costs what it would have brought, so twice its points hang on it."""
    return [_feat(state, ticket) for ticket in tallies(state)[seat].tickets]


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


def _feat(state: Tickets, ticket: CountedTicket) -> Feat:
    ends = {"a": city_text(state, ticket.a), "b": city_text(state, ticket.b)}
    return Feat(
        text=Text("tickets.between", ends),
        points=ticket.points if ticket.done else -ticket.points,
        stake=2 * ticket.points if ticket.done else 0,
        decided=Text("tickets.decided", ends),
    )


def _tickets(seat: Tally, done: bool) -> int:
    return sum(ticket.points for ticket in seat.tickets if ticket.done == done)
