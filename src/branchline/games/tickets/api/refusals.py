"""Why an action is refused, with the rule's number."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.state import Payload
from branchline.core.text import Text
from branchline.games.tickets.api.decoding import cards_of
from branchline.games.tickets.api.maps import COLOUR_NAMES, KIND_NAMES, Cards
from branchline.games.tickets.api.texts import cards_text, name_text, route_text
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, GRAY, KINDS, LOCOMOTIVE
from branchline.games.tickets.rules.claim import payments
from branchline.games.tickets.rules.draw import Slot
from branchline.games.tickets.rules.state import Tickets


def refusal(state: Tickets, seat: int, move: Move) -> IllegalAction:
    """Why an action is refused: first whether it is its time, then what it lacks."""
    step, number = state.step, move.number
    if codes.KEEP <= number < codes.CLAIM:
        return _refuse_keep(state)
    if step in (codes.FIRST_TICKETS, codes.CHOOSE):
        return IllegalAction("T6" if step == codes.FIRST_TICKETS else "T29", Text("tickets.choose_first"))
    if number >= codes.CLAIM:
        route, colour = int(codes.route_of(number)), int(codes.colour_of(number))
        return _refuse_claim(state, seat, route, colour, int(codes.locomotives_of(number)))
    if number == codes.DRAW_BLIND:
        return IllegalAction("T20", Text("tickets.no_cards"))
    if number < codes.DRAW_TICKETS:
        return _refuse_take(state, number - codes.TAKE, move.payload)
    if number == codes.DRAW_TICKETS:
        if step == codes.SECOND:
            return _second_card()
        return IllegalAction("T29", Text("tickets.no_tickets_left"))
    return IllegalAction("T35", Text("tickets.no_pass"))


def not_offered() -> IllegalAction:
    """The refusal of tickets that are not in the offer."""
    return IllegalAction("T29", Text("tickets.not_offered"))


def wrong_payment(state: Tickets, seat: int, route: int, paid: Cards) -> IllegalAction | None:
    """Why these cards are no payment of the route, whoever holds them (T24); None if they are one.

    What stands in the way of any payment is more important, so that it is said first.
    """
    if state.step in (codes.FIRST_TICKETS, codes.CHOOSE):
        return None
    colours = [kind for kind in paid if kind != "locomotive"]
    length, colour = int(state.board.length[route]), int(state.board.colour[route])
    if len(colours) <= 1 and sum(paid.values()) == length:
        return None
    closed = _refuse_route(state, seat, route)
    if closed is not None:
        return closed
    if not len(payments(state, seat, route)):
        return IllegalAction("T24", _too_few(state, seat, route, colour))
    if len(colours) > 1:
        code = "tickets.mixed_gray" if colour == GRAY else "tickets.mixed"
        return IllegalAction("T24", Text(code, {"colour": Text(f"tickets.colour_{COLOUR_NAMES[colour]}")}))
    return IllegalAction("T24", Text("tickets.wrong_count", {"length": length, "n": sum(paid.values())}))


def _second_card() -> IllegalAction:
    return IllegalAction("T9", Text("tickets.second_card"))


def _refuse_keep(state: Tickets) -> IllegalAction:
    if state.step == codes.FIRST_TICKETS:
        facts = {"n": int(state.board.keep), "deal": int(state.board.deal)}
        return IllegalAction("T6", Text("tickets.keep_first", facts))
    if state.step == codes.CHOOSE:
        return IllegalAction("T29", Text("tickets.keep_one"))
    return IllegalAction("T29", Text("tickets.nothing_offered"))


def _refuse_take(state: Tickets, kind: int, payload: Payload | None) -> IllegalAction:
    if isinstance(payload, Slot) and state.row[payload.at] != kind:
        return IllegalAction("T10", Text("tickets.not_in_slot", {"card": name_text(kind), "n": int(payload.at) + 1}))
    if kind == LOCOMOTIVE and state.row_locomotives:
        return IllegalAction("T13", Text("tickets.second_locomotive", {"n": int(state.row_locomotives)}))
    return IllegalAction("T10", Text("tickets.not_in_row", {"card": name_text(kind)}))


def _refuse_claim(state: Tickets, seat: int, route: int, colour: int, locomotives: int) -> IllegalAction:
    closed = _refuse_route(state, seat, route)
    if closed is not None:
        return closed
    needed = int(state.board.colour[route])
    if not len(payments(state, seat, route)):
        return IllegalAction("T24", _too_few(state, seat, route, needed))
    if colour not in (LOCOMOTIVE, needed) and needed != GRAY:
        facts = {"route": route_text(state, route), "needed": Text(f"tickets.colour_{COLOUR_NAMES[needed]}")}
        return IllegalAction("T24", Text("tickets.wrong_colour", {**facts, "length": int(state.board.length[route])}))
    return IllegalAction("T24" if colour != LOCOMOTIVE else "T25", _not_held(state, seat, route, colour, locomotives))


def _refuse_route(state: Tickets, seat: int, route: int) -> IllegalAction | None:
    """Why no payment at all claims the route; None if one could."""
    board = state.board
    owner, twin, length = int(state.owner[route]), int(board.twin[route]), int(board.length[route])
    name = route_text(state, route)
    if state.step == codes.SECOND:
        return _second_card()
    if owner == CLOSED:
        return IllegalAction("T28", Text("tickets.closed_half", {"route": name, "players": int(state.players)}))
    if owner != FREE:
        code = "tickets.yours" if owner == seat else "tickets.taken"
        return IllegalAction("T23", Text(code, {"route": name, "seat": owner + 1}))
    if twin >= 0 and state.owner[twin] == seat:
        return IllegalAction("T28", Text("tickets.own_half", {"route": name}))
    if state.wagons[seat] < length:
        facts = {"route": name, "length": length, "wagons": int(state.wagons[seat])}
        return IllegalAction("T26", Text("tickets.few_wagons", facts))
    return None


def _not_held(state: Tickets, seat: int, route: int, colour: int, locomotives: int) -> Text:
    """What a payment asks for and the hand does not hold, on a route that could be paid for otherwise."""
    paid = cards_of(state, route, colour, locomotives)
    have: Cards = {kind: int(state.hands[seat * KINDS + KIND_NAMES.index(kind)]) for kind in paid}
    facts = {"route": route_text(state, route), "cards": cards_text(paid, "pay"), "have": cards_text(have)}
    return Text("tickets.not_held", facts)


def _too_few(state: Tickets, seat: int, route: int, colour: int) -> Text:
    """What the hand lacks for a route of a colour; for a gray one of the colour it has most of."""
    hand = [int(state.hands[seat * KINDS + kind]) for kind in range(KINDS)]
    if colour == GRAY:
        colour = max(range(LOCOMOTIVE), key=lambda kind: hand[kind])
    have: Cards = {KIND_NAMES[colour]: hand[colour], "locomotive": hand[LOCOMOTIVE]}
    length = int(state.board.length[route])
    facts = {"route": route_text(state, route), "length": length, "have": cards_text(have)}
    facts["missing"] = length - sum(have.values())
    if state.board.colour[route] == GRAY:
        return Text("tickets.few_cards_gray", facts)
    needed = Text(f"tickets.colour_{KIND_NAMES[colour]}")
    return Text("tickets.few_cards", {**facts, "needed": needed, "cards": cards_text({KIND_NAMES[colour]: length})})
