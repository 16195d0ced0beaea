"""What the actions do: row, cards, tickets and claims, and the order of turns (T4–T31)."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.board import KINDS, LOCOMOTIVE, NO_CARD, OFFER, ROW, least
from branchline.games.tickets.steps import (
    BLIND,
    CHOOSE,
    DEAL_TICKETS,
    END_TURN,
    FEW_WAGONS,
    FIRST_HAND,
    FIRST_TICKETS,
    LOCOMOTIVE_LIMIT,
    OVER,
    REVEAL,
    ROW_CARD,
    SECOND,
    SECOND_PICK,
    TICKET,
    TURN,
)
from branchline.games.tickets.table import Table


class Turns(Table):
    """A position that goes on: what follows from every action and every event of chance."""

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
