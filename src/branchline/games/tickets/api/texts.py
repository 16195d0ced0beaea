"""Actions and pieces of Ticket to Ride as texts."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.tickets.api import maps
from branchline.games.tickets.api.decoding import cards_of, claim_of, kept_of
from branchline.games.tickets.api.maps import KIND_NAMES, Cards
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.state import Tickets


def city_text(state: Tickets, city: int) -> Text:
    """A city's name in both languages."""
    found = maps.load(state.board.key).cities[city]
    return Text("tickets.city", {"en": found.name, "ru": found.name_ru or found.name})


def route_text(state: Tickets, route: int) -> Text:
    """A route by its two cities; the second half of a double says so, since both may be of one colour."""
    twin = int(state.board.twin[route])
    ends = {"a": city_text(state, int(state.board.a[route])), "b": city_text(state, int(state.board.b[route]))}
    return Text("tickets.between_second" if 0 <= twin < route else "tickets.between", ends)


def ticket_text(state: Tickets, ticket: int) -> Text:
    """A ticket by its two cities and points."""
    board = state.board
    ends = {"a": city_text(state, int(board.ticket_a[ticket])), "b": city_text(state, int(board.ticket_b[ticket]))}
    return Text("tickets.ticket", {**ends, "points": int(board.ticket_points[ticket])})


def many(texts: list[Text]) -> Text:
    """Texts one after the other."""
    if not texts:
        return Text("tickets.none")
    joined = texts[0]
    for text in texts[1:]:
        joined = Text("tickets.and", {"a": joined, "b": text})
    return joined


def cards_text(cards: Cards, style: str = "cards") -> Text:
    """A count of cards; the style `pay` is the case that follows "for" in Russian."""
    return many([Text(f"tickets.{style}_{kind}", {"n": n}) for kind, n in cards.items()])


def card_text(kind: int) -> Text:
    """A card of a kind, with its article."""
    return Text(f"tickets.card_{KIND_NAMES[kind]}")


def name_text(kind: int) -> Text:
    """The name of a kind of card."""
    return Text(f"tickets.name_{KIND_NAMES[kind]}")


def action_text(state: Tickets, seat: int, number: int) -> Text:
    """The action as a player reads it."""
    if number >= codes.CLAIM:
        route, colour, locomotives = claim_of(number)
        cards = cards_text(cards_of(state, route, colour, locomotives), "pay")
        points = int(state.board.points[state.board.length[route]])
        return Text("tickets.claim", {"route": route_text(state, route), "cards": cards, "points": points})
    if number >= codes.KEEP:
        kept = [ticket_text(state, ticket) for ticket in kept_of(state, seat, number - codes.KEEP)]
        return Text("tickets.keep", {"tickets": many(kept)})
    if number == codes.DRAW_BLIND:
        return Text("tickets.draw")
    if number < codes.DRAW_TICKETS:
        return Text("tickets.take", {"card": card_text(number - codes.TAKE)})
    return Text("tickets.draw_tickets" if number == codes.DRAW_TICKETS else "tickets.pass")
