"""Which card to take: an open one, or a blind one."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.tickets.bots.fallback import fallback
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import COLOURS, KINDS, LOCOMOTIVE, NO_CARD
from branchline.games.tickets.rules.cards import any_to_draw
from branchline.games.tickets.rules.codes import DRAW_BLIND, SECOND, TAKE
from branchline.games.tickets.rules.state import Tickets


def best_card(weights: Weights, lack: vec[i64], fill: vec[i64], state: Tickets, seat: i64) -> i64:
    """The open card that is worth most, or a blind one if that is thought to be worth more.

    `lack` and `fill` count the cards of every colour that the plan and the fillers lack.
    """
    worths = state.board.nine[:]
    for colour in range(COLOURS):
        worth = weights.card_spare
        if lack[colour] > 0:
            worth = weights.card_plan
            if lack[colour] == 1:
                worth += weights.card_last
        elif fill[colour] > 0:
            worth = weights.card_fill
            if fill[colour] == 1:
                worth += weights.card_last
        worths[colour] = worth
    worths[LOCOMOTIVE] = weights.card_locomotive
    blind = _blind_worth(state, seat, worths)
    best: i64 = -1
    top = blind
    if not any_to_draw(state):
        top = -1
    second = state.step == SECOND
    for card in state.row:
        if card == NO_CARD or (card == LOCOMOTIVE and second):
            continue
        worth = worths[card]
        if card == LOCOMOTIVE:
            worth -= weights.open_locomotive
        if worth > top:
            top = worth
            best = card
    if best >= 0:
        return TAKE + best
    if any_to_draw(state):
        return DRAW_BLIND
    return fallback(state, seat)


def _blind_worth(state: Tickets, seat: i64, worths: vec[i64]) -> i64:
    """The mean worth of the cards that the seat has not seen."""
    total: i64 = 0
    cards: i64 = 0
    discards, hands, known = state.discards, state.hands, state.known
    for kind in range(KINDS):
        n = state.board.deck[kind] - discards[kind] - hands[seat * KINDS + kind]
        for other in range(state.players):
            if other != seat:
                n -= known[other * KINDS + kind]
        for card in state.row:
            if card == kind:
                n -= 1
        total += n * worths[kind]
        cards += n
    if cards <= 0:
        return 0
    return total // cards
