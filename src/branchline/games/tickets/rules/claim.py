"""Claiming a route: which are open, how they can be paid for, and what a claim does (T23–T28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.rules.board import CLOSED, COLOURS, FREE, GRAY, KINDS, LENGTHS, LOCOMOTIVE, ROW, least
from branchline.games.tickets.rules.cards import LOCOMOTIVE_LIMIT, pay
from branchline.games.tickets.rules.codes import (
    END_TURN,
    claim_code,
    colour_of,
    locomotives_of,
    payment_code,
    route_of,
)
from branchline.games.tickets.rules.turns import end_turn, refill

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def open_to(state: Tickets, seat: i64, route: i64) -> bool:
    """Whether the route is free and the seat does not own its other half (T23, T28)."""
    if state.owner[route] != FREE:
        return False
    twin = state.board.twin[route]
    return twin < 0 or state.owner[twin] != seat


def payable(state: Tickets, seat: i64, route: i64, colour: i64, locomotives: i64) -> bool:
    """T24–T26: whether the hand and the wagons allow this payment; `colour` 8 is locomotives alone."""
    board = state.board
    length = board.length[route]
    cards = length - locomotives
    if cards < 0 or state.wagons[seat] < length or state.hands[seat * KINDS + LOCOMOTIVE] < locomotives:
        return False
    if colour == LOCOMOTIVE:
        return cards == 0
    if cards == 0 or (board.colour[route] != GRAY and board.colour[route] != colour):
        return False
    return state.hands[seat * KINDS + colour] >= cards


def payments(state: Tickets, seat: i64, route: i64) -> vec[i64]:
    """The number of every way to pay for a route, with fewer locomotives first."""
    found = _claims(state, seat, route, vec[i64]())
    for i in range(len(found)):
        found[i] -= claim_code(route, 0)
    return found


def legal(state: Tickets, seat: i64, found: vec[i64]) -> vec[i64]:
    """Add every claim."""
    for route in range(state.board.routes):
        if open_to(state, seat, route):
            found = _claims(state, seat, route, found)
    return found


def _claims(state: Tickets, seat: i64, route: i64, found: vec[i64]) -> vec[i64]:
    """Add the claims of a route, with fewer locomotives first (T24–T26)."""
    length = state.board.length[route]
    if state.wagons[seat] < length:
        return found
    hands = state.hands
    at = seat * KINDS
    held = hands[at + LOCOMOTIVE]
    only = state.board.colour[route]
    if only != GRAY:
        if hands[at + only] > 0:
            low = length - hands[at + only]
            if low < 0:
                low = 0
            for locomotives in range(low, least(held, length - 1) + 1):
                found = append(found, claim_code(route, payment_code(only, locomotives)))
    else:
        for locomotives in range(least(held, length - 1) + 1):
            for colour in range(COLOURS):
                if hands[at + colour] >= length - locomotives:
                    found = append(found, claim_code(route, payment_code(colour, locomotives)))
    if held >= length:
        found = append(found, claim_code(route, payment_code(LOCOMOTIVE, length)))
    return found


def allows(state: Tickets, seat: i64, action: i64) -> bool:
    """Whether the route is open and this payment pays for it."""
    route = route_of(action)
    if route >= state.board.routes or not open_to(state, seat, route):
        return False
    return payable(state, seat, route, colour_of(action), locomotives_of(action))


def apply(state: Tickets, seat: i64, action: i64) -> None:
    """T27; a row that was short is refilled from what was paid (T22)."""
    route, colour, locomotives = route_of(action), colour_of(action), locomotives_of(action)
    length = state.board.length[route]
    if colour != LOCOMOTIVE:
        pay(state, seat, colour, length - locomotives)
    if locomotives > 0:
        pay(state, seat, LOCOMOTIVE, locomotives)
    state.wagons[seat] -= length
    state.points[seat] += state.board.points[length]
    give_route(state, seat, route)
    if state.row_size < ROW or state.row_locomotives >= LOCOMOTIVE_LIMIT:
        state.resets = 0
        refill(state, END_TURN)
    else:
        end_turn(state)


def give_route(state: Tickets, seat: i64, route: i64) -> None:
    """The route is the seat's; with 2 or 3 players its other half is closed to all (T28)."""
    _leave_bucket(state, route)
    state.owner[route] = seat
    twin = state.board.twin[route]
    if twin >= 0 and state.players < 4 and state.owner[twin] == FREE:
        _leave_bucket(state, twin)
        state.owner[twin] = CLOSED


def _leave_bucket(state: Tickets, route: i64) -> None:
    """The route is free no more: the last free one of its bucket takes its place in `order`."""
    bucket = state.board.bucket[route]
    state.count[bucket] -= 1
    up = state.upto
    for longer in range(bucket, bucket - bucket % LENGTHS + LENGTHS):
        up[longer] -= 1
    last = state.board.first[bucket] + state.count[bucket]
    at = state.place[route]
    moved = state.order[last]
    state.order[at] = moved
    state.place[moved] = at
    state.order[last] = route
    state.place[route] = last
