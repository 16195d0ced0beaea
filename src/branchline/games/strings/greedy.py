"""The greedy bot: the station where it helps the next string most, and the string that brings most now."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.strings.planner import Planner, Rail
from branchline.games.strings.shapes import RAIL, STATION, Shape
from branchline.games.strings.state import LAY, PLACE, Strings
from branchline.games.strings.table import Table, marker
from branchline.games.strings.tiles import Tile, tile_at


class Greedy(Policy):
    """Looks at this turn only."""

    def __init__(self) -> None:
        self.width: i64 = 12
        self.spots: i64 = 14
        self.quick: i64 = 5
        """The beam's width while places for a station are compared."""
        self.spite: i64 = 300
        self.hurry: i64 = 2200
        """By how much the long string must beat the short ones, for each further round, to be spent (1/1000 point)."""

    def planner(self, state: Strings, width: i64) -> Planner:
        """A planner under the game's options."""
        return Planner(width, 9, 120, self.spite, state.expert, state.first_only)

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Strings)
        if state.phase == LAY:
            rail = self.best_rail(state, state.table, self.width)
            if rail is not None:
                return state.intern(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None))
        elif state.phase == PLACE:
            kind = self.first_kind(state)
            tile = self.best_place(state, kind, rng)
            if tile is not None:
                return state.intern(Shape(STATION, None, tile, kind, None))
        return state.sample(seat, rng)

    def best_rail(self, state: Strings, table: Table, width: i64) -> Rail | None:
        """The best rail now; the long string only where it is worth its loss."""
        company = state.company()
        best: Rail | None = None
        planner = self.planner(state, width)
        if state.short[company] > 0:
            rails = planner.rails(table, company, False)
            if len(rails) > 0:
                best = rails[0]
        if state.long[company] > 0:
            price = self.long_price(state)
            rails = planner.rails(table, company, True)
            for rail in rails:
                rail.value -= price
            if len(rails) > 0 and (best is None or rails[0].value > best.value):
                best = rails[0]
        return best

    def long_price(self, state: Strings) -> i64:
        """What is lost by spending the long string now: it grows with the rounds that are left."""
        company = state.company()
        return self.hurry if state.short[company] > 0 else 0

    def first_kind(self, state: Strings) -> i64:
        """The drawn station to place first: the one worth most to the placer, where it can steer the next ones."""
        best: i64 = -1
        most: i64 = -1
        for kind in range(len(state.hand)):
            if state.hand[kind] > 0:
                worth = _WORTH[kind]
                if worth > most:
                    best, most = kind, worth
        return best

    def best_place(self, state: Strings, kind: i64, rng: Generator) -> Tile | None:
        """The best of some places for a station, by the best rail that it allows."""
        best: Tile | None = None
        most: i64 = -(1 << 40)
        for tile in self.places(state, rng):
            value = self.place_value(state, kind, tile)
            if value > most:
                best, most = tile, value
        return best

    def place_value(self, state: Strings, kind: i64, tile: Tile) -> i64:
        """What a place is worth: the best rail with the station there."""
        table = state.table.clone()
        company = state.company()
        table.add_station(tile, kind, marker(kind, company), 0)
        rail = self.best_rail(state, table, self.quick)
        return 0 if rail is None else rail.value * 16 - (rail.verdict.length >> 10)

    def places(self, state: Strings, rng: Generator) -> list[Tile]:
        """Places to compare: on or beside the best rails of now, round the own stations, and anywhere."""
        company = state.company()
        table = state.table
        ways: list[Rail] = []
        planner = self.planner(state, self.quick)
        if state.short[company] > 0:
            ways = planner.rails(table, company, False)[:4]
        if state.long[company] > 0:
            ways.extend(planner.rails(table, company, True)[:2])
        own = vec[i64]()
        for s in range(len(table.tiles)):
            if (table.reached[s] >> company) & 1:
                own = append(own, s)
        found: list[Tile] = []
        ring = table.ground().ring
        for attempt in range(self.spots * 12):
            if len(found) >= self.spots:
                break
            how = attempt % 4
            if how < 2 and len(ways) > 0:
                line = ways[rng.below(len(ways))].line
                i = rng.below(line.segments)
                t = rng.below(101)
                x = line.xs[i] + (line.xs[i + 1] - line.xs[i]) * t // 100
                y = line.ys[i] + (line.ys[i + 1] - line.ys[i]) * t // 100
                spread: i64 = 300
            elif how < 3:
                tile = table.tiles[own[rng.below(len(own))]]
                x, y, spread = tile.x, tile.y, 1300
            else:
                x, y = (ring.left + ring.right) // 2, (ring.top + ring.bottom) // 2
                spread = (ring.right - ring.left) // 2
            place = tile_at(
                x + rng.below(2 * spread + 1) - spread, y + rng.below(2 * spread + 1) - spread, rng.below(6)
            )
            if table.place_fault(place) == 0:
                found.append(place)
        return found


_WORTH: vec[i64] = vec[i64]([0, 3, 3, 0, 2, 2, 2, 3, 1, 2])
