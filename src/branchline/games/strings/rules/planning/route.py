"""Short ways for a rail: through given stations in order, shortened, and led round stations it may not touch."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.geometry import distance, orient, root
from branchline.games.strings.rules.lines import Line, inside
from branchline.games.strings.rules.pieces import TERMINAL
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import SIDE, Tile

_INSET: Final = 190
"""How far from a tile's centre a rail may touch it, so that it surely does."""
_PASSES: Final = 5
_ROUND: Final = 300
"""Where a way bends round a station: so far from its middle, when its corner is 283 away."""
_BEYOND: Final = 25
_OUTSIDE: Final = 1 << 40
RIVER_BENDS: Final = 2


def route(table: Table, company: i64, stops: vec[i64]) -> Line | None:
    """A short way through the stations in this order; None where two stops coincide. The judge has the last word.

    Stops below 0 are bends: places on the way that are no stations (see `bend`).
    """
    count = len(stops)
    xs, ys = vec[i64](), vec[i64]()
    for s in stops:
        x, y = stop_at(table, s)
        xs, ys = append(xs, x), append(ys, y)
    for _ in range(_PASSES):
        moved = False
        for i in range(count):
            if stops[i] < 0:
                continue
            tile = table.tiles[stops[i]]
            if i == 0:
                x, y = pulled(tile, xs[1], ys[1])
            elif i == count - 1:
                x, y = pulled(tile, xs[i - 1], ys[i - 1])
            else:
                px, py = nearest(xs[i - 1], ys[i - 1], xs[i + 1], ys[i + 1], tile.x, tile.y)
                x, y = pulled(tile, px, py)
            if x != xs[i] or y != ys[i]:
                xs[i], ys[i] = x, y
                moved = True
        if not moved:
            break
    if not table.ground().convex:
        _pull_round_corners(table, stops, xs, ys)
    return around(table, company, stops, xs, ys)


def _pull_round_corners(table: Table, stops: vec[i64], xs: vec[i64], ys: vec[i64]) -> None:
    """Where inward corners of the field bend the way, its stops are pulled towards those bends."""
    corners = table.ground().corners
    last = len(stops) - 1
    for i in range(len(stops)):
        if stops[i] < 0:
            continue
        ax, ay = xs[max(i - 1, 0)], ys[max(i - 1, 0)]
        bx, by = xs[min(i + 1, last)], ys[min(i + 1, last)]
        before = corners.between(ax, ay, xs[i], ys[i])
        after = corners.between(xs[i], ys[i], bx, by)
        if len(before) == 0 and len(after) == 0:
            continue
        if len(before) > 0:
            ax, ay = before[len(before) - 1]
        if len(after) > 0:
            bx, by = after[0]
        if i == 0:
            ax, ay = bx, by
        elif i == last:
            bx, by = ax, ay
        tile = table.tiles[stops[i]]
        px, py = nearest(ax, ay, bx, by, tile.x, tile.y)
        xs[i], ys[i] = pulled(tile, px, py)


def stop_at(table: Table, stop: i64) -> tuple[i64, i64]:
    """Where a stop is: a station's middle, or a bend's place."""
    if stop >= 0:
        return table.tiles[stop].x, table.tiles[stop].y
    return bend(table, -1 - stop)


