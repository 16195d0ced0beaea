"""The field as tables: what lies beyond a cell's side, which cells a die names, and sets of cells as bit masks.

Sides are north 0, east 1, south 2, west 3; the side opposite to s is s ^ 2.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import BORDERS, CELLS

FULL: Final = (1 << 36) - 1


def _neighbours() -> vec[i64]:
    table = vec[i64]()
    for cell in range(CELLS):
        row, column = cell // 6, cell % 6
        table = append(table, cell - 6 if row > 0 else -1)
        table = append(table, cell + 1 if column < 5 else -1)
        table = append(table, cell + 6 if row < 5 else -1)
        table = append(table, cell - 1 if column > 0 else -1)
    return table


def _border_cells() -> vec[i64]:
    rows = [(0, place) for place in range(6)], [(place, 5) for place in range(6)]
    more = [(5, place) for place in range(6)], [(place, 0) for place in range(6)]
    return vec[i64]([row * 6 + column for side in (*rows, *more) for row, column in side])


def _borders() -> vec[i64]:
    table = vec[i64]([-1] * (CELLS * 4))
    for border in range(BORDERS):
        table[BORDER_CELL[border] * 4 + border // 6] = border
    return table


def _sides() -> vec[i64]:
    """A number below 42 for every side: horizontal ones and vertical ones each count on their own."""
    table = vec[i64]()
    for cell in range(CELLS):
        row, column = cell // 6, cell % 6
        for side in (cell, row * 7 + column + 1, cell + 6, row * 7 + column):
            table = append(table, side)
    return table


def _crosses() -> vec[i64]:
    return vec[i64]([sum(1 << cell for cell in range(CELLS) if value in (cell // 6, cell % 6)) for value in range(6)])


def _counts() -> vec[i64]:
    return vec[i64]([bin(row).count("1") for row in range(64)])


def _nth() -> vec[i64]:
    table = vec[i64]([0] * (64 * 6))
    for row in range(64):
        found: i64 = 0
        for bit in range(6):
            if row >> bit & 1:
                table[row * 6 + found] = bit
                found += 1
    return table


NEIGHBOUR: Final[vec[i64]] = _neighbours()
"""The cell beyond a side, −1 beyond the border."""
BORDER_CELL: Final[vec[i64]] = _border_cells()
"""The cell that each border square adjoins."""
BORDER: Final[vec[i64]] = _borders()
"""The border square beyond a cell's side, −1 inside."""
SIDE: Final[vec[i64]] = _sides()
CROSS: Final[vec[i64]] = _crosses()
"""For each value of the white die the cells of its row and its column, as a bit mask."""
_COUNT6: Final[vec[i64]] = _counts()
_NTH6: Final[vec[i64]] = _nth()


def count_cells(mask: i64) -> i64:
    """How many cells a mask holds."""
    counts = _COUNT6
    return (
        counts[mask & 63]
        + counts[(mask >> 6) & 63]
        + counts[(mask >> 12) & 63]
        + counts[(mask >> 18) & 63]
        + counts[(mask >> 24) & 63]
        + counts[(mask >> 30) & 63]
    )


def nth_cell(mask: i64, k: i64) -> i64:
    """The cell of the mask that has k others before it."""
    start: i64 = 0
    while True:
        row = (mask >> start) & 63
        n = _COUNT6[row]
        if k < n:
            return start + _NTH6[row * 6 + k]
        k -= n
        start += 6


def neighbours_mask(mask: i64) -> i64:
    """The cells that share a side with a cell of the mask."""
    west: i64 = 0x041041041  # column 1 of every row
    east: i64 = 0x820820820  # column 6; written out, since a shift of a literal is a 32-bit one when compiled
    grown = (mask << 6) | (mask >> 6) | ((mask & ~east) << 1) | ((mask & ~west) >> 1)
    return grown & FULL


def each_cell(first: i64, mask: i64) -> vec[i64]:
    """The actions of one verb, counted from its first number, for every cell of a mask."""
    actions = vec[i64]()
    for cell in range(CELLS):
        if (mask >> cell) & 1:
            actions = append(actions, first + cell)
    return actions
