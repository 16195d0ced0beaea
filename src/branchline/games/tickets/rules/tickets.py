"""Where the tickets are, and drawing them (T29).

A ticket is drawn from the set of those never returned; only returned tickets lie in order, under the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.rules.board import FRESH, MOST_OFFER, OFFERED
from branchline.games.tickets.rules.codes import CHOOSE, DRAW_TICKETS, FIRST_TICKETS, TICKET

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


# ── where they are ──
def tickets_left(state: Tickets) -> i64:
    """How many tickets the deck holds."""
    return state.fresh + len(state.under)


def held(state: Tickets, seat: i64) -> vec[i64]:
    """The tickets that a seat has kept."""
    found = vec[i64]()
    for ticket in range(state.board.tickets):
        if state.tickets[ticket] == seat:
            found = append(found, ticket)
    return found


def ticket_count(state: Tickets, seat: i64) -> i64:
    """How many tickets a seat has kept."""
    n: i64 = 0
    for where in state.tickets:
        if where == seat:
            n += 1
    return n


def offer_size(state: Tickets, seat: i64) -> i64:
    """How many tickets a seat has to choose from."""
    n: i64 = 0
    while n < MOST_OFFER and state.offered[seat * MOST_OFFER + n] >= 0:
        n += 1
    return n


# ── drawing ──
def legal(state: Tickets, found: vec[i64]) -> vec[i64]:
    """Add the draw of tickets."""
    return append(found, DRAW_TICKETS) if allows(state) else found


def allows(state: Tickets) -> bool:
    """Whether the deck of tickets has any."""
    return tickets_left(state) > 0


def go_on_offering(state: Tickets) -> None:
    """Put the next ticket before the seat, or let it choose; in setup the next seat comes after it."""
    seat = state.seat
    whole = state.board.draw
    if state.step == FIRST_TICKETS:
        whole = state.board.deal
    if offer_size(state, seat) < whole and tickets_left(state) > 0:
        state.due = TICKET
        return
    if state.step == FIRST_TICKETS and seat + 1 < state.players:
        state.seat += 1
        state.due = TICKET
        return
    state.due = 0
    if state.step == FIRST_TICKETS:
        state.waiting = (1 << state.players) - 1
    else:
        state.step = CHOOSE


def outcomes(state: Tickets) -> i64:
    """How many tickets may come next."""
    if state.fresh > 0:
        return state.fresh
    return 1


def offer_next(state: Tickets, k: i64) -> None:
    """Ticket k of those never returned; when there are none, the one that was returned first."""
    if state.fresh > 0:
        _offer(state, state.seat, _fresh_ticket(state, k))
    else:
        _offer(state, state.seat, state.under[0])
        state.under = state.under[1:]
    go_on_offering(state)


def _offer(state: Tickets, seat: i64, ticket: i64) -> None:
    state.offered[seat * MOST_OFFER + offer_size(state, seat)] = ticket
    if state.tickets[ticket] == FRESH:
        state.fresh -= 1
        state.knows[ticket] = 0
    state.tickets[ticket] = OFFERED + seat
    state.knows[ticket] |= 1 << seat


def _fresh_ticket(state: Tickets, k: i64) -> i64:
    """Number k of the tickets that were never returned."""
    ticket: i64 = 0
    while True:
        if state.tickets[ticket] == FRESH:
            if k == 0:
                return ticket
            k -= 1
        ticket += 1
