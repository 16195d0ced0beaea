"""What is legal: every action, every payment, and a random one of them (T9–T29)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import count_bits, nth_bit
from branchline.core.generator import Generator
from branchline.games.tickets.board import COLOURS, GRAY, KINDS, LENGTHS, LOCOMOTIVE, least
from branchline.games.tickets.steps import (
    CHOOSE,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KEEP,
    OVER,
    PASS,
    PAYMENTS,
    SECOND,
    SPACES,
    TAKE,
    TURN,
)
from branchline.games.tickets.table import FIRST_CHOICES, first_choice
from branchline.games.tickets.turns import Turns

TRIES: Final = 50
"""Draws of a claim before all are listed: one in a few hits a double route whose other half is the seat's."""


class Legal(Turns):
    """A position that knows what may be done in it."""

    def actors(self) -> i64:
        if self.due != 0 or self.step == OVER:
            return 0
        if self.step == FIRST_TICKETS:
            return self.waiting
        return 1 << self.seat

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64]()
        if (self.actors() >> seat) & 1 == 0:
            return actions
        if self.step == FIRST_TICKETS:
            for mask in FIRST_CHOICES:
                actions = append(actions, KEEP + mask)
            return actions
        if self.step == CHOOSE:
            for mask in range(1, 1 << self.offer_size(seat)):
                actions = append(actions, KEEP + mask)
            return actions
        if self.may_draw_blind():
            actions = append(actions, DRAW_BLIND)
        kinds = self.row_kinds()
        for kind in range(KINDS):
            if (kinds >> kind) & 1:
                actions = append(actions, TAKE + kind)
        if self.step == SECOND:
            return actions
        if self.tickets_left() > 0:
            actions = append(actions, DRAW_TICKETS)
        for route in range(self.board.routes):
            if self.open_to(seat, route):
                for payment in self.payments(seat, route):
                    actions = append(actions, CLAIM + route * PAYMENTS + payment)
        if len(actions) == 0:
            actions = append(actions, PASS)
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        if (self.actors() >> seat) & 1 == 0 or action < 0:
            return False
        step = self.step
        if action >= CLAIM:
            code = action - CLAIM
            route = code // PAYMENTS
            if step != TURN or route >= self.board.routes or not self.open_to(seat, route):
                return False
            return self.payable(seat, route, code % PAYMENTS // SPACES, code % SPACES)
        if action >= KEEP:
            mask = action - KEEP
            if step == FIRST_TICKETS:
                return mask in FIRST_CHOICES
            return step == CHOOSE and 0 < mask < 1 << self.offer_size(seat)
        if step != TURN and step != SECOND:
            return False
        if action == DRAW_BLIND:
            return self.may_draw_blind()
        if action < DRAW_TICKETS:
            return (self.row_kinds() >> (action - TAKE)) & 1 == 1
        if action == DRAW_TICKETS:
            return step == TURN and self.tickets_left() > 0
        return self.legal(seat)[0] == PASS

    # ── payments ──
    def payable(self, seat: i64, route: i64, colour: i64, locomotives: i64) -> bool:
        """T24–T26: whether the hand and the wagons allow this payment; `colour` 8 is locomotives alone."""
        board = self.board
        length = board.length[route]
        cards = length - locomotives
        if cards < 0 or self.wagons[seat] < length or self.hands[seat * KINDS + LOCOMOTIVE] < locomotives:
            return False
        if colour == LOCOMOTIVE:
            return cards == 0
        if cards == 0 or (board.colour[route] != GRAY and board.colour[route] != colour):
            return False
        return self.hands[seat * KINDS + colour] >= cards

    def payments(self, seat: i64, route: i64) -> vec[i64]:
        """Every way to pay for a route, with fewer locomotives first; a number holds colour and locomotives."""
        found = vec[i64]()
        length = self.board.length[route]
        for locomotives in range(length + 1):
            for colour in range(KINDS):
                if self.payable(seat, route, colour, locomotives):
                    found = append(found, colour * SPACES + locomotives)
        return found

    # ── a random action ──
    def sample(self, seat: i64, rng: Generator) -> i64:
        """Each legal action equally likely, drawn by weight over buckets of routes that are paid for alike."""
        step = self.step
        if step == FIRST_TICKETS:
            return KEEP + first_choice(rng.below(4))
        if step == CHOOSE:
            return KEEP + 1 + rng.below((1 << self.offer_size(seat)) - 1)
        kinds = self.row_kinds()
        blind: i64 = 0  # conditionals with literals would be boxed
        if self.may_draw_blind():
            blind = 1
        cards = blind + count_bits(kinds)
        other: i64 = 0
        ways: i64 = 0
        if step == TURN:
            ways = self._weigh(seat)
            if self.tickets_left() > 0:
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
            action = self._weighed(seat, k - other)
            if self.players < 4 or self.open_to(seat, (action - CLAIM) // PAYMENTS):
                return action
        actions = self.legal(seat)
        return actions[rng.below(len(actions))]

    def _weigh(self, seat: i64) -> i64:
        """How many payments there are for all free routes; `ways` keeps them colour by colour."""
        hands, upto, count, ways = self.hands, self.upto, self.count, self.ways
        at = seat * KINDS
        locomotives = hands[at + LOCOMOTIVE]
        most = least(self.wagons[seat], LENGTHS - 1)
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

    def _weighed(self, seat: i64, k: i64) -> i64:
        """Payment number k of those that `_weigh` has just counted."""
        count, ways = self.count, self.ways
        for colour in range(len(ways)):
            if k < ways[colour]:
                return self._weighed_of(seat, k, colour)
            k -= ways[colour]
        for length in range(1, LENGTHS):
            for colour in range(KINDS):
                bucket = colour * LENGTHS + length
                if k < count[bucket]:
                    return self._claim_code(bucket, k, LOCOMOTIVE, length)
                k -= count[bucket]
        return PASS

    def _weighed_of(self, seat: i64, k: i64, colour: i64) -> i64:
        """Payment number k of those with cards of one colour."""
        count = self.count
        held = self.hands[seat * KINDS + colour]
        locomotives = self.hands[seat * KINDS + LOCOMOTIVE]
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
                    return self._claim_code(bucket, k, colour, length - cards)
                return self._claim_code(gray + length, k - count[bucket], colour, length - cards)
            k -= n
        return PASS

    def _claim_code(self, bucket: i64, k: i64, colour: i64, locomotives: i64) -> i64:
        route = self.order[self.board.first[bucket] + k]
        return CLAIM + route * PAYMENTS + colour * SPACES + locomotives
