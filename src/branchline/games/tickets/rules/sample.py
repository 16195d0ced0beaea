"""A random legal action without listing them all: claims are drawn by weight over buckets of like routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.core.bits import count_bits, nth_bit
from branchline.core.generator import Generator
from branchline.games.tickets.rules.board import COLOURS, GRAY, KINDS, LENGTHS, LOCOMOTIVE, least
from branchline.games.tickets.rules.cards import any_to_draw, row_kinds
from branchline.games.tickets.rules.claim import open_to
from branchline.games.tickets.rules.codes import (
    CHOOSE,
    DRAW_BLIND,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KEEP,
    PASS,
    TAKE,
    TURN,
    claim_code,
    payment_code,
    route_of,
)
from branchline.games.tickets.rules.tickets import offer_size, tickets_left

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets

TRIES: Final = 50
"""Draws of a claim before all are listed: one in a few hits a double route whose other half is the seat's."""


def sample(state: Tickets, seat: i64, rng: Generator) -> i64:
    """One of the legal actions, each equally likely."""
    step = state.step
    if step == FIRST_TICKETS:
        choices = state.board.first_choices
        return KEEP + choices[rng.below(len(choices))]
    if step == CHOOSE:
        return KEEP + 1 + rng.below((1 << offer_size(state, seat)) - 1)
    kinds = row_kinds(state)
    blind: i64 = 0  # conditionals with literals would be boxed
    if any_to_draw(state):
        blind = 1
    cards = blind + count_bits(kinds)
    other: i64 = 0
    ways: i64 = 0
    if step == TURN:
        ways = _weigh(state, seat)
        if tickets_left(state) > 0:
            other = 1
    for _try in range(TRIES):  # a bare underscore would be boxed
        k: i64 = 0
        if cards + other + ways > 0:
            k = rng.below(cards + other + ways)
        if k < cards:
            if k < blind:
                return DRAW_BLIND
            return TAKE + nth_bit(kinds, k - blind)
        k -= cards
        if k < other:
            return DRAW_TICKETS
        if ways == 0:
            return PASS
        action = _weighed(state, seat, k - other)
        if state.players < 4 or open_to(state, seat, route_of(action)):
            return action
    actions = state.legal(seat)
    return actions[rng.below(len(actions))]


def _weigh(state: Tickets, seat: i64) -> i64:
    """How many payments there are for all free routes; `ways` keeps them colour by colour."""
    hands, upto, count, ways = state.hands, state.upto, state.count, state.ways
    at = seat * KINDS
    locomotives = hands[at + LOCOMOTIVE]
    most = least(state.wagons[seat], LENGTHS - 1)
    gray: i64 = GRAY * LENGTHS
    total: i64 = 0
    base: i64 = 0
    if locomotives == 0:
        for place in range(at, at + COLOURS):
            reach = least(hands[place], most)  # a colour that the hand lacks reaches nothing
            n = upto[base + reach] + upto[gray + reach]
            ways[place - at] = n
            total += n
            base += LENGTHS
        return total
    for place in range(at, at + COLOURS):
        held = hands[place]
        n = 0
        if held > 0:
            reach = least(held + locomotives, most)
            for length in range(1, reach + 1):
                low = length - locomotives
                if low < 1:
                    low = 1
                n += (least(length, held) - low + 1) * (count[base + length] + count[gray + length])
        ways[place - at] = n
        total += n
        base += LENGTHS
    reach = least(locomotives, most)
    for bucket in range(reach, reach + GRAY * LENGTHS + 1, LENGTHS):
        total += upto[bucket]
    return total


def _weighed(state: Tickets, seat: i64, k: i64) -> i64:
    """Claim number k of those that `_weigh` has just counted."""
    count, ways = state.count, state.ways
    for colour in range(len(ways)):
        if k < ways[colour]:
            return _weighed_of(state, seat, k, colour)
        k -= ways[colour]
    for length in range(1, LENGTHS):
        for colour in range(KINDS):
            bucket = colour * LENGTHS + length
            if k < count[bucket]:
                return _claim(state, bucket, k, LOCOMOTIVE, length)
            k -= count[bucket]
    return PASS


def _weighed_of(state: Tickets, seat: i64, k: i64, colour: i64) -> i64:
    """Claim number k of those that are paid for with cards of one colour."""
    count = state.count
    held = state.hands[seat * KINDS + colour]
    locomotives = state.hands[seat * KINDS + LOCOMOTIVE]
    base = colour * LENGTHS
    gray: i64 = GRAY * LENGTHS
    for bucket in range(base + 1, base + LENGTHS):
        length = bucket - base
        routes = count[bucket] + count[gray + length]
        low = length - locomotives
        if low < 1:
            low = 1
        n = (least(length, held) - low + 1) * routes
        if k < n:
            cards = low + k // routes
            k %= routes
            if k < count[bucket]:
                return _claim(state, bucket, k, colour, length - cards)
            return _claim(state, gray + length, k - count[bucket], colour, length - cards)
        k -= n
    return PASS


def _claim(state: Tickets, bucket: i64, k: i64, colour: i64, locomotives: i64) -> i64:
    """The claim of free route number k of a bucket."""
    return claim_code(state.order[state.board.first[bucket] + k], payment_code(colour, locomotives))
