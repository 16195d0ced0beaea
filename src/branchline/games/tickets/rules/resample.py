"""A position that a seat could be in: what is hidden from it changes places with what is hidden in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.tickets.rules.board import FRESH, KINDS, MOST_OFFER, OFFERED, UNDER

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
    hands, known, stale = state.hands, state.known, state.stale
    players = state.players
    old = state.board.nine[:]
    new = state.deck
    old_size: i64 = 0
    new_size = state.deck_size
    olds, news = state.board.no_hands[:players], state.board.no_hands[:players]
    for other in range(players):
        if other == seat:
            continue
        for kind in range(KINDS):
            at = other * KINDS + kind
            unseen = hands[at] - known[at] - stale[at]
            old[kind] += stale[at]
            olds[other] += stale[at]
            new[kind] += unseen
            news[other] += unseen
            hands[at] = known[at]
            stale[at] = 0
        old_size += olds[other]
        new_size += news[other]
    for other in range(players):
        for _card in range(olds[other]):
            kind = _pick(old, rng.below(old_size))
            old_size -= 1
            hands[other * KINDS + kind] += 1
            stale[other * KINDS + kind] += 1
        for _card in range(news[other]):
            kind = _pick(new, rng.below(new_size))
            new_size -= 1
            hands[other * KINDS + kind] += 1


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


def _pick(pool: vec[i64], k: i64) -> i64:
    kind: i64 = 0
    while k >= pool[kind]:
        k -= pool[kind]
        kind += 1
    pool[kind] -= 1
    return kind


def _insert(values: vec[i64], value: i64) -> vec[i64]:
    """The sorted values with one more."""
    values = append(values, value)
    i: i64 = len(values) - 1
    while i > 0 and values[i - 1] > value:
        values[i] = values[i - 1]
        i -= 1
    values[i] = value
    return values
