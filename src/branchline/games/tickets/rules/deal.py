"""What chance does before the first turn: the first player, the hands, the choices that show (T4–T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.games.tickets.rules.board import KINDS
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.codes import DEAL_TICKETS, FIRST_TICKETS, HAND, OVER, TURN
from branchline.games.tickets.rules.keep import settle
from branchline.games.tickets.rules.turns import refill

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

FIRST_HAND: Final = 4


def first_player(state: Tickets, seat: i64) -> None:
    """T8: the first player is drawn; hands are dealt from seat 0 on."""
    state.first = seat
    state.seat = 0
    state.due = HAND


def hand_card(state: Tickets, kind: i64) -> None:
    """T4: the seats are dealt four cards each, then the row."""
    state.hands[state.seat * KINDS + kind] += 1
    if hand_size(state, state.seat) == FIRST_HAND:
        state.seat += 1
    if state.seat == state.players:
        state.seat = 0
        refill(state, DEAL_TICKETS)


def reveal(state: Tickets) -> None:
    """T6: all have chosen, and their tickets come back in seat order; or the game is over."""
    state.due = 0
    if state.step != FIRST_TICKETS:
        state.step = OVER
        return
    for seat in range(state.players):
        settle(state, seat, state.chosen[seat])
        state.chosen[seat] = -1
    state.step = TURN
    state.seat = state.first
