"""Why an action is refused, with the rule's number."""

from __future__ import annotations

from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.tickets.api.actions import claim_of
from branchline.games.tickets.api.maps import COLOUR_NAMES, KIND_NAMES
from branchline.games.tickets.api.texts import cards_text, route_text
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, GRAY, LOCOMOTIVE
from branchline.games.tickets.rules.state import Tickets


def refusal(state: Tickets, seat: int, action: int) -> IllegalAction:
    """Why an action is refused: first whether it is its time, then what it lacks."""
    step = state.step
    if action >= codes.KEEP and action < codes.CLAIM:
        return _refuse_keep(state, seat)
    if step in (codes.FIRST_TICKETS, codes.CHOOSE):
        return IllegalAction("T6" if step == codes.FIRST_TICKETS else "T29", Text("tickets.choose_first"))
    if action >= codes.CLAIM:
        return _refuse_claim(state, seat, *claim_of(action))
    if action == codes.DRAW_BLIND:
        return IllegalAction("T20", Text("tickets.no_cards"))
    if action < codes.DRAW_TICKETS:
        return _refuse_take(state, action - codes.TAKE)
    if action == codes.DRAW_TICKETS:
        return IllegalAction("T9", Text("tickets.second_card")) if step == codes.SECOND else _no_tickets()
    return IllegalAction("T35", Text("tickets.no_pass"))


def _no_tickets() -> IllegalAction:
    return IllegalAction("T29", Text("tickets.no_tickets_left"))


def _refuse_keep(state: Tickets, seat: int) -> IllegalAction:
    if state.step == codes.FIRST_TICKETS:
        return IllegalAction("T6", Text("tickets.keep_two"))
    if state.step == codes.CHOOSE:
        return IllegalAction("T29", Text("tickets.keep_one"))
    return IllegalAction("T29", Text("tickets.nothing_offered"))


def _refuse_take(state: Tickets, kind: int) -> IllegalAction:
    if kind == LOCOMOTIVE and state.row_locomotives:
        return IllegalAction("T13", Text("tickets.second_locomotive", {"n": int(state.row_locomotives)}))
    return IllegalAction("T10", Text("tickets.not_in_row", {"card": Text(f"tickets.name_{KIND_NAMES[kind]}")}))


def _refuse_claim(state: Tickets, seat: int, route: int, colour: int, locomotives: int) -> IllegalAction:
    board = state.board
    owner, twin, length = int(state.owner[route]), int(board.twin[route]), int(board.length[route])
    name, needed = route_text(state, route), int(board.colour[route])
    if state.step == codes.SECOND:
        return IllegalAction("T9", Text("tickets.second_card"))
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
    if colour not in (LOCOMOTIVE, needed) and needed != GRAY:
        facts = {"route": name, "needed": Text(f"tickets.colour_{COLOUR_NAMES[needed]}")}
        return IllegalAction("T24", Text("tickets.wrong_colour", {**facts, "length": length}))
    return IllegalAction("T24", _too_few(state, seat, route, colour if needed == GRAY and locomotives else needed))


def _too_few(state: Tickets, seat: int, route: int, colour: int) -> Text:
    """What the hand lacks for a route of a colour; for a gray one of the colour it has most of."""
    hand = [int(state.hands[seat * 9 + kind]) for kind in range(9)]
    if colour == GRAY:
        colour = max(range(8), key=lambda kind: hand[kind])
    have = {KIND_NAMES[colour]: hand[colour], "locomotive": hand[LOCOMOTIVE]}
    facts = {"route": route_text(state, route), "length": int(state.board.length[route]), "have": cards_text(have)}
    gray = state.board.colour[route] == GRAY
    needed = Text("tickets.colour_gray" if gray else f"tickets.colour_{KIND_NAMES[colour]}")
    return Text("tickets.few_cards_gray" if gray else "tickets.few_cards", {**facts, "needed": needed})