def bend(table: Table, k: i64) -> tuple[i64, i64]:
    """Bends 0 and 1 lie just beyond the river's ends; from RIVER_BENDS on four lie just outside every station."""
    river = table.river
    if k >= RIVER_BENDS or river is None:
        tile = table.tiles[(k - RIVER_BENDS) // 4]
        x, y = tile.line.xs[(k - RIVER_BENDS) % 4], tile.line.ys[(k - RIVER_BENDS) % 4]
        return tile.x + (x - tile.x) * _ROUND // 283, tile.y + (y - tile.y) * _ROUND // 283
    last = len(river.xs) - 1
    at, before = (0, 1) if k == 0 else (last, last - 1)
    x, y = river.xs[at], river.ys[at]
    dx, dy = x - river.xs[before], y - river.ys[before]
    size = max(root(dx * dx + dy * dy), 1)
    return x + dx * _BEYOND // size, y + dy * _BEYOND // size


def pulled(tile: Tile, x: i64, y: i64) -> tuple[i64, i64]:
    """The point of the (slightly shrunken) tile that is nearest to a point."""
    us, vs = tile.line.xs, tile.line.ys
    ax, ay = us[1] - us[0], vs[1] - vs[0]
    bx, by = us[2] - us[1], vs[2] - vs[1]
    dx, dy = x - tile.x, y - tile.y
    a = min(max((dx * ax + dy * ay) // SIDE, -_INSET), _INSET)
    b = min(max((dx * bx + dy * by) // SIDE, -_INSET), _INSET)
    return tile.x + (a * ax + b * bx) // SIDE, tile.y + (a * ay + b * by) // SIDE


def nearest(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> tuple[i64, i64]:
    """About the point of a segment that is nearest to p."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = dx * (px - ax) + dy * (py - ay)
    if along <= 0 or square == 0:
        return ax, ay
    if along >= square:
        return bx, by
    return ax + dx * along // square, ay + dy * along // square


def around(table: Table, company: i64, stops: vec[i64], xs: vec[i64], ys: vec[i64]) -> Line | None:
    """The way from stop to stop, led round inward corners of the field and round tiles that it may not touch."""
    us, vs = vec[i64]([xs[0]]), vec[i64]([ys[0]])
    field = table.ground()
    for i in range(1, len(stops)):
        px, py = xs[i - 1], ys[i - 1]
        if not field.convex:
            for x, y in field.corners.between(px, py, xs[i], ys[i]):
                us, vs = _round_tiles(table, company, stops, i, us, vs, px, py, x, y)
                px, py = x, y
        us, vs = _round_tiles(table, company, stops, i, us, vs, px, py, xs[i], ys[i])
    clean_x, clean_y = vec[i64]([us[0]]), vec[i64]([vs[0]])
    for i in range(1, len(us)):
        if us[i] != us[i - 1] or vs[i] != vs[i - 1]:
            clean_x, clean_y = append(clean_x, us[i]), append(clean_y, vs[i])
    return Line(clean_x, clean_y, False) if len(clean_x) > 1 else None


def _round_tiles(
    table: Table,
    company: i64,
    stops: vec[i64],
    leg: i64,
    us: vec[i64],
    vs: vec[i64],
    px: i64,
    py: i64,
    qx: i64,
    qy: i64,
) -> tuple[vec[i64], vec[i64]]:
    """The way so far, led on from p to q on one leg between two stops."""
    blocked: list[Tile] = []
    for s in range(len(table.tiles)):
        tile = table.tiles[s]
        if s == stops[leg] or s == stops[leg - 1] or not tile.meets(px, py, qx, qy):
            continue
        if table.is_full_for(s, company) or table.kinds[s] == TERMINAL or s in stops:
            blocked.append(tile)
    for tile in _in_order(blocked, px, py, qx, qy):
        lx, ly = us[len(us) - 1], vs[len(vs) - 1]
        for x, y in _corners_round(table.ground(), tile, lx, ly, qx, qy):
            us, vs = append(us, x), append(vs, y)
    return append(us, qx), append(vs, qy)


def _in_order(tiles: list[Tile], px: i64, py: i64, qx: i64, qy: i64) -> list[Tile]:
    """The tiles as they come on the way from p to q."""
    ordered: list[Tile] = []
    for tile in tiles:
        at = (tile.x - px) * (qx - px) + (tile.y - py) * (qy - py)
        k = len(ordered)
        while k > 0 and (ordered[k - 1].x - px) * (qx - px) + (ordered[k - 1].y - py) * (qy - py) > at:
            k -= 1
        ordered.insert(k, tile)
    return ordered


def _corners_round(field: Field, tile: Tile, px: i64, py: i64, qx: i64, qy: i64) -> list[tuple[i64, i64]]:
    """Points just outside the tile's corners that lead from p to q on its shorter side, inside the field if it can."""
    best: list[tuple[i64, i64]] = []
    shortest: i64 = -1
    for side in range(2):
        way: list[tuple[i64, i64]] = []
        for k in range(4):
            x = tile.x + (tile.line.xs[k] - tile.x) * _ROUND // 283
            y = tile.y + (tile.line.ys[k] - tile.y) * _ROUND // 283
            turn = orient(px, py, qx, qy, x, y)
            if (turn > 0) == (side == 0) and turn != 0:
                at = (x - px) * (qx - px) + (y - py) * (qy - py)
                j = len(way)
                while j > 0 and (way[j - 1][0] - px) * (qx - px) + (way[j - 1][1] - py) * (qy - py) > at:
                    j -= 1
                way.insert(j, (x, y))
        way = _taut(way, px, py, qx, qy, side == 0)
        total: i64 = 0
        lx, ly = px, py
        for x, y in way:
            total += distance(lx, ly, x, y)
            if inside(field.ring, x, y) < 0:
                total += _OUTSIDE
            lx, ly = x, y
        total += distance(lx, ly, qx, qy)
        if shortest < 0 or total < shortest:
            best, shortest = way, total
    return best


def _taut(way: list[tuple[i64, i64]], px: i64, py: i64, qx: i64, qy: i64, left: bool) -> list[tuple[i64, i64]]:
    """The way without the points that a taut string would leave."""
    kept: list[tuple[i64, i64]] = [(px, py)]
    ends = way[:]
    ends.append((qx, qy))
    for x, y in ends:
        while len(kept) > 1:
            ax, ay = kept[len(kept) - 2]
            bx, by = kept[len(kept) - 1]
            bend = orient(ax, ay, bx, by, x, y)
            if (bend < 0) if left else (bend > 0):
                break
            kept.pop()
        kept.append((x, y))
    return kept[1 : len(kept) - 1]


def route_through(table: Table, company: i64, stations: list[int]) -> Line | None:
    """The same for a list from outside."""
    stops = vec[i64]()
    for s in stations:
        if s in stops:
            return None
        stops = append(stops, s)
    return route(table, company, stops) if len(stops) > 1 else None
