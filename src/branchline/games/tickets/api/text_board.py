"""The position as plain text."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.tickets.api.decoding import offer_of
from branchline.games.tickets.api.maps import COLOUR_NAMES, KIND_NAMES
from branchline.games.tickets.api.texts import cards_text, many, name_text, route_text, ticket_text
from branchline.games.tickets.api.views import TicketView, view_ticket
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, KINDS, NO_CARD
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, ticket_count, tickets_left


def board(state: Tickets, seat: int | None, language: str) -> str:
    """The position line by line: piles, seats, own cards and tickets, and every route with its length and colour."""
    lines = [*_piles(state), *(_seat(state, other) for other in range(state.players))]
    if seat is not None:
        lines += _own(state, seat)
    for other in range(state.players):
        owned = [_route(state, route) for route in range(state.board.routes) if state.owner[route] == other]
        if owned:
            lines.append(Text("tickets.text_routes", {"seat": other + 1, "routes": many(owned)}))
    lines += _free(state)
    return "\n".join(line.render(language) for line in lines)


def _piles(state: Tickets) -> list[Text]:
    row = [name_text(int(card)) for card in state.row if card != NO_CARD]
    facts = {"row": many(row), "deck": int(state.deck_size), "tickets": int(tickets_left(state))}
    discards = {KIND_NAMES[kind]: int(n) for kind in range(KINDS) if (n := state.discards[kind])}
    lines = [Text("tickets.text_row", facts), Text("tickets.text_discards", {"cards": cards_text(discards)})]
    if state.final >= 0 and state.step != codes.OVER:
        lines.insert(0, Text("tickets.text_last_round", {"n": int(state.final)}))
    return lines


def _seat(state: Tickets, seat: int) -> Text:
    facts = {"seat": seat + 1, "points": int(state.points[seat]), "wagons": int(state.wagons[seat])}
    facts |= {"cards": int(hand_size(state, seat)), "tickets": int(ticket_count(state, seat))}
    return Text("tickets.text_seat", facts)


def _own(state: Tickets, seat: int) -> list[Text]:
    """The seat's hand, and its tickets with their progress."""
    hand = {KIND_NAMES[kind]: int(n) for kind in range(KINDS) if (n := state.hands[seat * KINDS + kind])}
    lines = [Text("tickets.text_hand", {"cards": cards_text(hand)})]
    kept = [_ticket(state, view_ticket(state, seat, int(ticket))) for ticket in held(state, seat)]
    lines.append(Text("tickets.text_tickets", {"tickets": many(kept)}))
    offered = [_ticket(state, view_ticket(state, seat, ticket)) for ticket in offer_of(state, seat)]
    if offered:
        lines.append(Text("tickets.text_offered", {"tickets": many(offered)}))
    return lines


def _ticket(state: Tickets, seen: TicketView) -> Text:
    facts = {"ticket": ticket_text(state, seen.id), "built": seen.built, "needs": seen.needs or 0}
    code = "cut_off" if seen.needs is None else "too_far" if seen.progress == "impossible" else seen.progress
    return Text(f"tickets.text_ticket_{code}", {**facts, "spaces": seen.built + (seen.needs or 0)})


def _route(state: Tickets, route: int) -> Text:
    colour = Text(f"tickets.colour_{COLOUR_NAMES[state.board.colour[route]]}")
    facts = {"route": route_text(state, route), "length": int(state.board.length[route]), "colour": colour}
    return Text("tickets.text_route", facts)


def _free(state: Tickets) -> list[Text]:
    """The free routes by colour, then the halves that are closed (T28)."""
    lines = []
    routes = range(state.board.routes)
    for colour, name in enumerate(COLOUR_NAMES):
        free = [route for route in routes if state.owner[route] == FREE and state.board.colour[route] == colour]
        if free:
            named = [
                Text(
                    "tickets.text_free_route",
                    {"route": route_text(state, route), "length": int(state.board.length[route])},
                )
                for route in free
            ]
            facts = {"colour": Text(f"tickets.colour_{name}"), "routes": many(named)}
            lines.append(Text("tickets.text_free", facts))
    closed = [_route(state, route) for route in routes if state.owner[route] == CLOSED]
    if closed:
        lines.append(Text("tickets.text_closed", {"routes": many(closed)}))
    return lines
