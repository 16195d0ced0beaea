"""Positions made for tests: a table in the middle of a game, with chosen cards in hands, row, deck and discards."""

from __future__ import annotations

import branchline
from branchline.core.action import Move
from branchline.core.errors import IllegalAction
from branchline.core.generator import Generator
from branchline.games.tickets.api import maps
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import NO_CARD
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets

GAME = branchline.game("ticket-to-ride")
MAP = maps.load("usa")
SHORT = dict(zip("PWUYOBRGL", KIND_NAMES, strict=True))
"""One letter per card: U is blue, B black, L a locomotive."""


def kinds(cards: str) -> list[int]:
    """The kinds of cards written as letters, `UUL`."""
    return [KIND_NAMES.index(SHORT[letter]) for letter in cards]


def route(a: str, b: str, which: int = 0) -> int:
    """The number of a route by its cities; `which` is the half of a double."""
    found = [n for n, each in enumerate(MAP.routes) if {each.a, each.b} == {a, b}]
    return found[which]


def ticket(a: str, b: str) -> int:
    """The number of a standard ticket."""
    return next(n for n, each in enumerate(MAP.set_of("standard").tickets) if {each.a, each.b} == {a, b})


def begun(players: int = 2, seed: int = 1) -> Tickets:
    """A game in its first turn, seat 0 to act."""
    state = new_state(maps.board("usa", "standard"), players)
    rng = Generator(seed)
    while state.step != codes.TURN or state.due:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        else:
            seat = next(seat for seat in range(players) if state.waiting >> seat & 1)
            state.apply(seat, codes.KEEP + 7)
    state.seat = state.first = 0
    return state


def cards(
    state: Tickets, hand: str = "", row: str | None = None, deck: str | None = None, discards: str = ""
) -> Tickets:
    """Give seat 0 a hand and lay row, deck and discards; all other cards are in the last seat's hand."""
    left = [12] * 8 + [14]
    for at in range(len(state.hands)):
        state.hands[at] = state.known[at] = state.stale[at] = state.spent[at] = 0
    for kind in kinds(hand):
        state.hands[kind] += 1
        left[kind] -= 1
    laid = kinds(row) if row is not None else kinds("PWUYO")
    for at in range(5):
        state.row[at] = laid[at] if at < len(laid) else NO_CARD
    for kind in laid + kinds(discards):
        left[kind] -= 1
    for kind in range(9):
        state.discards[kind] = kinds(discards).count(kind)
        state.deck[kind] = left[kind] if deck is None else kinds(deck).count(kind)
        left[kind] -= state.deck[kind]
        state.hands[(state.players - 1) * 9 + kind] += left[kind]
    assert min(left) >= 0
    state.row_size, state.row_locomotives = len(laid), laid.count(8)
    state.deck_size, state.discard_size = sum(state.deck), len(discards)
    return state


def draw(state: Tickets, letters: str) -> None:
    """Let chance bring just these cards."""
    for kind in kinds(letters):
        assert state.due in (codes.ROW_CARD, codes.BLIND, codes.HAND)
        state.apply_chance(sum(int(state.deck[below]) for below in range(kind)))


def act(state: Tickets, seat: int, action: dict) -> None:
    """Play an action as a match would: refused ones raise."""
    move = GAME.parse(state, seat, action)
    if not state.allows(seat, move.number, move.payload):
        raise GAME.refusal(state, seat, move)
    state.apply(seat, move.number, move.payload)


def refused(state: Tickets, seat: int, action: dict) -> IllegalAction:
    """The refusal that an action meets; the state must not change."""
    before = state.to_bytes()
    try:
        act(state, seat, action)
    except IllegalAction as error:
        assert state.to_bytes() == before
        assert error.text.render("ru")
        return error
    raise AssertionError(f"{action} was not refused")


def actions(state: Tickets, seat: int) -> list[dict]:
    """All legal actions as JSON."""
    return [GAME.to_json(state, seat, Move(int(number))) for number in state.legal(seat)]


def claim(a: str, b: str, which: int = 0, **paid: int) -> dict:
    """A claim as JSON; without cards it is refused, for the reason that matters most."""
    return {"type": "claim", "route": route(a, b, which), "cards": paid}


def own(state: Tickets, seat: int, *pairs: tuple[str, str]) -> None:
    """Give routes to a seat without cards or points."""
    for a, b in pairs:
        n = route(a, b)
        if state.owner[n] != 8:
            n = route(a, b, 1)
        give_route(state, seat, n)
        state.wagons[seat] -= state.board.length[n]


def finished(state: Tickets) -> Tickets:
    """The same position, counted."""
    state.due, state.step = 0, codes.OVER
    return state


def give_tickets(state: Tickets, seat: int, *pairs: tuple[str, str]) -> None:
    """The seat's tickets are just these; all others lie in the deck."""
    for n in range(state.board.tickets):
        if state.tickets[n] == seat:
            state.tickets[n], state.knows[n] = 8, 0
            state.fresh += 1
    for a, b in pairs:
        n = ticket(a, b)
        if state.tickets[n] == 8:
            state.fresh -= 1
        state.tickets[n], state.knows[n] = seat, 1 << seat


def match(players: int = 2, seed: int = 1, **options):
    """A match."""
    return GAME.start(players=players, seed=seed, **options)
