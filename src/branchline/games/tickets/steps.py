"""The words of the rules as numbers: steps, chance events, actions."""

from __future__ import annotations

from typing import Final

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
