"""What a seat knows as a vector of numbers, for research and learning; `OBSERVATION` in game.py explains its parts.

Its length is the same for all maps and numbers of players. Other seats are counted clockwise from the own one,
which is 0; what a map or a table does not have is −1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.tickets.rules.board import (
    CLOSED,
    FREE,
    KINDS,
    MOST_ROUTES,
    MOST_TICKETS,
    NO_CARD,
    OFFERED,
    UNDER,
)
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.codes import CHOOSE, SECOND, TURN
from branchline.games.tickets.rules.tickets import offer_size, ticket_count, tickets_left

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

MOST_PLAYERS: Final[i64] = 5
SEAT_FACTS: Final[i64] = 6
TABLE: Final[i64] = 9


def observe(state: Tickets, seat: i64, out: vec[i64], at: i64) -> None:
    """Write the numbers in the order of `OBSERVATION`."""
    out[at] = state.players
    out[at + 1] = state.step
    out[at + 2] = _turn(state, seat)
    out[at + 3] = -1
    if state.first >= 0:
        out[at + 3] = _from(state, seat, state.first)
    out[at + 4] = state.turns
    out[at + 5] = state.final
    out[at + 6] = state.deck_size
    out[at + 7] = tickets_left(state)
    out[at + 8] = state.chosen[seat]
    at += TABLE
    first = seat * KINDS
    for kind in range(KINDS):
        out[at + kind] = 0
        out[at + KINDS + kind] = state.discards[kind]
        out[at + 2 * KINDS + kind] = state.hands[first + kind]
    for card in state.row:
        if card != NO_CARD:
            out[at + card] += 1
    at += 3 * KINDS
    for place in range(MOST_PLAYERS):
        _seat(state, (seat + place) % state.players, place < state.players, out, at)
        at += SEAT_FACTS + KINDS
    _routes(state, seat, out, at)
    _tickets(state, seat, out, at + MOST_ROUTES)


def _turn(state: Tickets, seat: i64) -> i64:
    """Whose turn it is, counted from the seat; −1 in the setup and at the end."""
    if state.step == TURN or state.step == SECOND or state.step == CHOOSE:
        return _from(state, seat, state.seat)
    return -1


def _from(state: Tickets, seat: i64, other: i64) -> i64:
    """How many seats clockwise the other one is from this."""
    return (other - seat + state.players) % state.players


def _seat(state: Tickets, seat: i64, there: bool, out: vec[i64], at: i64) -> None:
    """What all see of a seat, and the cards that all know to be in its hand."""
    if not there:
        for place in range(at, at + SEAT_FACTS + KINDS):
            out[place] = -1
        return
    out[at] = state.points[seat]
    out[at + 1] = state.wagons[seat]
    out[at + 2] = hand_size(state, seat)
    out[at + 3] = ticket_count(state, seat)
    out[at + 4] = offer_size(state, seat)
    out[at + 5] = (state.waiting >> seat) & 1
    at += SEAT_FACTS
    first = seat * KINDS
    for kind in range(KINDS):
        out[at + kind] = state.known[first + kind]


def _routes(state: Tickets, seat: i64, out: vec[i64], at: i64) -> None:
    n = state.board.routes
    owners = state.owner
    for route in range(n):
        owner = owners[route]
        if owner == FREE:
            out[at + route] = 0
        elif owner == CLOSED:
            out[at + route] = MOST_PLAYERS + 1
        else:
            out[at + route] = 1 + _from(state, seat, owner)
    for place in range(at + n, at + MOST_ROUTES):
        out[place] = -1


def _tickets(state: Tickets, seat: i64, out: vec[i64], at: i64) -> None:
    n = state.board.tickets
    knows = state.knows
    for ticket in range(n):
        if (knows[ticket] >> seat) & 1 == 0:
            out[at + ticket] = 0
        else:
            out[at + ticket] = _ticket(state, seat, ticket)
    for place in range(at + n, at + MOST_TICKETS):
        out[place] = -1


def _ticket(state: Tickets, seat: i64, ticket: i64) -> i64:
    """Where a ticket is that the seat knows of."""
    where = state.tickets[ticket]
    if where < state.players:
        return 1 + _from(state, seat, where)
    if where >= OFFERED:
        return 1 + MOST_PLAYERS + _from(state, seat, where - OFFERED)
    for above in range(len(state.under)):
        if state.under[above] == ticket and where == UNDER:
            return 1 + 2 * MOST_PLAYERS + state.fresh + above
    return 0
