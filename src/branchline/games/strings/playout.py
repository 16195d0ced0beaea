"""Playouts: the game from here on, played quickly by everybody; what a choice is worth in the end."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.planner import Planner, Rail
from branchline.games.strings.state import ASIDE, DRAW, GIVE_UP, LAY, PLACE, RAIL, STATION, Shape, Strings
from branchline.games.strings.table import Table, marker
from branchline.games.strings.tiles import Tile, tile_at


class Playout:
    """A quick player for all companies: a narrow beam, and few places for a station."""

    def __init__(self, width: i64, spots: i64, spite: i64, hurry: i64) -> None:
        self.width: i64 = width
        self.spots: i64 = spots
        self.spite: i64 = spite
        self.hurry: i64 = hurry

    def run(self, state: Strings, turns: i64, chance: Generator, rng: Generator) -> None:
        """Play the state on until so many turns are finished, or to its end."""
        while state.turn < turns:
            if state.phase == DRAW:
                state.apply_chance(chance.below(state.chance()))
            elif state.phase == PLACE:
                self.place(state, rng)
            elif state.phase == LAY:
                self.lay(state)
            else:
                return

    def lay(self, state: Strings) -> None:
        """Lay the best rail that a quick look finds."""
        rail = self.best(state, state.table)
        if rail is None:
            state.apply(0, GIVE_UP)
        else:
            state.apply(0, state.intern(Shape(RAIL, rail.line, None, 1 if rail.long else 0, None)))

    def best(self, state: Strings, table: Table) -> Rail | None:
        """The best rail that a quick look finds; the long string must beat the short ones by its price."""
        company = state.company()
        planner = Planner(self.width, 9, 120, self.spite, state.expert, state.first_only)
        best: Rail | None = None
        if state.short[company] > 0:
            rails = planner.rails(table, company, False)
            if len(rails) > 0:
                best = rails[0]
        if state.long[company] > 0:
            price = self.hurry if state.short[company] > 0 else 0
            rails = planner.rails(table, company, True)
            if len(rails) > 0:
                rails[0].value -= price
                if best is None or rails[0].value > best.value:
                    best = rails[0]
        return best

    def place(self, state: Strings, rng: Generator) -> None:
        """Put the first station in hand on one of a few places along the best way of now."""
        company = state.company()
        kind = state.next_kind()
        table = state.table
        way = self.best(state, table)
        chosen: Tile | None = None
        most: i64 = -(1 << 50)
        found: i64 = 0
        for attempt in range(self.spots * 8):
            tile = self._spot(state, way, attempt, rng)
            if table.place_fault(tile) != 0:
                continue
            found += 1
            if self.spots == 1:
                chosen = tile
                break
            after = table.clone()
            after.add_station(tile, kind, marker(kind, company), 0)
            rail = self.best(state, after)
            value = -(1 << 40) if rail is None else rail.value * 16 - (rail.verdict.length >> 10)
            if value > most:
                chosen, most = tile, value
            if found == self.spots:
                break
        if chosen is None:
            state.apply(0, ASIDE + kind)
        else:
            state.apply(0, state.intern(Shape(STATION, None, chosen, kind, None)))

    def _spot(self, state: Strings, way: Rail | None, attempt: i64, rng: Generator) -> Tile:
        """A place along the way, or round a station of the company."""
        table = state.table
        if way is not None and attempt % 3 < 2:
            line = way.line
            i = rng.below(line.segments)
            t = rng.below(101)
            x = line.xs[i] + (line.xs[i + 1] - line.xs[i]) * t // 100
            y = line.ys[i] + (line.ys[i + 1] - line.ys[i]) * t // 100
            spread: i64 = 350
        else:
            company = state.company()
            own = vec[i64]()
            for s in range(len(table.tiles)):
                if (table.reached[s] >> company) & 1:
                    own = append(own, s)
            tile = table.tiles[own[rng.below(len(own))]]
            x, y, spread = tile.x, tile.y, 1300
        return tile_at(x + rng.below(2 * spread + 1) - spread, y + rng.below(2 * spread + 1) - spread, rng.below(6))
