"""What a seat knows as a vector of numbers, for research and learning; `OBSERVATION` in game.py explains its parts.

Its length is the same for all maps and numbers of players. Other seats are counted clockwise from the own one,
which is 0; what a map or a table does not have is −1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.rules.board import (
    CLOSED,
    FREE,
    KINDS,
    MOST_ROUTES,
    MOST_TICKETS,
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


def observe(state: Tickets, seat: i64) -> vec[i64]:
    """The numbers in the order of `OBSERVATION`."""
    seen = vec[i64]()
    turn: i64 = -1
    if state.step == TURN or state.step == SECOND or state.step == CHOOSE:
        turn = _from(state, seat, state.seat)
    first: i64 = -1
    if state.first >= 0:
        first = _from(state, seat, state.first)
    for value in (state.players, state.step, turn, first, state.turns, state.final, state.deck_size):
        seen = append(seen, value)
    seen = append(seen, tickets_left(state))
    seen = append(seen, state.chosen[seat])
    for kind in range(KINDS):
        open_cards: i64 = 0
        for card in state.row:
            if card == kind:
                open_cards += 1
        seen = append(seen, open_cards)
    for kind in range(KINDS):
        seen = append(seen, state.discards[kind])
    for kind in range(KINDS):
        seen = append(seen, state.hands[seat * KINDS + kind])
    for place in range(MOST_PLAYERS):
        seen = _seat(state, (seat + place) % state.players, place < state.players, seen)
    for route in range(MOST_ROUTES):
        seen = append(seen, _route(state, seat, route))
    for ticket in range(MOST_TICKETS):
        seen = append(seen, _ticket(state, seat, ticket))
    return seen


def _from(state: Tickets, seat: i64, other: i64) -> i64:
    """How many seats clockwise the other one is from this."""
    return (other - seat + state.players) % state.players


def _seat(state: Tickets, seat: i64, there: bool, seen: vec[i64]) -> vec[i64]:
    """What all see of a seat, and the cards that all know to be in its hand."""
    if not there:
        for _fact in range(SEAT_FACTS + KINDS):
            seen = append(seen, -1)
        return seen
    seen = append(seen, state.points[seat])
    seen = append(seen, state.wagons[seat])
    seen = append(seen, hand_size(state, seat))
    seen = append(seen, ticket_count(state, seat))
    seen = append(seen, offer_size(state, seat))
    seen = append(seen, (state.waiting >> seat) & 1)
    for kind in range(KINDS):
        seen = append(seen, state.known[seat * KINDS + kind])
    return seen


def _route(state: Tickets, seat: i64, route: i64) -> i64:
    if route >= state.board.routes:
        return -1
    owner = state.owner[route]
    if owner == FREE:
        return 0
    if owner == CLOSED:
        return MOST_PLAYERS + 1
    return 1 + _from(state, seat, owner)


def _ticket(state: Tickets, seat: i64, ticket: i64) -> i64:
    if ticket >= state.board.tickets:
        return -1
    if (state.knows[ticket] >> seat) & 1 == 0:
        return 0
    where = state.tickets[ticket]
    if where < state.players:
        return 1 + _from(state, seat, where)
    if where >= OFFERED:
        return 1 + MOST_PLAYERS + _from(state, seat, where - OFFERED)
    for above in range(len(state.under)):
        if state.under[above] == ticket and where == UNDER:
            return 1 + 2 * MOST_PLAYERS + state.fresh + above
    return 0
