"""Where a station would help its placer most, by the best rail that it allows."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules._fields import clone_table
from branchline.games.strings.rules.place import fault, marker
from branchline.games.strings.rules.planning.planner import Planner, Rail
from branchline.games.strings.rules.state import Strings
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import Tile, tile_at

HURRY: Final = 2200
"""By how much the long string must beat the short ones to be spent while there are any (1/1000 point)."""
DEPTH: Final = 9
"""Stops of a rail that are looked for at most, after the first."""
PRICE: Final = 120
"""What 10 mm of string cost while a way can still grow (1/1000 point)."""
SPITE: Final = 300
"""What a point that an opponent loses is worth (1/1000 point)."""
SPOTS: Final = 14
"""Places that are compared for a station."""
QUICK: Final = 5
"""The beam's width while places are compared."""
_WORTH: Final[vec[i64]] = vec[i64]([0, 3, 3, 0, 2, 2, 2, 3, 1, 2])


def plain_planner(state: Strings, width: i64, depth: i64 = DEPTH, price: i64 = PRICE, spite: i64 = SPITE) -> Planner:
    """A planner under the game's options that weighs all opponents alike."""
    return Planner(width, depth, price, spite, state.expert, state.first_only)


def best_rail(state: Strings, table: Table, planner: Planner) -> Rail | None:
    """The best rail now; the long string only where it is worth its loss."""
    company = state.company()
    best: Rail | None = None
    if state.short[company] > 0:
        rails = planner.rails(table, company, False)
        if len(rails) > 0:
            best = rails[0]
    if state.long[company] > 0:
        price: i64 = HURRY if state.short[company] > 0 else 0
        rails = planner.rails(table, company, True)
        for rail in rails:
            rail.value -= price
        if len(rails) > 0 and (best is None or rails[0].value > best.value):
            best = rails[0]
    return best


def first_kind(state: Strings) -> i64:
    """The drawn station to place first: the one worth most to the placer, where it can steer the next ones."""
    best: i64 = -1
    most: i64 = -1
    for kind in range(len(state.hand)):
        if state.hand[kind] > 0:
            worth = _WORTH[kind]
            if worth > most:
                best, most = kind, worth
    return best


def best_place(state: Strings, kind: i64, planner: Planner, spots: i64, rng: Generator) -> Tile | None:
    """The best of some places for a station, by the best rail that it allows."""
    best: Tile | None = None
    most: i64 = -(1 << 40)
    for tile in places(state, planner, spots, rng):
        value = _value(state, planner, kind, tile)
        if value > most:
            best, most = tile, value
    return best


def _value(state: Strings, planner: Planner, kind: i64, tile: Tile) -> i64:
    """What a place is worth: the best rail with the station there."""
    table = clone_table(state.table)
    table.add_station(tile, kind, marker(kind, state.company()), 0)
    rail = best_rail(state, table, planner)
    return 0 if rail is None else rail.value * 16 - (rail.verdict.length >> 10)


def places(state: Strings, planner: Planner, spots: i64, rng: Generator) -> list[Tile]:
    """Places to compare: on or beside the best rails of now, round the own stations, and anywhere."""
    company = state.company()
    table = state.table
    ways: list[Rail] = []
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
    for attempt in range(spots * 12):
        if len(found) >= spots:
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
        place = tile_at(x + rng.below(2 * spread + 1) - spread, y + rng.below(2 * spread + 1) - spread, rng.below(6))
        if fault(table, place) == 0:
            found.append(place)
    return found
