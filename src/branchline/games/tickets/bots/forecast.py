"""How long the game will last, and what the cards will bring until then; guesses from what all can see."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import KINDS, LOCOMOTIVE, least
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.state import Tickets


def turns_left(weights: Weights, state: Tickets, seat: i64) -> i64:
    """A guess at how many turns the seat still has: the others need cards for their wagons, and claims."""
    if state.final >= 0:
        return 1
    fewest: i64 = 99
    for other in range(state.players):
        if other != seat:
            turns = turns_of(weights, state, other)
            if turns < fewest:
                fewest = turns
    return 1 + fewest


def turns_of(weights: Weights, state: Tickets, seat: i64) -> i64:
    """How many turns a seat needs to lay all its wagons but two."""
    wagons = state.wagons[seat] - 2
    if wagons <= 0:
        return 0
    cards = wagons * weights.waste // 10 - hand_size(state, seat)
    if cards < 0:
        cards = 0
    return (cards + 1) // 2 + (wagons + 3) // 4


def cards_soon(weights: Weights, state: Tickets, seat: i64) -> i64:
    """How many cards of one colour the seat can hope for in the turns that it has, with its locomotives."""
    turns = least(turns_left(weights, state, seat), turns_of(weights, state, seat))
    return turns * weights.supply // 10 + state.hands[seat * KINDS + LOCOMOTIVE]
