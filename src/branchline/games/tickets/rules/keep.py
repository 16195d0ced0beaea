"""Choosing among offered tickets: as many of the first as the set asks for (T6, T36–T38), later one (T29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.rules.board import MOST_OFFER, UNDER
from branchline.games.tickets.rules.codes import CHOOSE, FIRST_TICKETS, KEEP, REVEAL
from branchline.games.tickets.rules.tickets import offer_size
from branchline.games.tickets.rules.turns import end_turn

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def legal(state: Tickets, seat: i64, found: vec[i64]) -> vec[i64]:
    """Add every choice, as a mask over the offer."""
    if state.step == FIRST_TICKETS:
        for mask in state.board.first_choices:
            found = append(found, KEEP + mask)
        return found
    for mask in range(1, 1 << offer_size(state, seat)):
        found = append(found, KEEP + mask)
    return found


def allows(state: Tickets, seat: i64, mask: i64) -> bool:
    """Whether enough of the offered tickets are kept."""
    if state.step == FIRST_TICKETS:
        return mask in state.board.first_choices
    return state.step == CHOOSE and 0 < mask < 1 << offer_size(state, seat)


def apply(state: Tickets, seat: i64, mask: i64) -> None:
    """Keep the tickets of the mask; the first choices wait until all have chosen."""
    if state.step == CHOOSE:
        settle(state, seat, mask)
        end_turn(state)
        return
    state.chosen[seat] = mask
    state.waiting &= ~(1 << seat)
    if state.waiting == 0:
        state.due = REVEAL


def settle(state: Tickets, seat: i64, mask: i64) -> None:
    """T29: the tickets that are not kept go under the deck. Who knew an offer no longer knows which."""
    n = offer_size(state, seat)
    returned = mask != (1 << n) - 1
    for i in range(n):
        ticket = state.offered[seat * MOST_OFFER + i]
        state.offered[seat * MOST_OFFER + i] = -1
        if returned:
            state.knows[ticket] = 1 << seat
        if (mask >> i) & 1:
            state.tickets[ticket] = seat
        else:
            state.tickets[ticket] = UNDER
            state.under = append(state.under, ticket)
