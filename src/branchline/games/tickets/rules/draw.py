"""Drawing train cards, blind or from the row (T10–T14, T20, T21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.state import Payload
from branchline.games.tickets.rules.board import KINDS, LOCOMOTIVE, ROW
from branchline.games.tickets.rules.cards import any_to_draw, fill_deck, row_kinds, slot_of, take_from_row
from branchline.games.tickets.rules.codes import BLIND, DRAW_BLIND, END_TURN, SECOND, SECOND_PICK, TAKE
from branchline.games.tickets.rules.turns import end_turn, offer_second, refill

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


class Slot(Payload):
    """Which of several equal cards in the row is taken; an action without it takes the first of them."""

    def __init__(self, at: i64) -> None:
        self.at: i64 = at


def legal(state: Tickets, found: vec[i64]) -> vec[i64]:
    """Add every way to draw a card."""
    if any_to_draw(state):
        found = append(found, DRAW_BLIND)
    kinds = row_kinds(state)
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            found = append(found, TAKE + kind)
    return found


def allows(state: Tickets, action: i64, payload: Payload | None) -> bool:
    """Whether there is such a card to draw, at that place of the row if one is named."""
    if action == DRAW_BLIND:
        return any_to_draw(state)
    kind = action - TAKE
    if isinstance(payload, Slot) and not (0 <= payload.at < ROW and state.row[payload.at] == kind):
        return False
    return (row_kinds(state) >> kind) & 1 == 1


def draw_blind(state: Tickets) -> None:
    """Chance brings the card."""
    fill_deck(state)
    state.due = BLIND


def blind_card(state: Tickets, kind: i64) -> None:
    """A blind card has come; it counts as one whatever it is (T14)."""
    state.hands[state.seat * KINDS + kind] += 1
    state.due = 0
    if state.step == SECOND:
        end_turn(state)
    else:
        offer_second(state)


def taken_slot(state: Tickets, kind: i64, payload: Payload | None) -> i64:
    """The place in the row that a card is taken from."""
    if isinstance(payload, Slot):
        return payload.at
    return slot_of(state, kind)


def take(state: Tickets, seat: i64, kind: i64, payload: Payload | None) -> None:
    """Take a card from the row; all see it."""
    take_from_row(state, taken_slot(state, kind, payload))
    state.resets = 0
    state.hands[seat * KINDS + kind] += 1
    state.known[seat * KINDS + kind] += 1
    if kind == LOCOMOTIVE or state.step == SECOND:  # T12
        refill(state, END_TURN)
    else:
        refill(state, SECOND_PICK)
