"""Short ways for a rail: through given stations in order, shortened, and led round stations it may not touch."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.geometry import Line, distance, orient
from branchline.games.strings.table import TERMINAL, Table
from branchline.games.strings.tiles import SIDE, Tile

_INSET: Final = 190
"""How far from a tile's centre a rail may touch it, so that it surely does."""
_PASSES: Final = 5
_DETOURS: Final = 6


def route(table: Table, company: i64, stops: vec[i64]) -> Line | None:
    """A short way through the stations in this order; None where two stops coincide. The judge has the last word."""
    count = len(stops)
    xs, ys = vec[i64](), vec[i64]()
    for s in stops:
        xs, ys = append(xs, table.tiles[s].x), append(ys, table.tiles[s].y)
    for _ in range(_PASSES):
        for i in range(count):
            tile = table.tiles[stops[i]]
            if i == 0:
                x, y = pulled(tile, xs[1], ys[1])
            elif i == count - 1:
                x, y = pulled(tile, xs[i - 1], ys[i - 1])
            else:
                px, py = nearest(xs[i - 1], ys[i - 1], xs[i + 1], ys[i + 1], tile.x, tile.y)
                x, y = pulled(tile, px, py)
            xs[i], ys[i] = x, y
    return around(table, company, stops, xs, ys)


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
    """The way from stop to stop, led round tiles that it may not touch."""
    us, vs = vec[i64]([xs[0]]), vec[i64]([ys[0]])
    count = len(stops)
    for i in range(1, count):
        px, py, qx, qy = xs[i - 1], ys[i - 1], xs[i], ys[i]
        blocked: list[Tile] = []
        for s in range(len(table.tiles)):
            tile = table.tiles[s]
            if s == stops[i] or s == stops[i - 1]:
                continue
            if not tile.meets(px, py, qx, qy):
                continue
            if table.is_full_for(s, company) or table.kinds[s] == TERMINAL or s in stops:
                blocked.append(tile)
        for tile in _in_order(blocked, px, py, qx, qy):
            lx, ly = us[len(us) - 1], vs[len(vs) - 1]
            for x, y in _corners_round(tile, lx, ly, qx, qy):
                us, vs = append(us, x), append(vs, y)
        us, vs = append(us, qx), append(vs, qy)
    clean_x, clean_y = vec[i64]([us[0]]), vec[i64]([vs[0]])
    for i in range(1, len(us)):
        if us[i] != us[i - 1] or vs[i] != vs[i - 1]:
            clean_x, clean_y = append(clean_x, us[i]), append(clean_y, vs[i])
    return Line(clean_x, clean_y, False) if len(clean_x) > 1 else None


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


def _corners_round(tile: Tile, px: i64, py: i64, qx: i64, qy: i64) -> list[tuple[i64, i64]]:
    """Points just outside the tile's corners that lead from p to q on its shorter side."""
    best: list[tuple[i64, i64]] = []
    shortest: i64 = -1
    for side in range(2):
        way: list[tuple[i64, i64]] = []
        for k in range(4):
            x = tile.x + (tile.line.xs[k] - tile.x) * 300 // 283
            y = tile.y + (tile.line.ys[k] - tile.y) * 300 // 283
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
