"""The border of Ticket to Ride: actions as typed records with cards and names, and as numbers inside."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from branchline.core.action import Form
from branchline.core.errors import IllegalAction
from branchline.core.forms import malformed, read_form
from branchline.core.text import Text
from branchline.games.tickets.api import maps
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import GRAY, LOCOMOTIVE
from branchline.games.tickets.rules.claim import open_to, payments
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import offer_size

Card = Literal["pink", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"]
Cards = dict[Card, Annotated[int, Meta(ge=0, le=110)]]


class Blind(msgspec.Struct, tag="blind", forbid_unknown_fields=True):
    """T10: draw a card blind from the deck."""


class Take(msgspec.Struct, tag="take", forbid_unknown_fields=True):
    """T10: take a card from the row."""

    card: Card


class Claim(msgspec.Struct, tag="claim", forbid_unknown_fields=True):
    """T23–T27: claim a route, paying these cards; without cards it only asks whether the route can be claimed."""

    route: Annotated[int, Meta(ge=0)]
    cards: Cards | None = None


class DrawTickets(msgspec.Struct, tag="tickets", forbid_unknown_fields=True):
    """T29: draw three tickets to choose from."""


class Keep(msgspec.Struct, tag="keep", forbid_unknown_fields=True):
    """T6, T29: keep these tickets of those offered."""

    tickets: Annotated[list[int], Meta(max_length=3)]


class Pass(msgspec.Struct, tag="pass", forbid_unknown_fields=True):
    """T35: pass, when nothing else is possible."""


AnyAction = Blind | Take | Claim | DrawTickets | Keep | Pass


def parse(state: Tickets, seat: int, form: Any) -> int:
    """The number of an action given as JSON; MalformedAction says what is wrong with it."""
    action: AnyAction = read_form(form, AnyAction)
    match action:
        case Blind():
            return codes.DRAW_BLIND
        case Take(card=card):
            return codes.TAKE + KIND_NAMES.index(card)
        case DrawTickets():
            return codes.DRAW_TICKETS
        case Pass():
            return codes.PASS
        case Keep(tickets=tickets):
            return _keep(state, seat, tickets)
    return _claim(state, seat, action.route, action.cards)


def form(state: Tickets, seat: int, action: int) -> Form:
    """The JSON form of a number."""
    if action >= codes.CLAIM:
        route, colour, locomotives = claim_of(action)
        return {"type": "claim", "route": route, "cards": cards_of(state, route, colour, locomotives)}
    if action >= codes.KEEP:
        return {"type": "keep", "tickets": kept_of(state, seat, action - codes.KEEP)}
    if action == codes.DRAW_BLIND:
        return {"type": "blind"}
    if action < codes.DRAW_TICKETS:
        return {"type": "take", "card": KIND_NAMES[action - codes.TAKE]}
    return {"type": "tickets" if action == codes.DRAW_TICKETS else "pass"}


def claim_of(action: int) -> tuple[int, int, int]:
    """Route, colour and locomotives of a claim's number."""
    return int(codes.route_of(action)), int(codes.colour_of(action)), int(codes.locomotives_of(action))


def cards_of(state: Tickets, route: int, colour: int, locomotives: int) -> dict[str, int]:
    """A payment as a count of cards."""
    cards = {} if colour == LOCOMOTIVE else {KIND_NAMES[colour]: int(state.board.length[route]) - locomotives}
    return cards | ({"locomotive": locomotives} if locomotives else {})


def offer_of(state: Tickets, seat: int) -> list[int]:
    """The tickets before a seat."""
    return [int(state.offered[seat * 3 + i]) for i in range(offer_size(state, seat))]


def kept_of(state: Tickets, seat: int, mask: int) -> list[int]:
    """The tickets of a mask over the offer."""
    return [ticket for i, ticket in enumerate(offer_of(state, seat)) if mask >> i & 1]


def _keep(state: Tickets, seat: int, tickets: list[int]) -> int:
    offer = offer_of(state, seat)
    if len(set(tickets)) != len(tickets) or any(not 0 <= ticket < state.board.tickets for ticket in tickets):
        raise malformed(f"tickets are different numbers from 0 to {int(state.board.tickets) - 1}")
    if offer and not set(tickets) <= set(offer):
        raise IllegalAction("T29", Text("tickets.not_offered"))
    return codes.KEEP + sum(1 << i for i, ticket in enumerate(offer) if ticket in tickets)


def _claim(state: Tickets, seat: int, route: int, cards: Cards | None) -> int:
    """A mixed or wrong number of cards has no number inside; it is refused here, with its reason (T24)."""
    if route >= state.board.routes:
        raise malformed(f"routes are 0 to {int(state.board.routes) - 1}")
    number = codes.CLAIM + route * codes.PAYMENTS
    if cards is None:
        return _ask(state, seat, route)
    paid = {kind: n for kind, n in cards.items() if n}
    colours = [kind for kind in paid if kind != "locomotive"]
    length, colour = int(state.board.length[route]), int(state.board.colour[route])
    open_now = state.step == codes.TURN and open_to(state, seat, route)
    if open_now and len(colours) > 1:
        code = "tickets.mixed_gray" if colour == GRAY else "tickets.mixed"
        raise IllegalAction("T24", Text(code, {"colour": Text(f"tickets.colour_{maps.COLOUR_NAMES[colour]}")}))
    if open_now and sum(paid.values()) != length:
        facts = {"length": length, "n": sum(paid.values())}
        raise IllegalAction("T24", Text("tickets.wrong_count", facts))
    locomotives = min(paid.get("locomotive", 0), codes.SPACES - 1)
    kind = KIND_NAMES.index(colours[0]) if colours else LOCOMOTIVE
    return number + kind * codes.SPACES + locomotives


def _ask(state: Tickets, seat: int, route: int) -> int:
    """The number of the cheapest payment, or of one that will be refused with the reason that matters."""
    if state.step == codes.TURN and open_to(state, seat, route) and len(payments(state, seat, route)):
        raise malformed('cards are missing: the cards to pay with, such as {"red": 2, "locomotive": 1}')
    colour = int(state.board.colour[route])
    kind = 0 if colour == GRAY else colour
    return codes.CLAIM + route * codes.PAYMENTS + kind * codes.SPACES
