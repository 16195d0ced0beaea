"""What lies on the table in Ticket to Ride: cards, row, routes, tickets; and who can know what of it.

No deck has an order here. A card is drawn from counts and a ticket from the set of those never returned;
only returned tickets lie in order, under the others. For every hand the state remembers which cards all
have seen going into it (`known`) and which were in it, unseen, when the deck was last made anew (`stale`):
all can count what such a deck holds, so an unseen card of before and one of after come from different pools.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.tickets.board import CARDS, FREE, FRESH, KINDS, LENGTHS, OFFER, Board, least, upto

# mypyc folds only literals that are not negative into the code; others would be boxed on every use.
# Where a ticket is; a seat's number when that seat holds it.
UNDER: Final = 9
OFFERED: Final = 16  # plus the seat

CLOSED: Final = 9

SCALARS: Final = 15


class Table(State):
    """The pieces of a position. The order of play over them is in state.py."""

    def __init__(self, board: Board, players: i64) -> None:
        self.board = board
        self.players: i64 = players
        self.step: i64 = 0
        self.due: i64 = 1
        """The kind of chance event that is due; 0 when none is."""
        self.then: i64 = 0
        """What follows once the row is full again."""
        self.seat: i64 = 0
        """Whose turn it is; while hands and tickets are dealt, who gets the next."""
        self.first: i64 = -1
        self.turns: i64 = 0
        self.final: i64 = -1
        """Turns left once the end is triggered (T31); −1 before."""
        self.passes: i64 = 0
        self.waiting: i64 = 0
        """The seats that still choose their first tickets, as a bit mask."""
        self.deck_size: i64 = 0
        self.discard_size: i64 = 0
        self.row_size: i64 = 0
        self.row_locomotives: i64 = 0
        self.fresh: i64 = 0
        """Tickets never returned that are left in the deck."""
        self.resets: i64 = 0
        """How often the row was discarded for its locomotives (T15)."""
        self.deck: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()
        self.row: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()
        self.stale: vec[i64] = vec[i64]()
        self.wagons: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        """Route points, seat by seat."""
        self.owner: vec[i64] = vec[i64]()
        self.order: vec[i64] = vec[i64]()
        """The free routes by bucket: `count[b]` of them from `board.first[b]` on."""
        self.place: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.upto: vec[i64] = vec[i64]()
        """How many free routes of a colour are not longer than a length, by the bucket of both."""
        self.ways: vec[i64] = board.nine[:]
        """For `sample` alone: the payments of the last weighing, colour by colour."""
        self.tickets: vec[i64] = vec[i64]()
        """Where every ticket is."""
        self.knows: vec[i64] = vec[i64]()
        """The seats that know exactly where a ticket is, as a bit mask."""
        self.under: vec[i64] = vec[i64]()
        """Returned tickets, those that come up first in front (T29)."""
        self.offered: vec[i64] = vec[i64]()
        self.chosen: vec[i64] = vec[i64]()
        """The first tickets that a seat keeps, as a mask over its offer, until all have chosen; −1 before."""
        if players > 0:
            self._lay_out()

    def _lay_out(self) -> None:
        players, board = self.players, self.board
        self.deck = board.deck[:]
        self.deck_size = CARDS
        self.discards = board.nine[:]
        self.row = board.no_cards[:]
        self.hands = board.no_hands[: players * KINDS]
        self.known = board.no_hands[: players * KINDS]
        self.stale = board.no_hands[: players * KINDS]
        self.wagons = board.all_wagons[:players]
        self.points = board.no_hands[:players]
        self.owner = board.unowned[:]
        self.order = board.order[:]
        self.place = board.place[:]
        self.count = board.count[:]
        self.upto = board.upto[:]
        self.tickets = board.all_fresh[:]
        self.knows = board.unknown[:]
        self.fresh = board.tickets
        self.offered = board.nobody[: players * OFFER]
        self.chosen = board.nobody[:players]

    # ── the state as a thing ──
    def copy_to(self, copy: Table) -> None:
        """Write all of this position into another; the board is shared."""
        copy.board = self.board
        copy.players, copy.step, copy.due, copy.then = self.players, self.step, self.due, self.then
        copy.seat, copy.first, copy.turns, copy.final = self.seat, self.first, self.turns, self.final
        copy.passes, copy.waiting, copy.resets = self.passes, self.waiting, self.resets
        copy.deck_size, copy.discard_size, copy.fresh = self.deck_size, self.discard_size, self.fresh
        copy.row_size, copy.row_locomotives = self.row_size, self.row_locomotives
        copy.deck, copy.discards, copy.row = self.deck[:], self.discards[:], self.row[:]
        copy.hands, copy.known, copy.stale = self.hands[:], self.known[:], self.stale[:]
        copy.wagons, copy.points, copy.owner = self.wagons[:], self.points[:], self.owner[:]
        copy.order, copy.place, copy.count, copy.upto = self.order[:], self.place[:], self.count[:], self.upto[:]
        copy.tickets, copy.knows, copy.under = self.tickets[:], self.knows[:], self.under[:]
        copy.offered, copy.chosen = self.offered[:], self.chosen[:]

    def to_bytes(self) -> bytes:
        head = [self.step, self.due, self.then, self.seat, self.first, self.turns, self.final, self.passes]
        head += [self.waiting, self.deck_size, self.discard_size, self.row_size, self.row_locomotives]
        head += [self.fresh, self.resets]
        parts = [vec[i64](head), self.deck, self.discards, self.row, self.hands]
        parts += [self.known, self.stale, self.wagons, self.points, self.owner, self.order, self.place, self.count]
        parts += [self.tickets, self.knows, self.offered, self.chosen, self.under]
        return b"".join([bytes(memoryview(part)) for part in parts])

    def read(self, values: vec[i64]) -> None:
        """Take over what `to_bytes` wrote; `self` must be laid out for the same board and players."""
        self.step, self.due, self.then, self.seat = values[0], values[1], values[2], values[3]
        self.first, self.turns, self.final, self.passes = values[4], values[5], values[6], values[7]
        self.waiting, self.deck_size, self.discard_size = values[8], values[9], values[10]
        self.row_size, self.row_locomotives, self.fresh, self.resets = values[11], values[12], values[13], values[14]
        at: i64 = SCALARS
        parts = [self.deck, self.discards, self.row, self.hands, self.known, self.stale, self.wagons, self.points]
        parts += [self.owner, self.order, self.place, self.count, self.tickets, self.knows, self.offered, self.chosen]
        for part in parts:
            for i in range(len(part)):
                part[i] = values[at + i]
            at += len(part)
        self.under = values[at:]
        self.upto = upto(self.count)

    # ── cards ──
    def hand_size(self, seat: i64) -> i64:
        """How many train cards a seat holds."""
        size: i64 = 0
        for kind in range(KINDS):
            size += self.hands[seat * KINDS + kind]
        return size

    def reshuffle(self) -> None:
        """T19: the discards become the deck. Cards unseen in hands are now known to be none of it."""
        for kind in range(KINDS):
            self.deck[kind] += self.discards[kind]
            self.discards[kind] = 0
        self.deck_size += self.discard_size
        self.discard_size = 0
        for i in range(len(self.hands)):
            self.stale[i] = self.hands[i] - self.known[i]

    def take_card(self, k: i64) -> i64:
        """The kind of the deck's card number k, which leaves the deck."""
        deck = self.deck
        kind: i64 = 0
        while k >= deck[kind]:
            k -= deck[kind]
            kind += 1
        deck[kind] -= 1
        self.deck_size -= 1
        return kind

    def pay(self, seat: i64, kind: i64, n: i64) -> None:
        """Cards from a hand to the discards: first those that all know of, then the oldest unseen ones."""
        at = seat * KINDS + kind
        self.hands[at] -= n
        self.discards[kind] += n
        self.discard_size += n
        seen = least(self.known[at], n)
        self.known[at] -= seen
        old = least(self.stale[at], n - seen)
        self.stale[at] -= old

    # ── routes ──
    def open_to(self, seat: i64, route: i64) -> bool:
        """Whether the route is free and the seat does not own its other half (T23, T28)."""
        if self.owner[route] != FREE:
            return False
        twin = self.board.twin[route]
        return twin < 0 or self.owner[twin] != seat

    def give_route(self, seat: i64, route: i64) -> None:
        """The route is the seat's; with 2 or 3 players its other half is closed to all (T28)."""
        self._leave_bucket(route)
        self.owner[route] = seat
        twin = self.board.twin[route]
        if twin >= 0 and self.players < 4 and self.owner[twin] == FREE:
            self._leave_bucket(twin)
            self.owner[twin] = CLOSED

    def _leave_bucket(self, route: i64) -> None:
        bucket = self.board.bucket[route]
        self.count[bucket] -= 1
        up = self.upto
        for longer in range(bucket, bucket - bucket % LENGTHS + LENGTHS):
            up[longer] -= 1
        last = self.board.first[bucket] + self.count[bucket]
        at = self.place[route]
        moved = self.order[last]
        self.order[at] = moved
        self.place[moved] = at
        self.order[last] = route
        self.place[route] = last

    # ── tickets ──
    def tickets_left(self) -> i64:
        """How many tickets the deck holds."""
        return self.fresh + len(self.under)

    def held(self, seat: i64) -> vec[i64]:
        """The tickets that a seat has kept."""
        held = vec[i64]()
        for ticket in range(self.board.tickets):
            if self.tickets[ticket] == seat:
                held = append(held, ticket)
        return held

    def ticket_count(self, seat: i64) -> i64:
        """How many tickets a seat has kept."""
        n: i64 = 0
        for where in self.tickets:
            if where == seat:
                n += 1
        return n

    def offer_size(self, seat: i64) -> i64:
        """How many tickets a seat has to choose from."""
        n: i64 = 0
        while n < OFFER and self.offered[seat * OFFER + n] >= 0:
            n += 1
        return n

    def offer(self, seat: i64, ticket: i64) -> None:
        """Put a ticket before a seat."""
        self.offered[seat * OFFER + self.offer_size(seat)] = ticket
        if self.tickets[ticket] == FRESH:
            self.fresh -= 1
            self.knows[ticket] = 0
        self.tickets[ticket] = OFFERED + seat
        self.knows[ticket] |= 1 << seat

    def fresh_ticket(self, k: i64) -> i64:
        """Number k of the tickets that were never returned."""
        ticket: i64 = 0
        while True:
            if self.tickets[ticket] == FRESH:
                if k == 0:
                    return ticket
                k -= 1
            ticket += 1

    def keep(self, seat: i64, mask: i64) -> None:
        """T29: keep the tickets of the mask; the rest go under the deck. Who knew an offer no longer knows which."""
        n = self.offer_size(seat)
        returned = mask != (1 << n) - 1
        for i in range(n):
            ticket = self.offered[seat * OFFER + i]
            self.offered[seat * OFFER + i] = -1
            if returned:
                self.knows[ticket] = 1 << seat
            if (mask >> i) & 1:
                self.tickets[ticket] = seat
            else:
                self.tickets[ticket] = UNDER
                self.under = append(self.under, ticket)

    # ── what a seat cannot know ──
    def deal_anew(self, seat: i64, rng: Generator) -> None:
        """Everything hidden from the seat changes places with everything else that is hidden in the same way."""
        self._deal_cards(seat, rng)
        self._deal_tickets(seat, rng)
        for other in range(self.players):
            if other != seat and self.chosen[other] >= 0:
                self.chosen[other] = first_choice(rng.below(4))

    def _deal_cards(self, seat: i64, rng: Generator) -> None:
        hands, known, stale = self.hands, self.known, self.stale
        old = vec[i64]([0] * KINDS)
        new = self.deck
        old_size: i64 = 0
        new_size = self.deck_size
        olds = vec[i64]([0] * int(self.players))
        news = vec[i64]([0] * int(self.players))
        for other in range(self.players):
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
        for other in range(self.players):
            for _card in range(olds[other]):
                kind = _pick(old, rng.below(old_size))
                old_size -= 1
                hands[other * KINDS + kind] += 1
                stale[other * KINDS + kind] += 1
            for _card in range(news[other]):
                kind = _pick(new, rng.below(new_size))
                new_size -= 1
                hands[other * KINDS + kind] += 1

    def _deal_tickets(self, seat: i64, rng: Generator) -> None:
        """The places of unknown tickets, in an order that says nothing of what lies there, get them anew."""
        tickets, knows = self.tickets, self.knows
        pool = vec[i64]()
        slots = vec[i64]()  # who knows the ticket, times 64, plus who holds it
        for ticket in range(self.board.tickets):
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
        for i in range(len(self.offered)):
            ticket = self.offered[i]
            if ticket >= 0 and (was[ticket] >> seat) & 1 == 0:
                self.offered[i] = pool[dealt]
                tickets[pool[dealt]] = OFFERED + i // OFFER
                knows[pool[dealt]] = was[ticket]
                dealt += 1
        for i in range(len(self.under)):
            ticket = self.under[i]
            if (was[ticket] >> seat) & 1 == 0:
                self.under[i] = pool[dealt]
                tickets[pool[dealt]] = UNDER
                knows[pool[dealt]] = was[ticket]
                dealt += 1
        while dealt < len(pool):
            tickets[pool[dealt]] = FRESH
            knows[pool[dealt]] = 0
            dealt += 1


FIRST_CHOICES: Final[vec[i64]] = vec[i64]([3, 5, 6, 7])
"""T6: two or three of three tickets, as masks."""


def first_choice(k: i64) -> i64:
    """Number k of those masks; quicker than to look it up."""
    if k == 3:
        return 7
    return 7 - (4 >> k)


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
