"""How 30 Rails numbers its actions, the steps of a sheet, and the facts that a sheet keeps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TURNS: Final = 30
ROWS: Final = 6
CELLS: Final = 36
BORDERS: Final = 24
"""Border squares; a square is side * 6 + place."""
DRAWINGS: Final = 21
PAIRS: Final = 6

# What a cell holds: 0 when empty, the number of its drawing (1–21), or one of these.
MOUNTAIN: Final = 22
MINE: Final = 23
CROSSED: Final = 24

# Actions are numbered verb by verb.
DRAW_MOUNTAIN: Final = 0
SKIP_MOUNTAIN: Final = 1
PLACE_MINE: Final = 2
PLACE_STATION: Final = PLACE_MINE + CELLS
PLACE_BONUS: Final = PLACE_STATION + BORDERS
DRAW_TRACK: Final = PLACE_BONUS + CELLS
BUY_SHARES: Final = DRAW_TRACK + CELLS * DRAWINGS
ACTIONS: Final = BUY_SHARES + PAIRS * CELLS

# A sheet's facts, in one block of the state's array.
FACTS: Final = 16
EMPTY_CELLS: Final = 0  # as a bit mask
SKIPPED: Final = 1  # the row whose mountain was skipped, 0: none yet
STEP: Final = 2
MINE_AT: Final = 3
BONUS_AT: Final = 4
JOKERS: Final = 5  # those left, as a bit mask
STATIONS: Final = 6  # four border squares, −1 until placed
SHARES: Final = 10  # six pairs

# The steps of a sheet; stations 1–4 take a step each.
MOUNTAINS: Final = 0
CHOOSE_MINE: Final = 1
CHOOSE_STATION: Final = 2
CHOOSE_BONUS: Final = 6
READY: Final = 7

WHITE: Final = 1
COLOURED: Final = 2


def pack_track(cell: i64, drawing: i64) -> i64:
    """The action that draws a drawing (1–21) in a cell."""
    return DRAW_TRACK + cell * DRAWINGS + drawing - 1


def track_cell(action: i64) -> i64:
    """The cell of an action that draws a track."""
    return (action - DRAW_TRACK) // DRAWINGS


def track_drawing(action: i64) -> i64:
    """The drawing (1–21) of an action that draws a track."""
    return (action - DRAW_TRACK) % DRAWINGS + 1


def pack_shares(pair: i64, cell: i64) -> i64:
    """The action that buys shares of a pair and crosses out a cell."""
    return BUY_SHARES + pair * CELLS + cell


def shares_pair(action: i64) -> i64:
    """The pair of an action that buys shares."""
    return (action - BUY_SHARES) // CELLS


def shares_cell(action: i64) -> i64:
    """The cell that an action that buys shares crosses out."""
    return (action - BUY_SHARES) % CELLS


def pack_step(cell: i64, enter: i64, leave: i64) -> i64:
    """A step of a route: a cell with the sides by which the train enters and leaves it."""
    return cell * 16 + enter * 4 + leave
