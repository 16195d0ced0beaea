"""The policy of the bots of Ticket to Ride: tickets by their worth, every wagon planned, no card wasted."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy, Taste
from branchline.core.state import State
from branchline.games.tickets.bots.card_choice import best_card
from branchline.games.tickets.bots.fillers import Fillers
from branchline.games.tickets.bots.forecast import turns_left
from branchline.games.tickets.bots.hand_plan import HandPlan, most_of
from branchline.games.tickets.bots.ticket_choice import best_offer, draw_gain
from branchline.games.tickets.bots.ticket_plan import NOTHING, TicketPlan
from branchline.games.tickets.bots.weights import (
    Weights,
    beginner_weights,
    forgetful_weights,
    greedy_weights,
    racer_weights,
)
from branchline.games.tickets.rules.board import GRAY, KINDS, LENGTHS, least
from branchline.games.tickets.rules.claim import open_to
from branchline.games.tickets.rules.codes import (
    CHOOSE,
    DRAW_TICKETS,
    FIRST_TICKETS,
    SECOND,
    claim_code,
)
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import tickets_left


class Strategist(Policy):
    """Plans all its wagons: first for tickets, then for long routes in the colours that it has to spare."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.plan = TicketPlan(weights)
        self.hand = HandPlan(weights)
        self.fillers = Fillers(weights)

    def adopt(self, taste: Taste) -> None:
        self.weights.adopt(taste)

    def prepare(self, state: State, seat: i64) -> State:
        self.plan.forget()
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Tickets)
        if state.step == FIRST_TICKETS or state.step == CHOOSE:
            return best_offer(self.plan, state, seat)
        self.plan.remember(state, seat)
        planned = self.plan.planned
        wagons = self.hand.share_out(state, seat, planned)
        self.fillers.find(state, seat, planned, self.hand.spare, wagons)
        if state.step == SECOND:
            return self.card(state, seat)
        return self._turn(state, seat)

    def card(self, state: Tickets, seat: i64) -> i64:
        """The card to draw, for the hand that `choose` has shared out."""
        return best_card(self.weights, self.hand.lack, self.fillers.lack, state, seat)

    def _turn(self, state: Tickets, seat: i64) -> i64:
        left = turns_left(self.weights, state, seat)
        if left > self.weights.hold:
            return self._gather(state, seat, left)
        late = state.final >= 0 or left <= self.weights.late
        best = self._best_planned(state, seat, late)
        if best < 0:
            best = self._best_filler(state, seat, late)
            if late:
                best = self._best_of_all(state, seat, best)
        if best < 0:
            return self._gather(state, seat, left)
        return claim_code(best, self.hand.payment(state, seat, best, 9, True))

    def _best_planned(self, state: Tickets, seat: i64, late: bool) -> i64:
        """The longest planned route that can be paid for; −1 if there is none."""
        best: i64 = -1
        top: i64 = 0
        locomotives = self.weights.plan_locomotives if not late else 9
        for route in self.plan.planned:
            if self.hand.payment(state, seat, route, locomotives, late) >= 0 and state.board.length[route] > top:
                top = state.board.length[route]
                best = route
        return best

    def _best_filler(self, state: Tickets, seat: i64, late: bool) -> i64:
        """The filler with the most points that may be claimed now; −1 if there is none."""
        board, weights, hand = state.board, self.weights, self.hand
        routes = self.fillers.routes
        planning = len(self.plan.planned) > 0
        best: i64 = -1
        top: i64 = -NOTHING
        for i in range(len(routes)):
            route = routes[i]
            length = board.length[route]
            if not late and planning and length < weights.fill_early:
                continue
            if not late and i > 0 and not planning and length < 4:
                continue
            locomotives = least(hand.free_locomotives, weights.fill_locomotives)
            if late or not planning:
                locomotives = 9
            colour = board.colour[route]
            if colour == GRAY:
                colour = most_of(hand.spare)
            if hand.spare[colour] + least(locomotives, hand.free_locomotives) < length and not late:
                continue
            if board.points[length] > top and hand.payment(state, seat, route, locomotives, late) >= 0:
                top = board.points[length]
                best = route
        return best

    def _best_of_all(self, state: Tickets, seat: i64, best: i64) -> i64:
        """A route with more points than the best so far, if one can be paid for."""
        board = state.board
        top: i64 = -NOTHING
        if best >= 0:
            top = board.points[board.length[best]]
        for bucket in range(KINDS * LENGTHS):
            if state.count[bucket] > 0 and board.points[bucket % LENGTHS] > top:
                route = state.order[board.first[bucket]]
                if open_to(state, seat, route) and self.hand.payment(state, seat, route, 9, True) >= 0:
                    top = board.points[bucket % LENGTHS]
                    best = route
        return best

    def _gather(self, state: Tickets, seat: i64, left: i64) -> i64:
        """Tickets if they are thought to bring enough, else cards."""
        weights = self.weights
        if len(self.plan.planned) <= weights.open_plan and tickets_left(state) > 0 and left >= weights.ticket_turns:
            if draw_gain(self.plan, state, seat) >= weights.ticket_gain:
                return DRAW_TICKETS
        return self.card(state, seat)


class Greedy(Strategist):
    """The cheapest paths for its tickets, then six-space routes for their points."""

    def __init__(self) -> None:
        super().__init__(greedy_weights())


class Racer(Strategist):
    """Long routes as fast as they come, so that the others' tickets stay undone."""

    def __init__(self) -> None:
        super().__init__(racer_weights())


class Beginner(Strategist):
    """Takes what is near: short routes, and every locomotive that lies open."""

    def __init__(self, sight: i64) -> None:
        super().__init__(beginner_weights(sight))


class Forgetful(Strategist):
    """A beginner who has forgotten the tickets."""

    def __init__(self, sight: i64) -> None:
        super().__init__(forgetful_weights(sight))
