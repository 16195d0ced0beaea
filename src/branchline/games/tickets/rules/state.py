"""The position of Ticket to Ride: its fields, and which module does what with them."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from branchline.core.generator import Generator
from branchline.core.state import Payload, State
from branchline.games.tickets.rules import _fields, claim, deal, draw, keep, observe, passing, scoring, tickets, turns
from branchline.games.tickets.rules.board import Board, upto
from branchline.games.tickets.rules.cards import take_card
from branchline.games.tickets.rules.codes import (
    BLIND,
    CHOOSE,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    FIRST_TICKETS,
    HAND,
    KEEP,
    OVER,
    PASS,
    REVEAL,
    ROW_CARD,
    SECOND,
    STARTER,
    TAKE,
    TICKET,
    TURN,
)
from branchline.games.tickets.rules.mark import mark
from branchline.games.tickets.rules.resample import deal_anew
from branchline.games.tickets.rules.sample import sample


@final
class Tickets(State):
    """A position of Ticket to Ride. `setup.new_state` makes the first one."""

    def __init__(self, board: Board, players: i64) -> None:
        self.board = board
        self.players = players
        self.step: i64 = 0
        self.due: i64 = 0
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
        """How often the row was discarded for its locomotives (T15) since an action last emptied a place of it."""
        self.deck: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()
        self.row: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()
        """Cards in hands that all have seen going in."""
        self.stale: vec[i64] = vec[i64]()
        """Cards that hands held, unseen by others, when the deck was last made anew (cards.py)."""
        self.spent: vec[i64] = vec[i64]()
        """Unseen cards that hands have paid since then, or since the beginning."""
        self.wagons: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        """Route points, seat by seat."""
        self.owner: vec[i64] = vec[i64]()
        self.order: vec[i64] = vec[i64]()
        """The free routes by bucket: `count[b]` of them from `board.first[b]` on."""
        self.place: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.tickets: vec[i64] = vec[i64]()
        """Where every ticket is."""
        self.knows: vec[i64] = vec[i64]()
        """The seats that know exactly where a ticket is, as a bit mask."""
        self.offered: vec[i64] = vec[i64]()
        self.chosen: vec[i64] = vec[i64]()
        """The first tickets that a seat keeps, as a mask over its offer, until all have chosen; −1 before."""
        self.under: vec[i64] = vec[i64]()
        """Returned tickets, those that come up first in front (T29)."""
        self.upto: vec[i64] = vec[i64]()  # derived
        """How many free routes of a colour are not longer than a length, by the bucket of both."""
        self.ways: vec[i64] = board.nine[:]  # scratch
        """For `sample` alone: the payments of the last weighing, colour by colour."""

    # ── copies ──
    def clone(self) -> Tickets:
        return _fields.clone(self)

    def to_bytes(self) -> bytes:
        return _fields.to_bytes(self)

    def refresh(self) -> None:
        """Recompute what follows from the other fields."""
        self.upto = upto(self.count)

    def resample(self, seat: i64, rng: Generator) -> Tickets:
        copy = self.clone()
        if self.step != OVER:
            deal_anew(copy, seat, rng)
        return copy

    # ── chance ──
    def chance(self) -> i64:
        due = self.due
        if due == 0:
            return 0
        if due == TICKET:
            return tickets.outcomes(self)
        if due == STARTER:
            return self.players
        if due == REVEAL:
            return 1
        return self.deck_size

    def apply_chance(self, k: i64) -> None:
        due = self.due
        if due == ROW_CARD:
            turns.lay_card(self, take_card(self, k))
        elif due == BLIND:
            draw.blind_card(self, take_card(self, k))
        elif due == HAND:
            deal.hand_card(self, take_card(self, k))
        elif due == TICKET:
            tickets.offer_next(self, k)
        elif due == REVEAL:
            deal.reveal(self)
        else:
            deal.first_player(self, k)

    # ── actions ──
    def actors(self) -> i64:
        if self.due != 0 or self.step == OVER:
            return 0
        if self.step == FIRST_TICKETS:
            return self.waiting
        return 1 << self.seat

    def legal(self, seat: i64) -> vec[i64]:
        found = vec[i64]()
        if (self.actors() >> seat) & 1 == 0:
            return found
        if self.step == FIRST_TICKETS or self.step == CHOOSE:
            return keep.legal(self, seat, found)
        found = draw.legal(self, found)
        if self.step == SECOND:
            return found
        found = tickets.legal(self, found)
        found = claim.legal(self, seat, found)
        return passing.legal(found)

    def allows(self, seat: i64, action: i64, payload: Payload | None = None) -> bool:
        if (self.actors() >> seat) & 1 == 0 or action < 0:
            return False
        step = self.step
        if action >= CLAIM:
            return step == TURN and claim.allows(self, seat, action)
        if action >= KEEP:
            return keep.allows(self, seat, action - KEEP)
        if step != TURN and step != SECOND:
            return False
        if action < DRAW_TICKETS:
            return draw.allows(self, action, payload)
        if action == DRAW_TICKETS:
            return step == TURN and tickets.allows(self)
        return passing.allows(self, seat)

    def mark(self, seat: i64, mask: vec[u8], at: i64, value: u8) -> None:
        if (self.step == TURN or self.step == SECOND) and (self.actors() >> seat) & 1:
            mark(self, seat, mask, at, value)
        else:
            super().mark(seat, mask, at, value)

    def sample(self, seat: i64, rng: Generator) -> i64:
        return sample(self, seat, rng)

    def apply(self, seat: i64, action: i64, payload: Payload | None = None) -> None:
        if action != PASS:
            self.passes = 0
        if action >= CLAIM:
            claim.apply(self, seat, action)
        elif action == DRAW_BLIND:
            draw.draw_blind(self)
        elif action < DRAW_TICKETS:
            draw.take(self, seat, action - TAKE, payload)
        elif action >= KEEP:
            keep.apply(self, seat, action - KEEP)
        elif action == DRAW_TICKETS:
            tickets.go_on_offering(self)
        else:
            passing.apply(self)

    def observe(self, seat: i64, out: vec[i64], at: i64) -> None:
        observe.observe(self, seat, out, at)

    def turn_number(self) -> i64:
        if self.step < TURN or self.step == OVER or self.due == REVEAL:
            return self.turns
        return self.turns + 1

    # ── points ──
    def scores(self) -> vec[i64]:
        return scoring.scores(self)

    def ranking(self) -> vec[i64]:
        return scoring.ranking(self)
