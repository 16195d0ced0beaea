"""The actions of Ticket to Ride as JSON, and their numbers inside."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from branchline.core.action import Move
from branchline.core.reading import malformed, read_json
from branchline.games.tickets.api import refusals
from branchline.games.tickets.api.decoding import cards_of, claim_of, kept_of, offer_of
from branchline.games.tickets.api.maps import KIND_NAMES, Card, Cards
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import LOCOMOTIVE, MOST_OFFER, ROW
from branchline.games.tickets.rules.draw import Slot
from branchline.games.tickets.rules.state import Tickets

Payment = dict[Card, Annotated[int, Meta(ge=0, le=110)]]


class Blind(msgspec.Struct, tag="blind", forbid_unknown_fields=True):
    """T10: draw a card blind from the deck."""


class Take(msgspec.Struct, tag="take", forbid_unknown_fields=True):
    """T10: take a card from the row: that of a place, counted from 0, or else the first of its kind."""

    card: Card
    slot: Annotated[int, Meta(ge=0, lt=ROW)] | UnsetType = UNSET


class Claim(msgspec.Struct, tag="claim", forbid_unknown_fields=True):
    """T23–T27: claim a route, paying these cards."""

    route: Annotated[int, Meta(ge=0)]
    cards: Payment


class DrawTickets(msgspec.Struct, tag="tickets", forbid_unknown_fields=True):
    """T29: draw tickets to choose from."""


class Keep(msgspec.Struct, tag="keep", forbid_unknown_fields=True):
    """T6, T29: keep these tickets of those offered."""

    tickets: Annotated[list[int], Meta(max_length=MOST_OFFER)]


class Pass(msgspec.Struct, tag="pass", forbid_unknown_fields=True):
    """T35: pass, when nothing else is possible."""


TicketsAction = Blind | Take | Claim | DrawTickets | Keep | Pass


def parse(state: Tickets, seat: int, data: Any) -> Move:
    """The move that JSON describes; MalformedAction says what is wrong with it."""
    action: TicketsAction = read_json(data, TicketsAction)
    match action:
        case Blind():
            return Move(codes.DRAW_BLIND)
        case Take(card=card, slot=slot):
            return Move(codes.TAKE + KIND_NAMES.index(card), None if slot is UNSET else Slot(slot))
        case DrawTickets():
            return Move(codes.DRAW_TICKETS)
        case Pass():
            return Move(codes.PASS)
        case Keep(tickets=tickets):
            return Move(_keep(state, seat, tickets))
        case Claim(route=route, cards=cards):
            return Move(_claim(state, seat, route, cards))


def encode(state: Tickets, seat: int, move: Move) -> TicketsAction:
    """The move as the struct of its JSON."""
    number = move.number
    if number >= codes.CLAIM:
        route, colour, locomotives = claim_of(number)
        return Claim(route, cards_of(state, route, colour, locomotives))
    if number >= codes.KEEP:
        return Keep(kept_of(state, seat, number - codes.KEEP))
    if number == codes.DRAW_BLIND:
        return Blind()
    if number < codes.DRAW_TICKETS:
        slot = int(move.payload.at) if isinstance(move.payload, Slot) else UNSET
        return Take(KIND_NAMES[number - codes.TAKE], slot)
    return DrawTickets() if number == codes.DRAW_TICKETS else Pass()


def _keep(state: Tickets, seat: int, tickets: list[int]) -> int:
    offer = offer_of(state, seat)
    if len(set(tickets)) != len(tickets) or any(not 0 <= ticket < state.board.tickets for ticket in tickets):
        raise malformed(f"tickets are different numbers from 0 to {int(state.board.tickets) - 1}")
    if offer and not set(tickets) <= set(offer):
        raise refusals.not_offered()
    return codes.KEEP + sum(1 << i for i, ticket in enumerate(offer) if ticket in tickets)


def _claim(state: Tickets, seat: int, route: int, cards: Cards) -> int:
    """Mixed cards and a wrong number of them have no number inside; they are refused here (T24)."""
    if route >= state.board.routes:
        raise malformed(f"routes are 0 to {int(state.board.routes) - 1}")
    paid: Cards = {kind: n for kind, n in cards.items() if n}
    refused = refusals.wrong_payment(state, seat, route, paid)
    if refused is not None:
        raise refused
    colours = [kind for kind in paid if kind != "locomotive"]
    colour = KIND_NAMES.index(colours[0]) if colours else LOCOMOTIVE
    locomotives = min(paid.get("locomotive", 0), codes.SPACES - 1)
    return int(codes.claim_code(route, codes.payment_code(colour, locomotives)))
