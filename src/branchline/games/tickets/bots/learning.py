"""What the expert of Ticket to Ride learns: the weights that its plans, cards and claims go by."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.learning import LEARNER, PRESENT, Learnable, Number
from branchline.games.tickets.bots.expert import Expert
from branchline.games.tickets.bots.weights import Weights

_NUMBERS = (
    Number("claim_price", 0, 200, 6),
    Number("wagon_price", 0, 60, 1.25),
    Number("card_price", 0, 40, 0.75),
    Number("point_share", 0, 20, 1),
    Number("slack", 0, 30, 1),
    Number("supply", 0, 20, 0.5),
    Number("over_price", 0, 150, 4),
    Number("waste", 5, 40, 0.75),
    Number("fill_point", 0, 40, 0.75),
    Number("fill_card", 0, 100, 2.5),
    Number("fill_claim", 0, 200, 5),
    Number("fill_touch", 0, 40, 1),
    Number("fill_end", 0, 40, 1),
    Number("fill_least", 1, 6, 0.35),
    Number("fill_early", 1, 7, 0.35),
    Number("card_plan", 0, 80, 1.5),
    Number("card_fill", 0, 80, 1.5),
    Number("card_spare", 0, 40, 0.75),
    Number("card_last", 0, 40, 0.75),
    Number("card_locomotive", 0, 120, 2.5),
    Number("open_locomotive", 0, 120, 2),
    Number("gray_steal", 0, 9, 0.35),
    Number("keep_price", 0, 50, 0.75),
    Number("ticket_gain", -100, 300, 6),
    Number("ticket_turns", 0, 60, 1.25),
    Number("plan_doubt", 0, 20, 0.5),
    Number("late", 0, 6, 0.25),
    Number("hold", 4, 40, 0.5),
)


def make_expert(numbers: Mapping[str, int]) -> Expert:
    """The expert with these numbers."""
    weights = Weights()
    for number in _NUMBERS:
        setattr(weights, number.name, numbers[number.name])
    return Expert(weights)


LEARNABLE = Learnable(
    "ticket-to-ride",
    "branchline.games.tickets.bots",
    _NUMBERS,
    make_expert,
    (
        (LEARNER, PRESENT),
        (LEARNER, "greedy"),
        (LEARNER, "racer"),
        (LEARNER, "greedy", PRESENT, "racer"),
    ),
)
