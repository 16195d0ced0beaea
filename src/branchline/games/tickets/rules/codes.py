"""The numbers of the rules: steps, chance events, actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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
CLAIM: Final = 80  # plus route * PAYMENTS + payment
SPACES: Final = 16  # a payment is colour * SPACES + locomotives
PAYMENTS: Final = 144  # nine kinds of card


def payment_code(colour: i64, locomotives: i64) -> i64:
    """The number of a payment; colour 8 is locomotives alone."""
    return colour * SPACES + locomotives


def claim_code(route: i64, payment: i64) -> i64:
    """The action that claims a route with a payment."""
    return CLAIM + route * PAYMENTS + payment


def route_of(action: i64) -> i64:
    """The route of a claim."""
    return (action - CLAIM) // PAYMENTS


def colour_of(action: i64) -> i64:
    """The kind of card that a claim is paid with, besides locomotives."""
    return (action - CLAIM) % PAYMENTS // SPACES


def locomotives_of(action: i64) -> i64:
    """The locomotives that a claim is paid with."""
    return (action - CLAIM) % SPACES
