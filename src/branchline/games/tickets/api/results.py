"""How a finished game of Ticket to Ride is counted, seat by seat (T32–T34, T36–T39)."""

from __future__ import annotations

from typing import Literal

import msgspec

from branchline.core.views import Result
from branchline.games.tickets.rules.paths import ticket_path
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held

TieBreak = Literal["tickets", "longest", "shared"]


class CountedTicket(msgspec.Struct):
    """A ticket at the end: its cities, and the own routes that complete it."""

    id: int
    a: int
    b: int
    points: int
    done: bool
    path: list[int]


class Tally(msgspec.Struct):
    """The count of one seat."""

    routes: int
    """Points of the routes."""
    tickets: list[CountedTicket]
    completed: int
    """How many of them are done."""
    ticket_points: int
    longest: int
    """The length of the seat's longest path,"""
    trail: list[int]
    """its routes in order,"""
    trail_start: int | None
    """and the city where it begins."""
    bonus: int
    """The points for the longest path of all."""
    globetrotter: int
    """The points for the most completed tickets of all."""
    total: int


class Breakdown(msgspec.Struct):
    """The points of all seats, and what broke a tie of points (T34)."""

    seats: list[Tally]
    tie_break: TieBreak | None


class TicketsResult(Result, kw_only=True):
    """The end of a game."""

    breakdown: Breakdown


def result(state: Tickets) -> TicketsResult:
    """The final count."""
    seats = tallies(state)
    return TicketsResult(breakdown=Breakdown(seats, _tie_break(seats)))


def tallies(state: Tickets) -> list[Tally]:
    """T32: the final count of all seats: their routes and tickets, then the bonuses of those who are ahead."""
    seats = [_tally(state, seat) for seat in range(state.players)]
    longest, completed = max(seat.longest for seat in seats), max(seat.completed for seat in seats)
    for seat in seats:
        seat.bonus = int(state.board.longest) if longest and seat.longest == longest else 0
        seat.globetrotter = int(state.board.globetrotter) if completed and seat.completed == completed else 0
        seat.total += seat.bonus + seat.globetrotter
    return seats


def _tally(state: Tickets, seat: int) -> Tally:
    """The count of one seat, without bonuses."""
    own = network(state, seat)
    longest = int(own.measure(True))
    tickets = [_count(state, seat, int(ticket)) for ticket in held(state, seat)]
    ticket_points = sum(ticket.points if ticket.done else -ticket.points for ticket in tickets)
    return Tally(
        routes=int(state.points[seat]),
        tickets=tickets,
        completed=sum(ticket.done for ticket in tickets),
        ticket_points=ticket_points,
        longest=longest,
        trail=[int(route) for route in own.trail],
        trail_start=int(own.start) if longest else None,
        bonus=0,
        globetrotter=0,
        total=int(state.points[seat]) + ticket_points,
    )


def _count(state: Tickets, seat: int, ticket: int) -> CountedTicket:
    board = state.board
    a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
    done = bool(network(state, seat).joins(a, b))
    path = ticket_path(state, seat, ticket) if done else []
    return CountedTicket(id=ticket, a=a, b=b, points=int(board.ticket_points[ticket]), done=done, path=path)


def _tie_break(seats: list[Tally]) -> TieBreak | None:
    best = [seat for seat in seats if seat.total == max(each.total for each in seats)]
    if len(best) == 1:
        return None
    by_tickets = [seat for seat in best if seat.completed == max(each.completed for each in best)]
    by_path = [seat for seat in by_tickets if seat.longest == max(each.longest for each in by_tickets)]
    return "tickets" if len(by_tickets) == 1 else "longest" if len(by_path) == 1 else "shared"
