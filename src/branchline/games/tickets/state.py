"""The rules of Ticket to Ride (T1–T35): whose turn it is, what is legal, what it does, who wins."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.tickets.board import COLOURS, GRAY, KINDS, LENGTHS, LOCOMOTIVE, Board, least
from branchline.games.tickets.network import Network
from branchline.games.tickets.table import FIRST_CHOICES, NO_CARD, OFFER, ROW, Table

# Steps.
DEAL: Final = 0
FIRST_TICKETS: Final = 1
TURN: Final = 2
SECOND: Final = 3
CHOOSE: Final = 4
OVER: Final = 5

# Chance events that can be due.
STARTER: Final = 1
HAND: Final = 2
ROW_CARD: Final = 3
BLIND: Final = 4
TICKET: Final = 5
REVEAL: Final = 6  # one outcome only: the moment when secret choices or tickets show and nothing is taken back

# What follows a filled row.
DEAL_TICKETS: Final = 0
SECOND_PICK: Final = 1
END_TURN: Final = 2

# Actions, kind by kind.
DRAW_BLIND: Final = 0
TAKE: Final = 1  # plus the kind of card
DRAW_TICKETS: Final = 10
PASS: Final = 11
KEEP: Final = 12  # plus a mask over the offer
CLAIM: Final = 32  # plus route * PAYMENTS + colour * SPACES + locomotives
SPACES: Final = 16
PAYMENTS: Final = 144  # nine kinds of card

FIRST_HAND: Final = 4
FEW_WAGONS: Final = 2
LOCOMOTIVE_LIMIT: Final = 3
TRIES: Final = 50


class Tickets(Table):
    """A position of Ticket to Ride."""

    def clone(self) -> Tickets:
        copy = Tickets(self.board, 0)
        self.copy_to(copy)
        return copy

    def resample(self, seat: i64, rng: Generator) -> State:
        copy = self.clone()
        if self.step != OVER:
            copy.deal_anew(seat, rng)
        return copy

    # ── who acts, what chance does ──
    def actors(self) -> i64:
        if self.due != 0 or self.step == OVER:
            return 0
        if self.step == FIRST_TICKETS:
            return self.waiting
        return 1 << self.seat

    def chance(self) -> i64:
        if self.due == 0:
            return 0
        if self.due == STARTER:
            return self.players
        if self.due == TICKET:
            return self.fresh if self.fresh > 0 else 1
        if self.due == REVEAL:
            return 1
        return self.deck_size

    def apply_chance(self, k: i64) -> None:
        due = self.due
        if due == ROW_CARD:
            self._lay_card(self.take_card(k))
        elif due == BLIND:
            self.hands[self.seat * KINDS + self.take_card(k)] += 1
            self.due = 0
            self._picked()
        elif due == HAND:
            self._deal_hand(self.take_card(k))
        elif due == TICKET:
            self._offer_next(k)
            self._go_on_offering()
        elif due == REVEAL:
            self._reveal()
        else:
            self.first = k
            self.seat = 0
            self.due = HAND

    def _deal_hand(self, kind: i64) -> None:
        """T4: the seats are dealt four cards each, then the row."""
        self.hands[self.seat * KINDS + kind] += 1
        if self.hand_size(self.seat) == FIRST_HAND:
            self.seat += 1
        if self.seat == self.players:
            self.seat = 0
            self._refill(DEAL_TICKETS)

    # ── the row ──
    def _refill(self, then: i64) -> None:
        """T11, T15–T17, T19, T22: fill the row, and lay a new one while it shows too many locomotives."""
        self.then = then
        while True:
            if self.row_size < ROW and self._card_left():
                self.due = ROW_CARD
                return
            if self.row_locomotives < LOCOMOTIVE_LIMIT or not self._may_reset():
                break
            self._discard_row()
        self.due = 0
        if then == END_TURN:
            self._end_turn()
        elif then == SECOND_PICK:
            self._offer_second()
        else:
            self.step = FIRST_TICKETS
            self.due = TICKET

    def _card_left(self) -> bool:
        if self.deck_size == 0 and self.discard_size > 0:
            self.reshuffle()
        return self.deck_size > 0

    def _lay_card(self, kind: i64) -> None:
        row = self.row
        at: i64 = 0
        while row[at] != NO_CARD:
            at += 1
        row[at] = kind
        self.row_size += 1
        if kind == LOCOMOTIVE:
            self.row_locomotives += 1
        self._refill(self.then)

    def _may_reset(self) -> bool:
        """T16: whether a row without three locomotives can still be laid."""
        cards = self.deck_size + self.discard_size + self.row_size
        locomotives = self.deck[LOCOMOTIVE] + self.discards[LOCOMOTIVE] + self.row_locomotives
        laid = least(cards, ROW)
        return cards - locomotives >= laid - (LOCOMOTIVE_LIMIT - 1)

    def _discard_row(self) -> None:
        for at in range(ROW):
            if self.row[at] != NO_CARD:
                self.discards[self.row[at]] += 1
                self.row[at] = NO_CARD
        self.discard_size += self.row_size
        self.row_size = 0
        self.row_locomotives = 0
        self.resets += 1

    # ── drawing cards ──
    def may_draw_blind(self) -> bool:
        """T19, T20: whether the deck has a card or can get one from the discards."""
        return self.deck_size > 0 or self.discard_size > 0

    def row_kinds(self) -> i64:
        """The kinds of card that may be taken from the row now, as a bit mask (T12, T13)."""
        kinds: i64 = 0
        for card in self.row:
            if card != NO_CARD:
                kinds |= 1 << card
        if self.step == SECOND:
            kinds &= ~(1 << LOCOMOTIVE)
        return kinds

    def _draw_blind(self) -> None:
        self._card_left()
        self.due = BLIND

    def _take(self, seat: i64, kind: i64) -> None:
        row = self.row
        at: i64 = 0
        while row[at] != kind:
            at += 1
        row[at] = NO_CARD
        self.row_size -= 1
        self.hands[seat * KINDS + kind] += 1
        self.known[seat * KINDS + kind] += 1
        if kind == LOCOMOTIVE:
            self.row_locomotives -= 1
            self._refill(END_TURN)  # T12
        elif self.step == SECOND:
            self._refill(END_TURN)
        else:
            self._refill(SECOND_PICK)

    def _picked(self) -> None:
        """After a blind card, which counts as one whatever it is (T14)."""
        if self.step == SECOND:
            self._end_turn()
        else:
            self._offer_second()

    def _offer_second(self) -> None:
        """T10, T21: the second card is compulsory if there is one."""
        self.step = SECOND
        if not self.may_draw_blind() and self.row_kinds() == 0:
            self._end_turn()

    # ── tickets ──
    def _go_on_offering(self) -> None:
        """Put the next ticket before the seat, or let it choose; in setup the next seat comes after it."""
        seat = self.seat
        if self.offer_size(seat) < OFFER and self.tickets_left() > 0:
            self.due = TICKET
            return
        if self.step == FIRST_TICKETS and seat + 1 < self.players:
            self.seat += 1
            self.due = TICKET
            return
        self.due = 0
        if self.step == FIRST_TICKETS:
            self.waiting = (1 << self.players) - 1
        else:
            self.step = CHOOSE

    def _offer_next(self, k: i64) -> None:
        """Ticket k of those never returned; when there are none, the one that was returned first (T29)."""
        if self.fresh > 0:
            self.offer(self.seat, self.fresh_ticket(k))
        else:
            self.offer(self.seat, self.under[0])
            self.under = self.under[1:]

    def _keep(self, seat: i64, mask: i64) -> None:
        if self.step == CHOOSE:
            self.keep(seat, mask)
            self._end_turn()
            return
        self.chosen[seat] = mask
        self.waiting &= ~(1 << seat)
        if self.waiting == 0:
            self.due = REVEAL

    def _reveal(self) -> None:
        """T6: all have chosen, and their tickets come back in seat order; or the game is over."""
        self.due = 0
        if self.step != FIRST_TICKETS:
            self.step = OVER
            return
        for seat in range(self.players):
            self.keep(seat, self.chosen[seat])
            self.chosen[seat] = -1
        self.step = TURN
        self.seat = self.first

    # ── routes ──
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

    def _claim(self, seat: i64, route: i64, colour: i64, locomotives: i64) -> None:
        """T27; a row that was short is refilled from what was paid (T22)."""
        length = self.board.length[route]
        if colour != LOCOMOTIVE:
            self.pay(seat, colour, length - locomotives)
        if locomotives > 0:
            self.pay(seat, LOCOMOTIVE, locomotives)
        self.wagons[seat] -= length
        self.points[seat] += self.board.points[length]
        self.give_route(seat, route)
        if self.row_size < ROW or self.row_locomotives >= LOCOMOTIVE_LIMIT:
            self._refill(END_TURN)
        else:
            self._end_turn()

    # ── the order of turns ──
    def _end_turn(self) -> None:
        """T31: one more turn for all once somebody has few wagons; T35: the end when all pass."""
        self.turns += 1
        self.step = TURN
        if self.final >= 0:
            self.final -= 1
        elif self.wagons[self.seat] <= FEW_WAGONS:
            self.final = self.players
        elif self.passes == self.players:
            self.final = 0
        if self.final == 0:
            self.due = REVEAL
            return
        self.seat += 1
        if self.seat == self.players:
            self.seat = 0

    def apply(self, seat: i64, action: i64) -> None:
        if action != PASS:
            self.passes = 0
        if action >= CLAIM:
            code = action - CLAIM
            self._claim(seat, code // PAYMENTS, code % PAYMENTS // SPACES, code % SPACES)
        elif action == DRAW_BLIND:
            self._draw_blind()
        elif action < DRAW_TICKETS:
            self._take(seat, action - TAKE)
        elif action >= KEEP:
            self._keep(seat, action - KEEP)
        elif action == DRAW_TICKETS:
            self._go_on_offering()
        else:
            self.passes += 1
            self._end_turn()

    # ── what is legal ──
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

    def payments(self, seat: i64, route: i64) -> vec[i64]:
        """Every way to pay for a route, with fewer locomotives first; a number holds colour and locomotives."""
        found = vec[i64]()
        length = self.board.length[route]
        for locomotives in range(length + 1):
            for colour in range(KINDS):
                if self.payable(seat, route, colour, locomotives):
                    found = append(found, colour * SPACES + locomotives)
        return found

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

    def sample(self, seat: i64, rng: Generator) -> i64:
        """Each legal action equally likely, drawn by weight over buckets of routes that are paid for alike."""
        step = self.step
        if step == FIRST_TICKETS:
            return KEEP + FIRST_CHOICES[rng.below(4)]
        if step == CHOOSE:
            return KEEP + 1 + rng.below((1 << self.offer_size(seat)) - 1)
        kinds = self.row_kinds()
        blind: i64 = 1 if self.may_draw_blind() else 0
        cards = blind
        rest = kinds
        while rest != 0:
            rest &= rest - 1
            cards += 1
        other: i64 = 1 if step == TURN and self.tickets_left() > 0 else 0
        ways: i64 = 0
        if step == TURN:
            ways = self._weigh(seat)
        for _ in range(TRIES):
            k: i64 = 0
            if cards + other + ways > 0:
                k = rng.below(cards + other + ways)
            if k < cards:
                return DRAW_BLIND if k < blind else TAKE + _nth_bit(kinds, k - blind)
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
        """How many payments there are for all free routes."""
        hands, count = self.hands, self.count
        at = seat * KINDS
        locomotives = hands[at + LOCOMOTIVE]
        most = least(self.wagons[seat], LENGTHS - 1)
        gray = GRAY * LENGTHS
        ways: i64 = 0
        for colour in range(COLOURS):
            held = hands[at + colour]
            if held == 0:
                continue
            reach = least(held + locomotives, most)
            base = colour * LENGTHS
            for length in range(1, reach + 1):
                routes = count[base + length] + count[gray + length]
                if routes > 0:
                    high = least(length, held)
                    low = length - locomotives
                    if low < 1:
                        low = 1
                    ways += (high - low + 1) * routes
        if locomotives > 0:
            reach = least(locomotives, most)
            for length in range(1, reach + 1):
                for colour in range(KINDS):
                    ways += count[colour * LENGTHS + length]
        return ways

    def _weighed(self, seat: i64, k: i64) -> i64:
        """Payment number k of those that `_weigh` counted."""
        hands, count = self.hands, self.count
        at = seat * KINDS
        locomotives = hands[at + LOCOMOTIVE]
        most = least(self.wagons[seat], LENGTHS - 1)
        gray = GRAY * LENGTHS
        for colour in range(COLOURS):
            held = hands[at + colour]
            if held == 0:
                continue
            reach = least(held + locomotives, most)
            base = colour * LENGTHS
            for length in range(1, reach + 1):
                routes = count[base + length] + count[gray + length]
                if routes > 0:
                    high = least(length, held)
                    low = length - locomotives
                    if low < 1:
                        low = 1
                    ways = (high - low + 1) * routes
                    if k < ways:
                        cards = low + k // routes
                        k %= routes
                        bucket = base + length
                        if k >= count[bucket]:
                            k -= count[bucket]
                            bucket = gray + length
                        return self._claim_code(bucket, k, colour, length - cards)
                    k -= ways
        for length in range(1, LENGTHS):
            for colour in range(KINDS):
                bucket = colour * LENGTHS + length
                if k < count[bucket]:
                    return self._claim_code(bucket, k, LOCOMOTIVE, length)
                k -= count[bucket]
        return PASS

    def _claim_code(self, bucket: i64, k: i64, colour: i64, locomotives: i64) -> i64:
        route = self.order[self.board.first[bucket] + k]
        return CLAIM + route * PAYMENTS + colour * SPACES + locomotives

    # ── points ──
    def network(self, seat: i64) -> Network:
        """What the seat's routes join."""
        return Network(self.board, self.owner, seat)

    def scores(self) -> vec[i64]:
        """T32, once the game is over; before, the route points alone, for tickets are secret."""
        if self.step != OVER:
            return self.points[:]
        return self._final(False)

    def ranking(self) -> vec[i64]:
        """T34: points, then completed tickets, then the longer path."""
        return self._final(True) if self.step == OVER else self.points[:]

    def _final(self, ranks: bool) -> vec[i64]:
        board = self.board
        result = vec[i64]()
        paths = vec[i64]()
        longest: i64 = 0
        for seat in range(self.players):
            network = self.network(seat)
            points = self.points[seat]
            completed: i64 = 0
            for ticket in range(board.tickets):
                if self.tickets[ticket] == seat:
                    if network.joins(board.ticket_a[ticket], board.ticket_b[ticket]):
                        points += board.ticket_points[ticket]
                        completed += 1
                    else:
                        points -= board.ticket_points[ticket]
            path = network.measure()
            paths = append(paths, path)
            if path > longest:
                longest = path
            if ranks:
                points = (points * 1000 + completed) * 1000 + path
            result = append(result, points)
        for seat in range(self.players):
            if longest > 0 and paths[seat] == longest:
                result[seat] += board.longest * 1000000 if ranks else board.longest
        return result


def from_bytes(data: bytes, board: Board, players: int) -> Tickets:
    """The state that `to_bytes` wrote."""
    values = vec[i64]([int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, len(data), 8)])
    state = Tickets(board, players)
    state.read(values)
    return state


def _nth_bit(mask: i64, n: i64) -> i64:
    bit: i64 = 0
    while True:
        if (mask >> bit) & 1:
            if n == 0:
                return bit
            n -= 1
        bit += 1
