"""L12–L16: the routes of a sheet, from station to station and to the mine.

The shortest walk is the answer unless it uses a side twice, as a balloon loop does (L13); only then a search
that remembers its track looks for the true route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import CELLS, FACTS, MINE, STATIONS, pack_step
from branchline.games.rails30.rules.field import NEIGHBOUR
from branchline.games.rails30.rules.trails import TO_MINE, best_trail, is_trail
from branchline.games.rails30.rules.walks import BESIDE_MINE, NO_DISTANCES, NOTHING, Walks, distances, way_to

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30


def find_route(state: Rails30, seat: i64, a: i64, b: i64, from_a: Walks, from_b: Walks) -> vec[i64]:
    """The nodes of the route between two stations that counts (L13, L15); empty if there is none."""
    last = from_a.last[b]
    if last < 0:
        return NOTHING
    route = way_to(from_a, last)
    goal = state.facts[seat * FACTS + STATIONS + b]
    if is_trail(route, goal):
        return route
    return best_trail(state, seat, a, goal, distances(from_b))


def find_way_to_mine(state: Rails30, seat: i64, station: i64, walks: Walks) -> vec[i64]:
    """The nodes of a shortest way from a station to the mine (L16); empty if there is none, or no track in it."""
    last = walks.last[4]
    if last < 0:
        return NOTHING
    way = way_to(walks, last)
    return way if is_trail(way, -1) else best_trail(state, seat, station, TO_MINE, NO_DISTANCES)


def is_at_mine(walks: Walks) -> bool:
    """L16: whether the station stands directly beside the mine."""
    return walks.last[4] == BESIDE_MINE


def trace_route(state: Rails30, seat: i64, b: i64, route: vec[i64]) -> vec[i64]:
    """The steps of a route that ends at station b, each with its cell and the sides entered and left by."""
    return _trace(route, state.facts[seat * FACTS + STATIONS + b] // 6)


def trace_way_to_mine(state: Rails30, seat: i64, way: vec[i64]) -> vec[i64]:
    """The steps of a way to the mine."""
    if len(way) > 0:
        cell = way[len(way) - 1] >> 3
        for side in range(4):
            beyond = NEIGHBOUR[cell * 4 + side]
            if beyond >= 0 and state.cells[seat * CELLS + beyond] == MINE:
                return _trace(way, side)
    return NOTHING


def _trace(route: vec[i64], end: i64) -> vec[i64]:
    steps = vec[i64]()
    for place in range(len(route)):
        leave = end
        if place + 1 < len(route):
            leave = ((route[place + 1] >> 1) & 3) ^ 2
        steps = append(steps, pack_step(route[place] >> 3, (route[place] >> 1) & 3, leave))
    return steps
