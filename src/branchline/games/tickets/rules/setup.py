"""The table before the first event (T1–T3)."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.rules.board import CARDS, KINDS, MOST_OFFER, Board
from branchline.games.tickets.rules.codes import STARTER
from branchline.games.tickets.rules.state import Tickets


def new_state(board: Board, players: i64) -> Tickets:
    """A fresh table; its parts are slices of the board's, which is the quick way to make them."""
    state = Tickets(board, players)
    state.due = STARTER
    state.deck = board.deck[:]
    state.deck_size = CARDS
    state.discards = board.nine[:]
    state.row = board.no_cards[:]
    state.hands = board.no_hands[: players * KINDS]
    state.known = board.no_hands[: players * KINDS]
    state.stale = board.no_hands[: players * KINDS]
    state.spent = board.no_hands[: players * KINDS]
    state.wagons = board.all_wagons[:players]
    state.points = board.no_hands[:players]
    state.owner = board.unowned[:]
    state.order = board.order[:]
    state.place = board.place[:]
    state.count = board.count[:]
    state.upto = board.upto[:]
    state.tickets = board.all_fresh[:]
    state.knows = board.unknown[:]
    state.fresh = board.tickets
    state.offered = board.nobody[: players * MOST_OFFER]
    state.chosen = board.nobody[:players]
    return state
