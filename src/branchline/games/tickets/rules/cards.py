"""Where the train cards are: deck, discards, hands and row.

The deck has no order. A card is drawn from counts. For every hand the state remembers which cards all have
seen going into it (`known`), which were in it, unseen, when the deck was last made anew (`stale`), and which
unseen ones it has paid since (`spent`): all can count what such a deck holds, so an unseen card of before and
one of after come from different pools, and nobody else knows from which of them a card was paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.games.tickets.rules.board import KINDS, LOCOMOTIVE, NO_CARD, ROW, least
from branchline.games.tickets.rules.codes import SECOND

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

LOCOMOTIVE_LIMIT: Final = 3
"""T15: so many open locomotives are too many."""


# ── deck, discards, hands ──
def hand_size(state: Tickets, seat: i64) -> i64:
    """How many train cards a seat holds."""
    size: i64 = 0
    for kind in range(KINDS):
        size += state.hands[seat * KINDS + kind]
    return size


def any_to_draw(state: Tickets) -> bool:
    """T19, T20: whether the deck has a card or can get one from the discards."""
    return state.deck_size > 0 or state.discard_size > 0


def fill_deck(state: Tickets) -> bool:
    """T19: make the discards the deck if it is empty; whether it then has a card."""
    if state.deck_size == 0 and state.discard_size > 0:
        _reshuffle(state)
    return state.deck_size > 0


def _reshuffle(state: Tickets) -> None:
    """Cards unseen in hands are now known to be none of the deck."""
    for kind in range(KINDS):
        state.deck[kind] += state.discards[kind]
        state.discards[kind] = 0
    state.deck_size += state.discard_size
    state.discard_size = 0
    for i in range(len(state.hands)):
        state.stale[i] = state.hands[i] - state.known[i]
        state.spent[i] = 0


def card_at(state: Tickets, k: i64) -> i64:
    """The kind of the deck's card number k."""
    deck = state.deck
    kind: i64 = 0
    while k >= deck[kind]:
        k -= deck[kind]
        kind += 1
    return kind


def take_card(state: Tickets, k: i64) -> i64:
    """The same, and the card leaves the deck."""
    kind = card_at(state, k)
    state.deck[kind] -= 1
    state.deck_size -= 1
    return kind


def pay(state: Tickets, seat: i64, kind: i64, n: i64) -> None:
    """Move cards from a hand to the discards: first those that all know of, then unseen ones."""
    at = seat * KINDS + kind
    state.hands[at] -= n
    state.discards[kind] += n
    state.discard_size += n
    seen = least(state.known[at], n)
    state.known[at] -= seen
    state.spent[at] += n - seen


# ── the row ──
def row_kinds(state: Tickets) -> i64:
    """The kinds of card that may be taken from the row now, as a bit mask (T12, T13)."""
    kinds: i64 = 0
    for card in state.row:
        if card != NO_CARD:
            kinds |= 1 << card
    if state.step == SECOND:
        kinds &= ~(1 << LOCOMOTIVE)
    return kinds


def put_in_row(state: Tickets, kind: i64) -> None:
    """Lay a card into the first empty place."""
    row = state.row
    at: i64 = 0
    while row[at] != NO_CARD:
        at += 1
    row[at] = kind
    state.row_size += 1
    if kind == LOCOMOTIVE:
        state.row_locomotives += 1


def slot_of(state: Tickets, kind: i64) -> i64:
    """The first place in the row with a card of a kind."""
    at: i64 = 0
    while state.row[at] != kind:
        at += 1
    return at


def take_from_row(state: Tickets, slot: i64) -> None:
    """Take the card out of a place of the row."""
    if state.row[slot] == LOCOMOTIVE:
        state.row_locomotives -= 1
    state.row[slot] = NO_CARD
    state.row_size -= 1


def may_reset(state: Tickets) -> bool:
    """T16: whether a row without three locomotives can still be laid."""
    cards = state.deck_size + state.discard_size + state.row_size
    locomotives = state.deck[LOCOMOTIVE] + state.discards[LOCOMOTIVE] + state.row_locomotives
    laid = least(cards, ROW)
    return cards - locomotives >= laid - (LOCOMOTIVE_LIMIT - 1)


def discard_row(state: Tickets) -> None:
    """T15: the whole row goes to the discards."""
    for at in range(ROW):
        if state.row[at] != NO_CARD:
            state.discards[state.row[at]] += 1
            state.row[at] = NO_CARD
    state.discard_size += state.row_size
    state.row_size = 0
    state.row_locomotives = 0
    state.resets += 1
