"""What quick play knows of a sheet's ten links: what each needs, and which empty cells its cheapest ways lead through.

The same costs as in `potential`, found for all five sources in one go. A source spreads out only as far as some link
of it that is still open needs: what lies beyond is on no cheapest way. The way from a to b is the way from b to a, so
what a link needs is known when its second source's turn comes, and the last sources often need not spread at all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.rails30.bots.potential import FAR, LINK_A, LINK_B, NEEDS, WEIGHT
from branchline.games.rails30.rules.codes import BORDERS, CELLS, DRAWINGS, MINE, STATIONS
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR

LINKS: Final = 10
SOURCES: Final = 5
"""The four stations, then the mine."""
NODES: Final = CELLS * 4
"""A node is a cell and the side that it is entered by: cell * 4 + side."""
LEVELS: Final = NEEDS + 3
"""Rows of a source in `Spread.levels`; the last ones stay empty."""
_INTO_MINE: Final = 16
"""In place of the sides that a train may leave a cell by: it has come to the mine."""
_QUEUE: Final = NODES * 4
_QUEUES: Final[vec[i64]] = vec[i64]([0] * (3 * _QUEUE))
_FAR: Final[vec[i64]] = vec[i64]([FAR] * (NODES * SOURCES))
_TEN_FAR: Final[vec[i64]] = vec[i64]([FAR] * LINKS)
_NO_LEVELS: Final[vec[i64]] = vec[i64]([0] * (LEVELS * SOURCES))
_NOBODY: Final[vec[i64]] = vec[i64]([-1] * BORDERS)
_LINK_OF: Final[vec[i64]] = vec[i64]([-1, 0, 1, 2, 6, 0, -1, 3, 4, 7, 1, 3, -1, 5, 8, 2, 4, 5, -1, 9, 6, 7, 8, 9, -1])
"""The link between two sources, by source * SOURCES + source."""
_LOWEST: Final[vec[i64]] = vec[i64]([0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0])
"""The first side of a mask."""
_PRICE: Final[vec[i64]] = vec[i64]([64 * WEIGHT[cell] + 1 for cell in range(CELLS)])
"""What an empty cell costs."""


def _ahead() -> vec[i64]:
    table = vec[i64]([0] * NODES)
    for place in range(NODES):
        beyond = NEIGHBOUR[place]
        table[place] = -1 - BORDER[place] if beyond < 0 else beyond * 4 + ((place & 3) ^ 2)
    return table


_AHEAD: Final[vec[i64]] = _ahead()
"""Where a train comes to that leaves a cell by a side: the node there, or −1 − the border square."""


class Spread:
    """The costs of a sheet's ten links (as in `potential.Outlook`), and how they come about; made once, used often."""

    def __init__(self) -> None:
        self.costs: vec[i64] = _TEN_FAR[:]
        self.nodes: vec[i64] = _FAR[:]
        """What each source needs to come into a node and to fill its cell, by source * NODES + node."""
        self.levels: vec[i64] = _NO_LEVELS[:]
        """The empty cells that a source comes to with so much or less, as masks, by source * LEVELS + need."""
        self._exits: vec[i64] = _FAR[:NODES]
        self._price: vec[i64] = _PRICE[:]
        self._whose: vec[i64] = _NOBODY[:]
        """The station at each border square, −1: none."""

    def look(self, cells: vec[i64], base: i64, facts: vec[i64], at: i64, mine: i64) -> None:
        """Find all that out anew, for a sheet whose contents and facts begin at these places."""
        self.costs = _TEN_FAR[:]
        self.nodes = _FAR[:]
        self.levels = _NO_LEVELS[:]
        exits, price, whose = self._exits, self._price, self._whose
        node: i64 = 0
        for cell in range(CELLS):
            content = cells[base + cell]
            if content == 0:
                price[cell] = _PRICE[cell]
                exits[node] = 14
                exits[node + 1] = 13
                exits[node + 2] = 11
                exits[node + 3] = 7
            elif content <= DRAWINGS:
                price[cell] = 1
                for side in range(4):
                    exits[node + side] = EXITS[content * 4 + side]
            else:
                for side in range(4):
                    exits[node + side] = _INTO_MINE if content == MINE else 0
            node += 4
        for border in range(BORDERS):
            whose[border] = -1
        for station in range(4):
            whose[facts[at + STATIONS + station]] = station
        for source in range(SOURCES):
            self._spread(source, facts[at + STATIONS + source] if source < 4 else -1, mine)

    def _spread(self, source: i64, border: i64, mine: i64) -> None:
        """Spread out from a station (or the mine), cheapest first, as far as its open links need."""
        until: i64 = 0
        costs, first = self.costs, source * NODES
        for other in range(source):
            need = costs[_LINK_OF[source * SOURCES + other]] >> 6
            if until < need < NEEDS:
                until = need
        if until == 0 and source == 4:
            return
        nodes, exits, price, whose, levels = self.nodes, self._exits, self._price, self._whose, self.levels
        ahead, queue, links, lowest = _AHEAD, _QUEUES, _LINK_OF, _LOWEST
        now: i64 = 0  # three queues in one: nodes of the present need, of one more, of two more
        later: i64 = _QUEUE
        latest: i64 = 2 * _QUEUE
        now_end, later_end, latest_end = now, later, latest
        for side in range(4):
            if source == 4:
                node = ahead[mine * 4 + side]
                if node < 0:
                    continue
            elif side == 0:
                node = BORDER_CELL[border] * 4 + border // 6
            else:
                break
            if exits[node] == _INTO_MINE:
                costs[LINKS - 4 + source] = 0
            elif exits[node] != 0:
                cost = price[node >> 2]
                nodes[first + node] = cost
                if cost < 64:
                    queue[now_end] = node
                    now_end += 1
                elif cost < 128:
                    queue[later_end] = node
                    later_end += 1
                else:
                    queue[latest_end] = node
                    latest_end += 1
        filled: i64 = 0
        reached: i64 = 0
        while True:
            head = now
            while head < now_end:
                node = queue[head]
                head += 1
                cost = nodes[first + node]
                if cost >> 6 != filled:
                    continue
                leave = exits[node]
                cell = node >> 2
                if price[cell] > 1:
                    reached |= BIT[cell]
                place = cell << 2
                while leave != 0:
                    after = ahead[place + lowest[leave]]
                    leave &= leave - 1
                    if after < 0:
                        other = whose[-1 - after]
                        if other >= 0 and other != source:
                            link = links[source * SOURCES + other]
                            if cost < costs[link]:
                                costs[link] = cost
                        continue
                    onward = exits[after]
                    if onward == 0:
                        continue
                    if onward == _INTO_MINE:
                        if source < 4 and cost < costs[LINKS - 4 + source]:
                            costs[LINKS - 4 + source] = cost
                        continue
                    step = price[after >> 2]
                    further = cost + step
                    if further < nodes[first + after]:
                        nodes[first + after] = further
                        if step < 64:
                            queue[now_end] = after
                            now_end += 1
                        elif step < 128:
                            queue[later_end] = after
                            later_end += 1
                        else:
                            queue[latest_end] = after
                            latest_end += 1
            levels[source * LEVELS + filled] = reached
            if filled >= until:
                found = True
                for other in range(source + 1, SOURCES):
                    if costs[links[source * SOURCES + other]] >= FAR:
                        found = False
                if found:
                    return
            filled += 1
            if filled > NEEDS - 2 or later_end - later + latest_end - latest == 0:
                return
            spent = now
            now, now_end = later, later_end
            later, later_end = latest, latest_end
            latest, latest_end = spent, spent


def ways(spread: Spread, link: i64) -> i64:
    """The empty cells on a link's cheapest ways, as a mask."""
    levels = spread.levels
    need = spread.costs[link] >> 6
    a, b = LINK_A[link] * LEVELS, LINK_B[link] * LEVELS + need
    diagonal: i64 = 0x810204081  # the cells that count twice; written out, see core.bits
    found: i64 = 0
    # A cell is counted from both sides: together they need no more than the link and the cell's own weight.
    for near in range(1, need + 1):
        fresh = levels[a + near] & ~levels[a + near - 1]
        found |= fresh & ((levels[b + 1 - near] & ~diagonal) | (levels[b + 2 - near] & diagonal))
    return found
