"""The field and the 21 drawings (L7, L8) as tables: which way a train may leave a cell, and where it is then.

Sides are north 0, east 1, south 2, west 3; the side opposite to s is s ^ 2. A cell holds 0 when empty, the
number of its drawing (1–21), or MOUNTAIN, MINE, CROSSED. A border square is side * 6 + place.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

CELLS: Final = 36
DRAWINGS: Final = 21
MOUNTAIN: Final = 22
MINE: Final = 23
CROSSED: Final = 24
BORDERS: Final = 24
PAIRS: Final = 6
FULL: Final = (1 << 36) - 1
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3


def _links() -> list[list[tuple[int, int]]]:
    """The links of every drawing, die by die, each orientation turned a quarter to the right from the last."""
    curves = [[(side, (side + 1) % 4)] for side in range(4)]
    straights = [[(NORTH, SOUTH)], [(EAST, WEST)]]
    doubles = [[(NORTH, EAST), (SOUTH, WEST)], [(EAST, SOUTH), (WEST, NORTH)]]
    bridge = [[(NORTH, SOUTH), (EAST, WEST)]]
    forks = [[(stem, (stem + 1) % 4), (stem, (stem + 3) % 4)] for stem in range(4)]
    junctions = [[(stem, stem ^ 2), (stem, (stem + turn) % 4)] for turn in (1, 3) for stem in range(4)]
    return [*curves, *straights, *doubles, *bridge, *forks, *junctions]


LINKS: Final = _links()
"""LINKS[d - 1] are the pairs of sides that drawing d joins."""
COUNT: Final[vec[i64]] = vec[i64]([0, 4, 2, 2, 1, 4, 8])
"""How many orientations each value of the coloured die has."""
FIRST: Final[vec[i64]] = vec[i64]([0, 1, 5, 7, 9, 10, 14, 22])
"""The first drawing of each value of the coloured die."""


def _dice() -> vec[i64]:
    values = vec[i64]([0])
    for die in range(1, 7):
        for _ in range(COUNT[die]):
            values = append(values, die)
    return values


def _exits() -> vec[i64]:
    table = vec[i64]([0] * (25 * 4))
    drawing: i64 = 1
    for links in LINKS:
        for a, b in links:
            table[drawing * 4 + a] |= 1 << b
            table[drawing * 4 + b] |= 1 << a
        drawing += 1
    return table


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
    """For each value of the white die the cells of its row and its column, as a bit mask."""
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


DIE: Final[vec[i64]] = _dice()
"""The value of the coloured die that each drawing belongs to."""
EXITS: Final[vec[i64]] = _exits()
"""EXITS[cell's content * 4 + side entered by]: the sides a train may leave by, as a bit mask (L8)."""
NEIGHBOUR: Final[vec[i64]] = _neighbours()
"""The cell beyond a side, −1 beyond the border."""
BORDER_CELL: Final[vec[i64]] = _border_cells()
BORDER: Final[vec[i64]] = _borders()
"""The border square beyond a cell's side, −1 inside."""
SIDE: Final[vec[i64]] = _sides()
CROSS: Final[vec[i64]] = _crosses()
COUNT6: Final[vec[i64]] = _counts()
NTH6: Final[vec[i64]] = _nth()
PAIR_A: Final[vec[i64]] = vec[i64]([0, 0, 0, 1, 1, 2])
PAIR_B: Final[vec[i64]] = vec[i64]([1, 2, 3, 2, 3, 3])
PAIR_POINTS: Final[vec[i64]] = vec[i64]([1, 2, 3, 3, 4, 5])
"""L11: stations i and j score i + j − 2 for being joined."""
MINE_POINTS: Final[vec[i64]] = vec[i64]([0, 2, 6, 12, 20])
"""L16, by the number of stations with a route to the mine."""


def count_cells(mask: i64) -> i64:
    """How many cells a mask holds."""
    counts = COUNT6
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
        n = COUNT6[row]
        if k < n:
            return start + NTH6[row * 6 + k]
        k -= n
        start += 6


def neighbours_mask(mask: i64) -> i64:
    """The cells that share a side with a cell of the mask."""
    west: i64 = 0x041041041  # column 1 of every row
    east: i64 = 0x820820820  # column 6; written out, since a shift of a literal is a 32-bit one when compiled
    grown = (mask << 6) | (mask >> 6) | ((mask & ~east) << 1) | ((mask & ~west) >> 1)
    return grown & FULL
