"""A position that a seat could be in: what is hidden from it changes places with what is hidden in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.tickets.rules.board import FRESH, KINDS, MOST_OFFER, OFFERED, UNDER
from branchline.games.tickets.rules.pools import Pools

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def deal_anew(state: Tickets, seat: i64, rng: Generator) -> None:
    """Deal everything anew that the seat cannot know."""
    _deal_cards(state, seat, rng)
    _deal_tickets(state, seat, rng)
    choices = state.board.first_choices
    for other in range(state.players):
        if other != seat and state.chosen[other] >= 0:
            state.chosen[other] = choices[rng.below(len(choices))]


def _deal_cards(state: Tickets, seat: i64, rng: Generator) -> None:
    pools = Pools(state, seat)
    if not pools.settle(state, seat, rng):
        # No way was found in which the cards can have come: deal them as if the deck had never been made anew.
        _forget(state, seat)
        pools = Pools(state, seat)
    hands, known, stale = state.hands, state.known, state.stale
    old, new = pools.old, pools.new
    for other in range(state.players):
        if other == seat:
            continue
        first = other * KINDS
        for at in range(first, first + KINDS):
            hands[at] = known[at]
            stale[at] = pools.paid[at]
        while old.shares[other] > 0:
            at = first + old.deal(other, rng)
            hands[at] += 1
            stale[at] += 1
        while new.shares[other] > 0:
            hands[first + new.deal(other, rng)] += 1
    state.deck = new.cards


def _forget(state: Tickets, seat: i64) -> None:
    """Tell old and new cards of the other hands apart no more."""
    for at in range(len(state.hands)):
        if at // KINDS != seat:
            state.stale[at] = 0
            state.spent[at] = 0


def _deal_tickets(state: Tickets, seat: i64, rng: Generator) -> None:
    """The places of unknown tickets, in an order that says nothing of what lies there, get them anew."""
    tickets, knows = state.tickets, state.knows
    pool = vec[i64]()
    slots = vec[i64]()  # who knows the ticket, times 64, plus who holds it
    for ticket in range(state.board.tickets):
        if (knows[ticket] >> seat) & 1 == 0:
            pool = append(pool, ticket)
            if tickets[ticket] < FRESH:
                slots = _insert(slots, knows[ticket] * 64 + tickets[ticket])
    for i in range(len(pool)):
        j = i + rng.below(len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    was = knows[:]
    dealt: i64 = 0
    for slot in slots:
        tickets[pool[dealt]] = slot % 64
        knows[pool[dealt]] = slot // 64
        dealt += 1
    for i in range(len(state.offered)):
        ticket = state.offered[i]
        if ticket >= 0 and (was[ticket] >> seat) & 1 == 0:
            state.offered[i] = pool[dealt]
            tickets[pool[dealt]] = OFFERED + i // MOST_OFFER
            knows[pool[dealt]] = was[ticket]
            dealt += 1
    for i in range(len(state.under)):
        ticket = state.under[i]
        if (was[ticket] >> seat) & 1 == 0:
            state.under[i] = pool[dealt]
            tickets[pool[dealt]] = UNDER
            knows[pool[dealt]] = was[ticket]
            dealt += 1
    while dealt < len(pool):
        tickets[pool[dealt]] = FRESH
        knows[pool[dealt]] = 0
        dealt += 1


def _insert(values: vec[i64], value: i64) -> vec[i64]:
    """The sorted values with one more."""
    values = append(values, value)
    i: i64 = len(values) - 1
    while i > 0 and values[i - 1] > value:
        values[i] = values[i - 1]
        i -= 1
    values[i] = value
    return values
