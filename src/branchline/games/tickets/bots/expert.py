"""The expert of Ticket to Ride: a strategist for the search, with beliefs about the others and moves to compare."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste
from branchline.core.state import State
from branchline.games.tickets.bots.beliefs import Beliefs
from branchline.games.tickets.bots.forecast import turns_left
from branchline.games.tickets.bots.strategist import Strategist
from branchline.games.tickets.bots.ticket_choice import best_offers
from branchline.games.tickets.bots.weights import Weights, expert_weights, greedy_weights, racer_weights
from branchline.games.tickets.rules.board import KINDS, LENGTHS
from branchline.games.tickets.rules.claim import open_to
from branchline.games.tickets.rules.codes import CHOOSE, DRAW_TICKETS, FIRST_TICKETS, SECOND, claim_code
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import tickets_left

SOFT: Final = 15.0
"""Points of the lead that make a win nearly sure."""
POINT_WORTH: Final = 0.002
"""What a point more is worth beside the win."""
BLOCKS: Final[i64] = 2
"""So many claims in the way of others are compared,"""
GUESSES: Final[i64] = 8
"""after so many guesses at their tickets."""
SEARCH_FROM: Final = 26
"""Turns are searched once at most so many are thought to be left; before that the plan alone decides."""


@final
class Expert(Policy):
    """Plays its own seat as a strategist, and thinks that each of the others plays in one of the known ways."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights if weights is not None else expert_weights()
        self._own = Strategist(self.weights)
        self._ways: list[Strategist] = [
            Strategist(greedy_weights()),
            Strategist(racer_weights()),
            Strategist(expert_weights()),
        ]
        """How the others are thought to play: in each world each of them in one of these (at two in the first two)."""
        self._others: list[Strategist] = []
        """By seat, the way of playing in the present world."""
        self._beliefs = Beliefs()
        self._me: i64 = -1

    def adopt(self, taste: Taste) -> None:
        self.weights.adopt(taste)

    def prepare(self, state: State, seat: i64) -> State:
        """Give the others tickets that explain their routes, and each one of the known ways of playing."""
        assert isinstance(state, Tickets)
        mixed: i64 = 17
        for where in state.tickets:
            mixed = (mixed * 31 + where) % 2147483647
        rng = Generator(mixed)
        self._me = seat
        self._own.prepare(state, seat)
        for way in self._ways:
            way.prepare(state, seat)
        # Thinking of several others as greedy or racer loses to those who hold cards back; at two that was not shown.
        known: i64 = 2 if state.players == 2 else len(self._ways)
        self._others = []
        for _seat in range(state.players):
            self._others.append(self._ways[rng.below(known)])
        if state.step != FIRST_TICKETS:
            self._beliefs.deal(state, seat, rng)
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        if seat != self._me and self._me >= 0:
            return self._others[seat].choose(state, seat, rng)
        return self._own.choose(state, seat, rng)

    def play_on(self, state: State, luck: Luck, wits: Generator) -> None:
        """All seats play as the expert does: what a position is worth is asked among equals."""
        me = self._me
        self._me = -1
        super().play_on(state, luck, wits)
        self._me = me

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        """The strategist's move, then payable claims, cards, tickets, and claims in the way of others."""
        assert isinstance(state, Tickets)
        if state.step == FIRST_TICKETS or state.step == CHOOSE:
            return best_offers(self._own.plan, state, seat, most)
        found = append(vec[i64](), self.choose(state, seat, rng))
        left = turns_left(self.weights, state, seat)
        if state.step == SECOND or left > SEARCH_FROM:
            return found
        found = _with(found, self._own.card(state, seat), most)
        for route in self._own.plan.planned:
            found = self._with_claim(state, seat, route, found, most)
        for route in self._own.fillers.routes:
            found = self._with_claim(state, seat, route, found, most)
        if tickets_left(state) > 0:
            found = _with(found, DRAW_TICKETS, most)
        if state.final >= 0 or left <= 3:
            for length in range(LENGTHS - 1, 0, -1):
                for colour in range(KINDS):
                    bucket = colour * LENGTHS + length
                    first = state.board.first[bucket]
                    for i in range(first, first + state.count[bucket]):
                        found = self._with_claim(state, seat, state.order[i], found, most)
        return self._with_blocks(state, seat, found, rng)

    def _with_blocks(self, state: Tickets, seat: i64, found: vec[i64], rng: Generator) -> vec[i64]:
        """Claims of routes that the others plan in most of the worlds that the seat could be in, short ones first."""
        board = state.board
        wanted = board.no_routes[:]
        for _world in range(GUESSES):
            world = state.resample(seat, rng)
            self.prepare(world, seat)
            for other in range(state.players):
                if other != seat:
                    plan = self._others[other].plan
                    plan.remember(world, other)
                    for route in plan.planned:
                        wanted[route] += 1
        full = len(found) + BLOCKS
        while len(found) < full:
            best: i64 = -1
            top: i64 = 0
            for route in range(board.routes):
                worth = wanted[route] * 12 // board.length[route]
                if worth > top and self._payment(state, seat, route) >= 0:
                    top = worth
                    best = route
            if best < 0:
                break
            wanted[best] = 0
            found = self._with_claim(state, seat, best, found, full)
        return found

    def _payment(self, state: Tickets, seat: i64, route: i64) -> i64:
        """How the seat would pay for a route; −1 if it cannot claim it."""
        if not open_to(state, seat, route):
            return -1
        return self._own.hand.payment(state, seat, route, 9, True)

    def _with_claim(self, state: Tickets, seat: i64, route: i64, found: vec[i64], most: i64) -> vec[i64]:
        payment = self._payment(state, seat, route)
        return found if payment < 0 else _with(found, claim_code(route, payment), most)

    def value(self, state: State, seat: i64) -> float:
        """How surely the game is won, by the lead over the best of the others, and a little for the points."""
        points = state.ranking()
        own = points[seat]
        best: i64 = -(1 << 60)
        for other in range(len(points)):
            if other != seat and points[other] > best:
                best = points[other]
        lead = float(own - best) / 1000000.0
        return 1.0 / (1.0 + math.exp(-lead / SOFT)) + POINT_WORTH * lead


def _with(actions: vec[i64], action: i64, most: i64) -> vec[i64]:
    """The actions with one more, if it is new and fewer than `most` are there."""
    if len(actions) >= most or action in actions:
        return actions
    return append(actions, action)
