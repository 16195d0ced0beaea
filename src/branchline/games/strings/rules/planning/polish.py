"""Polishing: a rail made better stop by stop, with crossings moved onto stations and round the ends of strings."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.pieces import LONG, SHORT, TERMINAL
from branchline.games.strings.rules.planning.planner import Planner, Rail
from branchline.games.strings.rules.planning.route import RIVER_BENDS, stop_at
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import SIDE

_ROUNDS: Final = 8
_SLACK: Final = SIDE * 2 << 10
"""A way may be shorter than the way from middle to middle, since it only touches its stations."""


def polished(planner: Planner, table: Table, company: i64, rail: Rail) -> Rail:
    """The rail after the best single changes: a stop put in, left out or exchanged, a stretch turned round."""
    for _ in range(_ROUNDS):
        found = _changed(planner, table, company, rail)
        if found is None:
            break
        rail = found
    return rail


def _changed(planner: Planner, table: Table, company: i64, rail: Rail) -> Rail | None:
    """The best rail that differs by one change, if it is better."""
    limit: i64 = (LONG if rail.long else SHORT) * 1024
    spare = limit - rail.verdict.length + _SLACK
    stops = rail.stops
    count = len(stops)
    best = rail
    for stop in _stops(table, company, rail):
        x, y = stop_at(table, stop)
        px, py = stop_at(table, stops[0])
        for i in range(1, count + 1):
            to_here = distance(px, py, x, y)
            if i == count:
                if to_here <= spare and stop >= 0:
                    best = _better(best, planner.made(table, company, rail.long, limit, _put(stops, i, stop)))
                break
            qx, qy = stop_at(table, stops[i])
            if to_here + distance(x, y, qx, qy) - distance(px, py, qx, qy) <= spare:
                best = _better(best, planner.made(table, company, rail.long, limit, _put(stops, i, stop)))
            # Instead of the stop there; what that frees is not counted, so this is tried only nearby.
            if (stop >= 0 or i + 1 < count) and distance(x, y, qx, qy) <= spare:
                changed = stops[:]
                changed[i] = stop
                best = _better(best, planner.made(table, company, rail.long, limit, changed))
            px, py = qx, qy
    for i in range(1, count):
        if count > 2 and (i < count - 1 or stops[i - 1] >= 0):
            best = _better(best, planner.made(table, company, rail.long, limit, _without(stops, i)))
        for j in range(i + 1, count):
            if stops[i] >= 0 or j < count - 1:
                best = _better(best, planner.made(table, company, rail.long, limit, _turned(stops, i, j)))
    return None if best is rail else best


def _better(best: Rail, rail: Rail | None) -> Rail:
    if rail is None or rail.value < best.value:
        return best
    if rail.value == best.value and rail.verdict.length >= best.verdict.length:
        return best
    return rail


def _stops(table: Table, company: i64, rail: Rail) -> vec[i64]:
    """What may be put into a way: stations, and if it pays for crossings, bends round stations and the river."""
    found = vec[i64]()
    pays = False
    for cost in rail.verdict.cross_cost:
        if cost > 0:
            pays = True
    if pays and table.river is not None:
        for k in range(RIVER_BENDS):
            if -1 - k not in rail.stops:
                found = append(found, -1 - k)
    for s in range(len(table.tiles)):
        shut = table.is_full_for(s, company)
        if not shut and s not in rail.stops:
            found = append(found, s)
        if pays and (shut or table.kinds[s] == TERMINAL):
            for k in range(4):
                stop = -1 - (RIVER_BENDS + 4 * s + k)
                if stop not in rail.stops:
                    found = append(found, stop)
    return found


def _put(stops: vec[i64], at: i64, stop: i64) -> vec[i64]:
    changed = append(stops[:], 0)
    k = len(changed) - 1
    while k > at:
        changed[k] = changed[k - 1]
        k -= 1
    changed[at] = stop
    return changed


def _without(stops: vec[i64], at: i64) -> vec[i64]:
    kept = vec[i64]()
    for i in range(len(stops)):
        if i != at:
            kept = append(kept, stops[i])
    return kept


def _turned(stops: vec[i64], first: i64, last: i64) -> vec[i64]:
    changed = stops[:]
    for i in range(first, last + 1):
        changed[i] = stops[first + last - i]
    return changed
