"""Phases and actions as numbers.

Constants are plain sums of numbers of this module: mypyc folds those, and would look up any other at every use.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# The phases.
FIRST: Final = 0  # chance picks the first player (R3)
ACT: Final = 1
CALL: Final = 2  # holders of shares are asked whether they call for a veto round (R9)
BID: Final = 3
MERGE: Final = 4  # the active player picks one of several lines to merge into (R25)
OVER: Final = 5

# The actions, kind by kind.
MOST_HEXES: Final = 256
MOST_CELLS: Final = 64

EXTEND: Final = 0  # line * 6 + direction
INVEST: Final = EXTEND + 7 * 6  # cell of the chart
BUILD: Final = INVEST + MOST_CELLS  # hex
MOVE: Final = BUILD + MOST_HEXES  # from * MOST_HEXES + to
REFRAIN: Final = MOVE + MOST_HEXES * MOST_HEXES  # no veto round
CALL_VETO: Final = REFRAIN + 1
PASS: Final = REFRAIN + 2  # no bid; for the active player: no defence
DEFEND: Final = REFRAIN + 3
JOIN: Final = REFRAIN + 4  # the line to merge into
OFFER: Final = JOIN + 7  # shares * 6 + direction
MOST_SHARES: Final = 127  # nobody gets more of a line: fewer extensions than that fit into a game
ACTIONS: Final = OFFER + (MOST_SHARES + 1) * 6

# What a seat said in a veto round: 0 nothing yet, PASSED, or OFFERED + shares * 6 + direction.
PASSED: Final = 1
OFFERED: Final = 2


def extension(line: i64, way: i64) -> i64:
    """The action that extends a line in a direction."""
    return EXTEND + line * 6 + way


def station_move(start: i64, here: i64) -> i64:
    """The action that moves a station."""
    return MOVE + start * MOST_HEXES + here


def offer(shares: i64, way: i64) -> i64:
    """The action that bids shares for a direction."""
    return OFFER + shares * 6 + way
