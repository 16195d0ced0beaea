"""What the numbers of actions and the packed parts of a state stand for."""

from __future__ import annotations

from branchline.games.tickets.api.maps import KIND_NAMES, Cards
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import LOCOMOTIVE, MOST_OFFER
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import offer_size


def claim_of(number: int) -> tuple[int, int, int]:
    """Route, colour and locomotives of a claim's number."""
    return int(codes.route_of(number)), int(codes.colour_of(number)), int(codes.locomotives_of(number))


def cards_of(state: Tickets, route: int, colour: int, locomotives: int) -> Cards:
    """A payment as a count of cards."""
    cards: Cards = {} if colour == LOCOMOTIVE else {KIND_NAMES[colour]: int(state.board.length[route]) - locomotives}
    if locomotives:
        cards["locomotive"] = locomotives
    return cards


def offer_of(state: Tickets, seat: int) -> list[int]:
    """The tickets before a seat."""
    return [int(state.offered[seat * MOST_OFFER + i]) for i in range(offer_size(state, seat))]


def kept_of(state: Tickets, seat: int, mask: int) -> list[int]:
    """The tickets of a mask over the offer."""
    return [ticket for i, ticket in enumerate(offer_of(state, seat)) if mask >> i & 1]
