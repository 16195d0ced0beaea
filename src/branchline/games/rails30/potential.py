"""How far a sheet's routes are from done: for every pair of stations, and for every station and the mine,
the fewest empty cells that still have to be filled, and how long the route would be then.

A shortest-path search over (cell, side entered by): an existing track leads where it leads for nothing, an
empty cell may still become anything and costs one. Bots alone use this; points come from survey.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.tracks import (
    BORDER,
    BORDER_CELL,
    CELLS,
    EXITS,
    MINE,
    NEIGHBOUR,
    PAIR_A,
    PAIR_B,
    PAIRS,
)

STEP: Final = 64
"""Costs count empty cells in steps of 64 and cells passed in ones."""
FAR: Final = STEP * 40
_NODES: Final = CELLS * 4
_ALL_FAR: Final[vec[i64]] = vec[i64]([FAR] * _NODES)
_BORDERS_FAR: Final[vec[i64]] = vec[i64]([FAR] * 25)
_OPEN: Final[vec[i64]] = vec[i64]([15 & ~(1 << side) for side in range(4)])


class Reach:
    """What one border square reaches: costs to the nodes, to the other border squares, and to the mine (at 24)."""

    def __init__(self) -> None:
        self.node: vec[i64] = _ALL_FAR[:]
        self.goal: vec[i64] = _BORDERS_FAR[:]


def reach(cells: vec[i64], base: i64, border: i64, most: i64) -> Reach:
    """Spread out from a border square over at most `most` empty cells, cheapest first."""
    found = Reach()
    node_cost = found.node
    goal = found.goal
    cell = BORDER_CELL[border]
    content = cells[base + cell]
    if content == MINE:
        goal[24] = 0
        return found
    if content != 0 and EXITS[content * 4 + border // 6] == 0:
        return found
    start = cell * 4 + border // 6
    now = vec[i64]()
    later = vec[i64]()
    if content == 0:
        node_cost[start] = STEP + 1
        later = append(later, start)
    else:
        node_cost[start] = 1
        now = append(now, start)
    filled: i64 = 0
    while True:
        head: i64 = 0
        while head < len(now):
            node = now[head]
            head += 1
            cost = node_cost[node]
            if cost >> 6 != filled:
                continue
            cell = node >> 2
            content = cells[base + cell]
            exits = _OPEN[node & 3] if content == 0 else EXITS[content * 4 + (node & 3)]
            for side in range(4):
                if (exits >> side) & 1 == 0:
                    continue
                beyond = NEIGHBOUR[cell * 4 + side]
                if beyond < 0:
                    out = BORDER[cell * 4 + side]
                    if cost < goal[out]:
                        goal[out] = cost
                    continue
                content = cells[base + beyond]
                after = beyond * 4 + (side ^ 2)
                if content == 0:
                    if cost + STEP + 1 < node_cost[after]:
                        node_cost[after] = cost + STEP + 1
                        later = append(later, after)
                elif content == MINE:
                    if cost < goal[24]:
                        goal[24] = cost
                elif EXITS[content * 4 + (side ^ 2)] != 0:
                    if cost + 1 < node_cost[after]:
                        node_cost[after] = cost + 1
                        now = append(now, after)
        filled += 1
        if filled > most or len(later) == 0:
            return found
        now = later
        later = vec[i64]()


def pair_costs(cells: vec[i64], base: i64, stations: vec[i64], first: i64, most: i64) -> vec[i64]:
    """The costs of the six pairs, then of the four stations to the mine."""
    costs = vec[i64]([FAR] * 10)
    for a in range(4):
        found = reach(cells, base, stations[first + a], most)
        costs[6 + a] = found.goal[24]
        for pair in range(PAIRS):
            if PAIR_A[pair] == a:
                costs[pair] = found.goal[stations[first + PAIR_B[pair]]]
    return costs
