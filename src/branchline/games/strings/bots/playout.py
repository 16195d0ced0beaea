"""Playouts: the game from here on, played quickly by everybody; what a choice is worth in the end."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.games.strings.bots.legs import MOST, Legs
from branchline.games.strings.bots.sketch import Outline, Sketcher
from branchline.games.strings.rules.codes import ASIDE, DRAW, GIVE_UP, LAY, PLACE, SHAPE
from branchline.games.strings.rules.layout import COS15
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.place import fault
from branchline.games.strings.rules.planning.planner import Planner, Rail
from branchline.games.strings.rules.shapes import RailShape, StationShape
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.tiles import SIDE, Tile, tile_at

_TRIES: Final = 16
"""Places tried for a station before it is put aside."""
_BESIDE: Final = 180
"""How far beside a way a station may lie and still be touched without a detour."""


class Style:
    """How a company plays quickly: what string, others' points, scarce stations and the long string are worth to it."""

    def __init__(self, width: i64, price: i64, spite: i64, hurry: vec[i64], scarce: vec[i64]) -> None:
        self.sketcher = Sketcher(width, price, spite)
        self.sketcher.scarce = scarce
        self.price: i64 = price
        self.spite: i64 = spite
        self.hurry: vec[i64] = hurry
        """By how much the long string must beat the short ones, by how many of those are left."""


class Playout:
    """A quick player for all companies: outlines for rails, and the first place along the best of them that fits."""

    def __init__(self, width: i64, spite: i64, hurry: i64) -> None:
        self.usual = Style(width, 120, spite, vec[i64]([0, hurry, hurry, hurry, hurry]), vec[i64]([0] * 6))
        """How everybody plays,"""
        self.special = self.usual
        """but one company."""
        self.company: i64 = -1

    def style(self, company: i64) -> Style:
        """How the company plays."""
        return self.special if company == self.company else self.usual

    def run(self, state: Strings, legs: Legs, luck: Luck, rng: Generator, until: i64) -> None:
        """Play on until so many turns are finished, or to the end; the legs are those of the table, and go with it."""
        while state.turn < until:
            if state.phase == DRAW:
                state.apply_chance(luck.draw(state.chance()))
            elif state.phase == PLACE:
                self.place(state, legs, rng)
            elif state.phase == LAY:
                self.lay(state, legs)
            else:
                return

    def ways(self, state: Strings, legs: Legs, company: i64) -> list[Outline]:
        """The best outlines for a company; the long string must beat the short ones by its price."""
        style = self.style(company)
        style.sketcher.look(state.table, company, state.expert, state.first_only)
        ways: list[Outline] = []
        if state.short[company] > 0:
            ways = style.sketcher.ways(state.table, legs, company, False)
        if state.long[company] > 0:
            price = style.hurry[state.short[company]]
            for way in style.sketcher.ways(state.table, legs, company, True):
                way.value -= price
                k = len(ways)
                while k > 0 and ways[k - 1].value < way.value:
                    k -= 1
                ways.insert(k, way)
        return ways

    def lay(self, state: Strings, legs: Legs) -> None:
        """Lay the first outline that keeps what it promises, or the best of those that do not."""
        company = state.company()
        style = self.style(company)
        planner = Planner(1, 1, style.price, style.spite, state.expert, state.first_only)
        best: Rail | None = None
        for way in self.ways(state, legs, company):
            if best is not None and best.value >= way.value:
                break
            rail = planner.made(state.table, company, way.long, (LONG if way.long else SHORT) * 1024, way.stops)
            if rail is None:
                continue
            rail.value += style.sketcher.besides(rail.mask)
            if way.long:
                rail.value -= style.hurry[state.short[company]]
            if best is None or rail.value > best.value:
                best = rail
        if best is None:
            state.apply(0, GIVE_UP)
        else:
            state.apply(0, SHAPE, RailShape(best.line, best.long))
            legs.lay(state.table, best.line)

    def place(self, state: Strings, legs: Legs, rng: Generator) -> None:
        """Put the first station in hand where the best way of now touches it, if it fits there."""
        kind = state.next_kind()
        ways = self.ways(state, legs, state.company())
        for attempt in range(_TRIES):
            if len(ways) > 0 and attempt < _TRIES - 4:
                tile = _beside(state, legs, ways[min(attempt // 4, len(ways) - 1)], rng)
            else:
                tile = _anywhere(state, rng)
            if fault(state.table, tile) == 0:
                state.apply(0, SHAPE, StationShape(tile, kind))
                legs.grow(state.table)
                return
        state.apply(0, ASIDE + kind)


def _beside(state: Strings, legs: Legs, way: Outline, rng: Generator) -> Tile:
    """A place on a leg of the way, or beyond its end as far as the string reaches."""
    j = rng.below(len(way.stops))
    spare = (LONG if way.long else SHORT) - way.length
    if j + 1 < len(way.stops):
        a, b = way.stops[j], way.stops[j + 1]
        k, r = a * MOST + b, b * MOST + a
        t = rng.below(101)
        x = legs.xs[k] + (legs.xs[r] - legs.xs[k]) * t // 100
        y = legs.ys[k] + (legs.ys[r] - legs.ys[k]) * t // 100
    else:
        tile = state.table.tiles[way.stops[j]]
        far = SIDE + rng.below(max(min(spare, 3 * SIDE), SIDE))
        heading = rng.below(24)
        x = tile.x + far * COS15[heading] // 1024
        y = tile.y + far * COS15[(heading + 18) % 24] // 1024
    return tile_at(x + rng.below(2 * _BESIDE + 1) - _BESIDE, y + rng.below(2 * _BESIDE + 1) - _BESIDE, rng.below(6))


def _anywhere(state: Strings, rng: Generator) -> Tile:
    ring = state.table.ground().ring
    x = ring.left + rng.below(ring.right - ring.left + 1)
    y = ring.top + rng.below(ring.bottom - ring.top + 1)
    return tile_at(x, y, rng.below(6))
