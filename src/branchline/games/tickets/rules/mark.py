"""Writing all legal actions into a mask: claims come from the buckets of free routes, so that none is tried in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, u8

from branchline.games.tickets.rules.board import COLOURS, GRAY, KINDS, LENGTHS, LOCOMOTIVE, least
from branchline.games.tickets.rules.cards import any_to_draw, row_kinds
from branchline.games.tickets.rules.claim import open_to
from branchline.games.tickets.rules.codes import (
    DRAW_BLIND,
    DRAW_TICKETS,
    PASS,
    TAKE,
    TURN,
    claim_code,
    payment_code,
)
from branchline.games.tickets.rules.tickets import tickets_left

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def mark(state: Tickets, seat: i64, mask: vec[u8], at: i64, value: u8) -> None:
    """Write a value for every action of a turn: the same ones that `legal` lists."""
    marked: i64 = 0
    if any_to_draw(state):
        mask[at + DRAW_BLIND] = value
        marked = 1
    kinds = row_kinds(state)
    place = at + TAKE
    while kinds != 0:
        if kinds & 1:
            mask[place] = value
            marked = 1
        kinds >>= 1
        place += 1
    if state.step != TURN:
        return
    if tickets_left(state) > 0:
        mask[at + DRAW_TICKETS] = value
        marked = 1
    marked += _claims(state, seat, mask, at, value)
    if marked == 0:
        mask[at + PASS] = value


def _claims(state: Tickets, seat: i64, mask: vec[u8], at: i64, value: u8) -> i64:
    """All claims, colour by colour and length by length; how many routes can be claimed (T24–T26)."""
    hands = state.hands
    first = seat * KINDS
    held = hands[first + LOCOMOTIVE]
    most = least(state.wagons[seat], LENGTHS - 1)
    gray: i64 = GRAY * LENGTHS
    marked: i64 = 0
    for colour in range(COLOURS):
        cards = hands[first + colour]
        if cards == 0:
            continue
        for length in range(1, least(cards + held, most) + 1):
            low = length - cards
            if low < 0:
                low = 0
            payment = payment_code(colour, low)
            n = least(held, length - 1) - low + 1
            marked += _bucket(state, seat, colour * LENGTHS + length, payment, n, mask, at, value)
            marked += _bucket(state, seat, gray + length, payment, n, mask, at, value)
    for length in range(1, least(held, most) + 1):
        payment = payment_code(LOCOMOTIVE, length)
        for kind in range(KINDS):
            marked += _bucket(state, seat, kind * LENGTHS + length, payment, 1, mask, at, value)
    return marked


def _bucket(state: Tickets, seat: i64, bucket: i64, payment: i64, n: i64, mask: vec[u8], at: i64, value: u8) -> i64:
    """For every open route of a bucket n payments from the given one on; how many routes there were."""
    first = state.board.first[bucket]
    marked: i64 = 0
    for place in range(first, first + state.count[bucket]):
        route = state.order[place]
        if state.players >= 4 and not open_to(state, seat, route):
            continue
        marked += 1
        here = at + claim_code(route, payment)
        for action in range(here, here + n):
            mask[action] = value
    return marked
