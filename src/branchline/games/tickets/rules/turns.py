"""The order of play: the row is filled, a second card follows, a turn ends, and at last the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.games.tickets.rules.board import ROW
from branchline.games.tickets.rules.cards import (
    LOCOMOTIVE_LIMIT,
    any_to_draw,
    discard_row,
    fill_deck,
    may_reset,
    put_in_row,
    row_kinds,
)
from branchline.games.tickets.rules.codes import (
    END_TURN,
    FIRST_TICKETS,
    REVEAL,
    ROW_CARD,
    SECOND,
    SECOND_PICK,
    TICKET,
    TURN,
)

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

FEW_WAGONS: Final = 2
"""T31: who has so few wagons left triggers the end."""


def refill(state: Tickets, then: i64) -> None:
    """T11, T15–T17, T19, T22: fill the row, and lay a new one while it shows too many locomotives."""
    state.then = then
    while True:
        if state.row_size < ROW and fill_deck(state):
            state.due = ROW_CARD
            return
        if state.row_locomotives < LOCOMOTIVE_LIMIT or not may_reset(state):
            break
        discard_row(state)
    state.due = 0
    if then == END_TURN:
        end_turn(state)
    elif then == SECOND_PICK:
        offer_second(state)
    else:
        state.step = FIRST_TICKETS
        state.due = TICKET


def lay_card(state: Tickets, kind: i64) -> None:
    """A card for the row has come."""
    put_in_row(state, kind)
    refill(state, state.then)


def offer_second(state: Tickets) -> None:
    """T10, T21: the second card is compulsory if there is one."""
    state.step = SECOND
    if not any_to_draw(state) and row_kinds(state) == 0:
        end_turn(state)


def end_turn(state: Tickets) -> None:
    """T31: one more turn for all once somebody has few wagons; T35: the end when all pass."""
    state.turns += 1
    state.step = TURN
    if state.final >= 0:
        state.final -= 1
    elif state.wagons[state.seat] <= FEW_WAGONS:
        state.final = state.players
    elif state.passes == state.players:
        state.final = 0
    if state.final == 0:
        state.due = REVEAL
        return
    state.seat += 1
    if state.seat == state.players:
        state.seat = 0
