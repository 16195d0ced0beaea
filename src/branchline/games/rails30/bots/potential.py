"""How far a sheet's routes are from done: for every pair of stations, and for every station and the mine,
what still has to be drawn in empty cells, and how long the route would be then.

A search over (cell, side entered by): an existing track leads where it leads for nothing, an empty cell may
still become anything and costs one; on the diagonal it costs two, since only one value of the white die in six
names such a cell, and two name any other. Points come from rules/scoring.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import BORDERS, CELLS, MINE, PAIRS
from branchline.games.rails30.rules.drawings import EXITS, LINKS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B

STEP: Final = 64
"""A cost counts what is needed in steps of 64 and cells passed in ones."""
FAR: Final = STEP * 40
MINE_SOURCE: Final = 24
"""The mine as a place to reach or to start from, after the 24 border squares."""
NEEDS: Final = 24
"""Needs of so much and more are judged alike: not to be had."""
WEIGHT: Final[vec[i64]] = vec[i64]([2 if cell % 7 == 0 else 1 for cell in range(CELLS)])
"""What each empty cell counts for as a need: the diagonal is named half as often."""
_ALL_FAR: Final[vec[i64]] = vec[i64]([FAR] * (CELLS * 4))
_QUEUE: Final = CELLS * 4 * 4
"""Space for the nodes of one need: a node has three ways in, and may be reached better twice. Kept between calls."""
_QUEUES: Final[vec[i64]] = vec[i64]([0] * (3 * _QUEUE))
_GOALS_FAR: Final[vec[i64]] = vec[i64]([FAR] * (BORDERS + 1))
_SIDES_FAR: Final[vec[i64]] = vec[i64]([FAR] * 4)
_ENTERS_FAR: Final[vec[i64]] = vec[i64]([FAR] * 20)
_COSTS_FAR: Final[vec[i64]] = vec[i64]([FAR] * 10)
_OPEN: Final[vec[i64]] = vec[i64]([14, 13, 11, 7])
"""The sides by which a train may leave an empty cell, once it becomes something: all but the one entered by."""


class Reach:
    """What one place reaches: the costs to nodes (their own cell included), to border squares and the mine.

    Where the search kept out of one cell (the hole), `enter` has the costs to come to that cell's sides.
    """

    def __init__(self) -> None:
        self.node: vec[i64] = _ALL_FAR[:]
        self.goal: vec[i64] = _GOALS_FAR[:]
        self.enter: vec[i64] = _SIDES_FAR[:]


def reach(cells: vec[i64], base: i64, source: i64, mine: i64, hole: i64, most: i64) -> Reach:
    """Spread out from a border square (or from the mine) as far as a need of `most`, cheapest first."""
    found = Reach()
    cost_of, goal, enter = found.node, found.goal, found.enter
    neighbour, border, exits_of, weights = NEIGHBOUR, BORDER, EXITS, WEIGHT
    queue = _QUEUES  # three in one: nodes of the present need, of one more, of two more
    now: i64 = 0
    later: i64 = _QUEUE
    latest: i64 = 2 * _QUEUE
    now_end, later_end, latest_end = now, later, latest
    for side in range(4):
        if source == MINE_SOURCE:
            start = neighbour[mine * 4 + side]
            entry = side ^ 2
            if start < 0:
                goal[border[mine * 4 + side]] = 0
                continue
        else:
            if side > 0:
                break
            start = BORDER_CELL[source]
            entry = source // 6
        content = cells[base + start]
        node = start * 4 + entry
        if start == hole:
            enter[entry] = 0
        elif content == MINE:
            goal[MINE_SOURCE] = 0
        elif content == 0:
            weight = weights[start]
            cost_of[node] = STEP * weight + 1
            if weight == 1:
                queue[later_end] = node
                later_end += 1
            else:
                queue[latest_end] = node
                latest_end += 1
        elif exits_of[content * 4 + entry] != 0:
            cost_of[node] = 1
            queue[now_end] = node
            now_end += 1
    filled: i64 = 0
    while True:
        head = now
        while head < now_end:
            node = queue[head]
            head += 1
            cost = cost_of[node]
            if cost >> 6 != filled:
                continue
            cell = node >> 2
            content = cells[base + cell]
            exits = _OPEN[node & 3] if content == 0 else exits_of[content * 4 + (node & 3)]
            for side in range(4):
                if (exits >> side) & 1 == 0:
                    continue
                beyond = neighbour[cell * 4 + side]
                if beyond < 0:
                    out = border[cell * 4 + side]
                    if cost < goal[out]:
                        goal[out] = cost
                    continue
                if beyond == hole:
                    if cost < enter[side ^ 2]:
                        enter[side ^ 2] = cost
                    continue
                content = cells[base + beyond]
                after = beyond * 4 + (side ^ 2)
                if content == 0:
                    weight = weights[beyond]
                    further = cost + STEP * weight + 1
                    if further < cost_of[after]:
                        cost_of[after] = further
                        if weight == 1:
                            queue[later_end] = after
                            later_end += 1
                        else:
                            queue[latest_end] = after
                            latest_end += 1
                elif content == MINE:
                    if cost < goal[MINE_SOURCE]:
                        goal[MINE_SOURCE] = cost
                elif exits_of[content * 4 + (side ^ 2)] != 0 and cost + 1 < cost_of[after]:
                    cost_of[after] = cost + 1
                    queue[now_end] = after
                    now_end += 1
        filled += 1
        if filled > most or later_end - later + latest_end - latest == 0:
            return found
        spent = now
        now, now_end = later, later_end
        later, later_end = latest, latest_end
        latest, latest_end = spent, spent


class Outlook:
    """The costs of a sheet's ten links: six pairs of stations, then four stations to the mine.

    `nodes` and `enter` come from the five sources: the four stations, then the mine.
    """

    def __init__(self) -> None:
        self.costs: vec[i64] = _COSTS_FAR[:]
        self.nodes: list[vec[i64]] = []
        self.enter: vec[i64] = _ENTERS_FAR[:]


def outlook(cells: vec[i64], base: i64, facts: vec[i64], first: i64, mine: i64, hole: i64, most: i64) -> Outlook:
    """The ten links as the sheet stands, or as they were if one cell (the hole) could not be used."""
    found = Outlook()
    goals: list[vec[i64]] = []
    for source in range(5):
        place = facts[first + source] if source < 4 else MINE_SOURCE
        reached = reach(cells, base, place, mine, hole, most)
        found.nodes.append(reached.node)
        for side in range(4):
            found.enter[source * 4 + side] = reached.enter[side]
        goals.append(reached.goal)
    for pair in range(PAIRS):
        found.costs[pair] = goals[PAIR_A[pair]][facts[first + PAIR_B[pair]]]
    for station in range(4):
        found.costs[PAIRS + station] = goals[station][MINE_SOURCE]
    return found


def on_the_way(now: Outlook, cell: i64) -> bool:
    """Whether an empty cell lies on a cheapest way of any link, so that the link costs more without it."""
    least = _COSTS_FAR[:5]
    for source in range(5):
        nodes = now.nodes[source]
        for side in range(4):
            if nodes[cell * 4 + side] < least[source]:
                least[source] = nodes[cell * 4 + side]
    for link in range(10):
        if now.costs[link] < FAR:
            a, b = LINK_A[link], LINK_B[link]
            if (least[a] >> 6) + (least[b] >> 6) - WEIGHT[cell] <= now.costs[link] >> 6:
                return True
    return False


def enter_costs(now: Outlook, cell: i64) -> vec[i64]:
    """What it costs each source to come to the sides of an empty cell."""
    enter = _ENTERS_FAR[:]
    own = STEP * WEIGHT[cell] + 1
    for source in range(5):
        nodes = now.nodes[source]
        for side in range(4):
            if nodes[cell * 4 + side] < FAR:
                enter[source * 4 + side] = nodes[cell * 4 + side] - own
    return enter


def _drawn_links() -> vec[i64]:
    """The links of each drawing as four sides, the second link repeating the first where there is only one."""
    table = vec[i64]([0, 0, 0, 0])
    for links in LINKS:
        for a, b in (links[0], links[-1]):
            table = append(table, a)
            table = append(table, b)
    return table


DRAWN: Final[vec[i64]] = _drawn_links()
LINK_A: Final[vec[i64]] = vec[i64]([0, 0, 0, 1, 1, 2, 0, 1, 2, 3])
LINK_B: Final[vec[i64]] = vec[i64]([1, 2, 3, 2, 3, 3, 4, 4, 4, 4])


def draw_costs(costs: vec[i64], enter: vec[i64], drawing: i64) -> vec[i64]:
    """The ten links once a drawing fills a cell: as without the cell, or through one of the drawing's links."""
    after = costs[:]
    s, t = DRAWN[drawing * 4], DRAWN[drawing * 4 + 1]
    u, v = DRAWN[drawing * 4 + 2], DRAWN[drawing * 4 + 3]
    for link in range(10):
        a, b = LINK_A[link] * 4, LINK_B[link] * 4
        best = after[link]
        cost = enter[a + s] + enter[b + t] + 1
        if cost < best:
            best = cost
        cost = enter[a + t] + enter[b + s] + 1
        if cost < best:
            best = cost
        cost = enter[a + u] + enter[b + v] + 1
        if cost < best:
            best = cost
        cost = enter[a + v] + enter[b + u] + 1
        if cost < best:
            best = cost
        after[link] = best
    return after
