"""The numbers that the bots of Ticket to Ride play by; prices and worths are in tenths of a point."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from branchline.core.policy import Taste

NEVER: Final = 99  # turns or spaces: more than there are
LONG_ROUTE: Final = 6


@final
class Weights:
    """What a strategist values; the expert's are learned (weights.json, `branchline train ticket-to-ride`)."""

    def __init__(self) -> None:
        # The plan for the tickets.
        self.claim_price: i64 = 60
        """What the turn of a claim costs."""
        self.wagon_price: i64 = 10
        self.card_price: i64 = 2
        """What a card costs that is not in hand yet."""
        self.point_share: i64 = 7
        """Tenths of the points that a route brings that are taken off its price."""
        self.plan_most: i64 = 45
        """So many wagons at most may tickets ask for."""
        self.orders: i64 = 2
        """In how many orders tickets are joined: the dearest first, then the cheapest first."""
        self.slack: i64 = 5
        """So many turns more than are thought to be left may a ticket take."""
        self.supply: i64 = 3
        """Tenths of cards of one colour that a turn is thought to bring."""
        self.over_price: i64 = 26
        """What a card costs that will hardly come in time."""
        self.replan: i64 = 2
        """A plan is made anew after so many turns of the seat."""
        self.waste: i64 = 12
        """Tenths of cards that others draw for each that they use."""
        # Fillers: routes for their points, with the wagons that the tickets do not need.
        self.fill_point: i64 = 10
        """Worth of a filler's point, in tenths of a point."""
        self.fill_card: i64 = 25
        """Price of a card that a filler lacks."""
        self.fill_claim: i64 = 44
        """Price of the turn that it takes."""
        self.fill_touch: i64 = 5
        """Worth of an end at the seat's own network, for the longest path."""
        self.fill_end: i64 = 0
        """More for an end where the seat's paths stop: there a longer path goes on."""
        self.fill_least: i64 = 3
        """Shorter ones are left until few wagons remain."""
        # Cards, in tenths of a turn's half.
        self.card_plan: i64 = 20
        self.card_fill: i64 = 16
        self.card_spare: i64 = 3
        self.card_last: i64 = 4
        """More for the last card that a colour lacks."""
        self.card_locomotive: i64 = 39
        self.open_locomotive: i64 = 27
        """Less for an open locomotive, since it takes the whole turn."""
        self.gray_steal: i64 = 2
        """So many cards that coloured routes will need may a gray one take."""
        # Tickets.
        self.keep_price: i64 = 10
        """Tenths of the plan's price that count against tickets when they are chosen."""
        self.ticket_gain: i64 = 30
        """Draw tickets if that is thought to bring so much,"""
        self.ticket_turns: i64 = 14
        """and if at least so many turns are left,"""
        self.open_plan: i64 = 0
        """and if the plan has at most so many routes to go."""
        self.plan_doubt: i64 = 10
        """Tenths of its points that a ticket is thought to be worth."""
        self.globetrotter: i64 = 4
        """Tenths of the bonus for the most completed tickets that one more of them is worth."""
        # Claims.
        self.fill_early: i64 = 6
        """Fillers of so many spaces are claimed before the plan is done."""
        self.fill_locomotives: i64 = 1
        """Locomotives that may then go into one."""
        self.plan_locomotives: i64 = 9
        """Locomotives that may go into a planned route."""
        self.hold: i64 = NEVER
        """Cards are held back until so few turns are left: who waits can still choose what to pay for with them."""
        self.late: i64 = 1
        """With so few turns left every route is worth its points."""

    def adopt(self, taste: Taste) -> None:
        """Bold players want long routes and trust that cards come, rivals hurry, and a whim is for locomotives."""
        self.keep_price -= 2 * taste.bold
        self.over_price -= 4 * taste.bold
        self.claim_price += 6 * taste.bold
        self.card_last += 2 * taste.rival
        self.card_fill += taste.rival
        self.card_locomotive += 5 * taste.whim
        self.open_locomotive -= 3 * taste.whim


def greedy_weights() -> Weights:
    """Sticks to its first tickets and to its plan, and does not think of the longest path."""
    weights = Weights()
    weights.orders = 1
    weights.replan = NEVER
    weights.ticket_turns = NEVER
    # Nothing is claimed or drawn for points before the tickets are done.
    weights.fill_early = NEVER
    weights.fill_least = LONG_ROUTE
    weights.fill_touch = 0
    weights.card_fill = weights.card_spare
    weights.open_locomotive = 20
    return weights


def racer_weights() -> Weights:
    """Two short tickets at a few wagons' cost, six-space routes first, and the end as soon as possible."""
    weights = Weights()
    weights.keep_price = 20
    weights.plan_most = 14
    weights.fill_early = 4
    weights.ticket_turns = NEVER
    weights.orders = 1
    return weights


def expert_weights() -> Weights:
    """What the strong bot plays by; the expert's went on from here (weights.json)."""
    weights = Weights()
    weights.claim_price = 70
    weights.fill_point = 11
    weights.fill_claim = 68
    weights.fill_card = 20
    weights.fill_end = 4
    weights.card_fill = 14
    weights.card_last = 1
    weights.supply = 4
    weights.over_price = 35
    weights.keep_price = 14
    weights.late = 0
    weights.hold = 14
    return weights


def beginner_weights(sight: i64) -> Weights:
    """Keeps every ticket, claims what is near as soon as it can, and grabs locomotives.

    The shorter its sight, the less it sees of what longer routes bring.
    """
    weights = greedy_weights()
    weights.keep_price = -5
    weights.fill_point = sight
    weights.fill_early = 1
    weights.fill_least = 1
    weights.fill_locomotives = 9
    weights.open_locomotive = 0
    weights.card_plan = weights.card_spare + 1
    return weights


def forgetful_weights(sight: i64) -> Weights:
    """Like a beginner whose tickets lie under the cards."""
    weights = beginner_weights(sight)
    weights.plan_most = 0
    return weights
