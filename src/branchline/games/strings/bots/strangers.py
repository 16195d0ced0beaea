"""Strangers: opponents in a style of their own, without playouts or the planner of the other bots.

Nothing is trained or tuned against them, so they tell how well the others play against people they do not know.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.strings.rules.codes import LAY, PLACE
from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.lay import legal_rail
from branchline.games.strings.rules.layout import COS15
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.place import fault
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import SIDE, Tile, tile_at

_STOPS: Final = 7
"""A rail has so many stops at most."""
_TRIES: Final = 4
"""Stations that are tried as the next stop."""
_SPOTS: Final = 60
"""Places that are tried for a station."""
_FAR: Final = 1 << 40


class Stranger(Policy):
    """Leads rails on from stop to stop as its habit goes, and lays the one of them with the most points."""

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            long = not state.has_string(False)
            line = self._rail(state, long)
            if line is not None:
                return state.draft(RailShape(line, long))
        elif state.phase == PLACE:
            for _try in range(_SPOTS):
                tile = self.spot(state, rng)
                if fault(state.table, tile) == 0:
                    return state.draft(StationShape(tile, state.next_kind()))
        return state.sample(seat, rng)

    def spot(self, state: Strings, rng: Generator) -> Tile:
        """A place that it likes for a station, whether it fits or not."""
        raise NotImplementedError

    def cost(self, state: Strings, stops: vec[i64], station: i64) -> i64:
        """How little it likes a station as the next stop."""
        raise NotImplementedError

    def _rail(self, state: Strings, long: bool) -> Line | None:
        best: Line | None = None
        top: i64 = -_FAR
        for start in range(len(state.table.tiles)):
            if (state.table.reached[start] >> state.company()) & 1 == 0:
                continue
            stops = vec[i64]([start])
            while len(stops) < _STOPS:
                line, stop = self._longer(state, stops, long)
                if line is None:
                    break
                stops = append(stops, stop)
                points = state.judge(line, long).points
                if points > top:
                    best, top = line, points
        return best

    def _longer(self, state: Strings, stops: vec[i64], long: bool) -> tuple[Line | None, i64]:
        """The rail with the next stop, the first in the order of its likes that is legal."""
        tried: i64 = 0
        for _try in range(_TRIES):
            least: i64 = _FAR
            next_stop: i64 = -1
            for station in range(len(state.table.tiles)):
                if (tried >> station) & 1 == 0 and station not in stops:
                    cost = self.cost(state, stops, station)
                    if cost < least:
                        least, next_stop = cost, station
            if next_stop < 0:
                break
            line = legal_rail(state.table, state.company(), 2 if long else 1, append(stops[:], next_stop))
            if line is not None:
                return line, next_stop
            tried |= 1 << next_stop
        return None, -1


class Hugger(Stranger):
    """Builds beside the company on its left: its stations, and rails through all that it has reached."""

    def spot(self, state: Strings, rng: Generator) -> Tile:
        table = state.table
        near = vec[i64]()
        for station in range(len(table.tiles)):
            if (table.reached[station] >> _neighbour(state)) & 1:
                near = append(near, station)
        beside = table.tiles[near[rng.below(len(near))]]
        heading = rng.below(24)
        far = SIDE + SIDE // 4 + rng.below(2 * SIDE)
        x = beside.x + far * COS15[heading] // 1024
        y = beside.y + far * COS15[(heading + 18) % 24] // 1024
        return tile_at(x, y, rng.below(6))

    def cost(self, state: Strings, stops: vec[i64], station: i64) -> i64:
        table = state.table
        last, there = table.tiles[stops[len(stops) - 1]], table.tiles[station]
        cost = distance(last.x, last.y, there.x, there.y)
        if (table.reached[station] >> state.company()) & 1:
            cost *= 4
        if (table.reached[station] >> _neighbour(state)) & 1 == 0:
            cost *= 2
        return cost


class Liner(Stranger):
    """Likes straight lines: from its base through the middle of the field, and on in the direction once taken."""

    def spot(self, state: Strings, rng: Generator) -> Tile:
        ring = state.table.ground().ring
        base = state.table.tiles[0]
        for station in range(state.companies):
            if state.table.owners[station] == state.company():
                base = state.table.tiles[station]
        t = 10 + rng.below(150)
        x = base.x + ((ring.left + ring.right) // 2 - base.x) * t // 100
        y = base.y + ((ring.top + ring.bottom) // 2 - base.y) * t // 100
        return tile_at(x + rng.below(SIDE) - SIDE // 2, y + rng.below(SIDE) - SIDE // 2, rng.below(6))

    def cost(self, state: Strings, stops: vec[i64], station: i64) -> i64:
        table = state.table
        last, there = table.tiles[stops[len(stops) - 1]], table.tiles[station]
        cost = distance(last.x, last.y, there.x, there.y)
        if len(stops) > 1:
            before = table.tiles[stops[len(stops) - 2]]
            straight = distance(before.x, before.y, there.x, there.y)
            bend = distance(before.x, before.y, last.x, last.y) + cost - straight
            cost += 8 * bend
        if (table.reached[station] >> state.company()) & 1:
            cost *= 3
        return cost


def _neighbour(state: Strings) -> i64:
    """The company that plays next."""
    return (state.company() + 1) % state.companies
