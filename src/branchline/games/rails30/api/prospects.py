"""What a sheet still allows: how many cells each pair of stations, and each way to the mine, lacks."""

from __future__ import annotations

import heapq

from branchline.games.rails30.rules.codes import CELLS, MINE_AT, PAIRS, STATIONS
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B
from branchline.games.rails30.rules.state import Rails30

ALL_SIDES = 0b1111


def lacking(state: Rails30, seat: int) -> list[int | None]:
    """For every pair of stations the empty cells that the way with the fewest of them has; None: no way is left."""
    found: list[int | None] = []
    for pair in range(PAIRS):
        a, b = (int(state.fact(seat, STATIONS + int(ends[pair]))) for ends in (PAIR_A, PAIR_B))
        found.append(None if a < 0 or b < 0 else _least(state, seat, a, b))
    return found


def lacking_mine(state: Rails30, seat: int) -> list[int | None]:
    """The same for every station's way to the mine; None too while either is not placed."""
    mine = int(state.fact(seat, MINE_AT))
    found: list[int | None] = []
    for station in range(4):
        start = int(state.fact(seat, STATIONS + station))
        found.append(None if start < 0 or mine < 0 else _least(state, seat, start, mine=mine))
    return found


def through(state: Rails30, seat: int, cell: int) -> list[int | None]:
    """For every pair the empty cells of its best way over the drawing in a cell; None: none leads over it."""
    starts = [int(state.fact(seat, STATIONS + station)) for station in range(4)]
    reached = [_arrivals(state, seat, start) if start >= 0 else {} for start in starts]
    found: list[int | None] = []
    for pair in range(PAIRS):
        one, other = reached[int(PAIR_A[pair])], reached[int(PAIR_B[pair])]
        ways = [
            one[cell, side] + other[cell, leave]
            for side in range(4)
            for leave in range(4)
            if _exits(state, seat, cell, side) >> leave & 1 and (cell, side) in one and (cell, leave) in other
        ]
        found.append(min(ways, default=None))
    return found


def _arrivals(state: Rails30, seat: int, start: int) -> dict[tuple[int, int], int]:
    """The fewest empty cells on the way from a station to every (cell, side entered by), that cell among them."""
    first = (int(BORDER_CELL[start]), start // 6)
    queue = [(_cost(state, seat, first[0]), *first)]
    seen: dict[tuple[int, int], int] = {}
    while queue:
        spent, cell, entry = heapq.heappop(queue)
        if (cell, entry) in seen:
            continue
        seen[cell, entry] = spent
        for side in range(4):
            beyond = int(NEIGHBOUR[cell * 4 + side])
            if beyond >= 0 and _exits(state, seat, cell, entry) >> side & 1 and _exits(state, seat, beyond, side ^ 2):
                heapq.heappush(queue, (spent + _cost(state, seat, beyond), beyond, side ^ 2))
    return seen


def _least(state: Rails30, seat: int, start: int, goal: int = -1, mine: int = -1) -> int | None:
    """Over (cell, side entered by): an empty cell costs one drawing and may lead anywhere but back."""
    if BORDER_CELL[start] == mine:
        return 0
    first = (int(BORDER_CELL[start]), start // 6)
    queue = [(_cost(state, seat, first[0]), *first)]
    seen: set[tuple[int, int]] = set()
    while queue:
        spent, cell, entry = heapq.heappop(queue)
        if (cell, entry) in seen:
            continue
        seen.add((cell, entry))
        for side in range(4):
            if not _exits(state, seat, cell, entry) >> side & 1:
                continue
            beyond = int(NEIGHBOUR[cell * 4 + side])
            if beyond < 0:
                if BORDER[cell * 4 + side] == goal:
                    return spent
            elif beyond == mine:
                return spent
            elif _exits(state, seat, beyond, side ^ 2):
                heapq.heappush(queue, (spent + _cost(state, seat, beyond), beyond, side ^ 2))
    return None


def _content(state: Rails30, seat: int, cell: int) -> int:
    return int(state.cells[seat * CELLS + cell])


def _cost(state: Rails30, seat: int, cell: int) -> int:
    return 1 if _content(state, seat, cell) == 0 else 0


def _exits(state: Rails30, seat: int, cell: int, entry: int) -> int:
    content = _content(state, seat, cell)
    return ALL_SIDES & ~(1 << entry) if content == 0 else int(EXITS[content * 4 + entry])
