"""How a hand is shared out: cards for the planned routes, what is to spare, and how a route is paid for."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.bots.ticket_plan import NOTHING
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import COLOURS, GRAY, KINDS, LOCOMOTIVE, least
from branchline.games.tickets.rules.codes import payment_code
from branchline.games.tickets.rules.state import Tickets


@final
class HandPlan:
    """What the planned routes need of a hand, and what they leave."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.spare: vec[i64] = vec[i64]()
        """Cards of every colour beyond the plan."""
        self.lack: vec[i64] = vec[i64]()
        """Cards of every colour that the plan lacks."""
        self.free_locomotives: i64 = 0
        """Locomotives that the plan does not need."""
        self._reserve: vec[i64] = vec[i64]()
        """Cards of every colour that coloured routes of the plan will need."""

    def share_out(self, state: Tickets, seat: i64, planned: vec[i64]) -> i64:
        """Give the hand to the plan; how many wagons it leaves."""
        board = state.board
        at = seat * KINDS
        hands = state.hands
        spare, lack = board.nine[:], board.nine[:]
        wagons = state.wagons[seat]
        colours, lengths = board.colour, board.length
        for place in range(at, at + KINDS):
            spare[place - at] = hands[place]
        locomotives = spare[LOCOMOTIVE]
        spare[LOCOMOTIVE] = 0
        grays = vec[i64]()
        for route in planned:
            colour = colours[route]
            length = lengths[route]
            wagons -= length
            if colour == GRAY:
                grays = append(grays, length)
            else:
                spare[colour] -= length
        self._reserve = board.nine[:]
        for colour in range(COLOURS):
            self._reserve[colour] = hands[at + colour] - spare[colour]
            if spare[colour] < 0:
                lack[colour] = -spare[colour]
                spare[colour] = 0
        for length in grays:
            best = most_of(spare)
            if spare[best] >= length:
                spare[best] -= length
            else:
                lack[best] += length - spare[best]
                spare[best] = 0
        for colour in range(COLOURS):
            locomotives -= lack[colour]
        self.lack = lack
        self.spare = spare
        if locomotives < 0:
            locomotives = 0
        self.free_locomotives = locomotives
        return wagons

    def payment(self, state: Tickets, seat: i64, route: i64, most: i64, any_colour: bool) -> i64:
        """The payment with the fewest locomotives, from the colour that the plan needs least; −1 if there is none."""
        board = state.board
        hands = state.hands
        at = seat * KINDS
        length = board.length[route]
        if length > state.wagons[seat]:
            return -1
        locomotives = least(hands[at + LOCOMOTIVE], most)
        if board.colour[route] != GRAY:
            held = least(hands[at + board.colour[route]], length)
            if held + locomotives < length:
                return -1
            if held == 0:
                return payment_code(LOCOMOTIVE, length)
            return payment_code(board.colour[route], length - held)
        best: i64 = -1
        top: i64 = -NOTHING
        spare = self.spare
        for colour in range(COLOURS):
            held = hands[at + colour]
            if held == 0 or held + locomotives < length:
                continue
            if not any_colour and held - self._reserve[colour] + self.weights.gray_steal + locomotives < length:
                continue
            spent = least(held, length)
            worth = 2 * spare[colour] + held - 20 * (length - spent) - 4 * self.lack[colour]
            if worth > top:
                top = worth
                best = payment_code(colour, length - spent)
        if best < 0 and locomotives >= length:
            return payment_code(LOCOMOTIVE, length)
        return best


def most_of(cards: vec[i64]) -> i64:
    """The colour that there are most cards of."""
    best: i64 = 0
    for colour in range(1, COLOURS):
        if cards[colour] > cards[best]:
            best = colour
    return best
