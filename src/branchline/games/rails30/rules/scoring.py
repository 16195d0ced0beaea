"""L11–L16, L20: what a sheet scores, for the routes between its stations and to its mine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.rails30.rules.codes import BONUS_AT, FACTS, PAIRS, SHARES
from branchline.games.rails30.rules.drawings import TABLES
from branchline.games.rails30.rules.routes import (
    find_route,
    find_way_to_mine,
    is_at_mine,
    trace_route,
    trace_way_to_mine,
)
from branchline.games.rails30.rules.walks import walk

if TYPE_CHECKING:
    from branchline.games.rails30.rules.state import Rails30

PAIR_A: Final[vec[i64]] = vec[i64]([0, 0, 0, 1, 1, 2])
PAIR_B: Final[vec[i64]] = vec[i64]([1, 2, 3, 2, 3, 3])
PAIR_POINTS: Final[vec[i64]] = vec[i64]([1, 2, 3, 3, 4, 5])
"""L11: stations i and j score i + j − 2 for being joined."""
MINE_POINTS: Final[vec[i64]] = vec[i64](TABLES["mine_points"])
"""L16, by the number of stations with a route to the mine."""
_ZEROS: Final[vec[i64]] = vec[i64]([0] * PAIRS)


class Survey:
    """What a sheet scores: for each pair the length of its route (0: none) and its bonus; the mine's stations."""

    def __init__(self) -> None:
        self.length: vec[i64] = _ZEROS[:]
        self.bonus: vec[i64] = _ZEROS[:]
        self.mine: i64 = 0
        """The stations with a route to the mine, as a bit mask."""
        self.routes: list[vec[i64]] = []
        """The steps of each pair's route in order (codes.pack_step), when the survey was asked for them."""
        self.mine_ways: list[vec[i64]] = []
        """The steps of each station's way to the mine, when the survey was asked for them."""

    def pair_points(self, pair: i64) -> i64:
        """L11: what the pair scores."""
        if self.length[pair] == 0:
            return 0
        return PAIR_POINTS[pair] + self.length[pair] + self.bonus[pair]


def survey(state: Rails30, seat: i64, with_steps: bool = False) -> Survey:
    """The sheet's routes and its mine, exactly."""
    found = Survey()
    bonus = state.facts[seat * FACTS + BONUS_AT]
    walks = [walk(state, seat, station) for station in range(4)]
    for pair in range(PAIRS):
        a, b = PAIR_A[pair], PAIR_B[pair]
        route = find_route(state, seat, a, b, walks[a], walks[b])
        if len(route) > 0:
            found.length[pair] = len(route)
            for node in route:
                if node >> 3 == bonus:
                    found.bonus[pair] = 2
        if with_steps:
            found.routes.append(trace_route(state, seat, b, route))
    for station in range(4):
        way = find_way_to_mine(state, seat, station, walks[station])
        if len(way) > 0 or is_at_mine(walks[station]):
            found.mine |= 1 << station
        if with_steps:
            found.mine_ways.append(trace_way_to_mine(state, seat, way))
    return found


def points(state: Rails30, seat: i64) -> i64:
    """The sheet's points as it stands; with shares the lower of shares and route counts (L20)."""
    found = survey(state, seat)
    total: i64 = 0
    for pair in range(PAIRS):
        scored = found.pair_points(pair)
        if state.with_shares and state.facts[seat * FACTS + SHARES + pair] < scored:
            scored = state.facts[seat * FACTS + SHARES + pair]
        total += scored
    return total + mine_points(found.mine)


def mine_points(stations: i64) -> i64:
    """L16, for a bit mask of stations."""
    return MINE_POINTS[(stations & 1) + (stations >> 1 & 1) + (stations >> 2 & 1) + (stations >> 3 & 1)]
