"""A rail under judgement: whether it may lie so (S10–S14), and what it brings (S16–S19)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.contact import Contact, meetings
from branchline.games.strings.rules.geometry import meeting
from branchline.games.strings.rules.lines import Line, line_inside
from branchline.games.strings.rules.pieces import LONG, NOBODY, SHORT, TERMINAL, VISIT, YARD
from branchline.games.strings.rules.table import Table

# Faults of a rail; 0 is none.
LENGTH: Final = 1
SELF: Final = 2
OUTSIDE: Final = 3
START: Final = 4
END: Final = 5
SAME_STATION: Final = 6
NETWORK: Final = 7
FULL: Final = 8
TWICE: Final = 9
THROUGH_TERMINAL: Final = 10

# Strings that a rail crosses, where they are no rails.
RIVER_STRING: Final = -1
MOUNTAIN_STRING: Final = -2


class Verdict:
    """What the rules say of a rail. With a fault the rest tells only where it is."""

    def __init__(self) -> None:
        self.fault: i64 = 0
        self.x: i64 = 0
        self.y: i64 = 0
        self.station: i64 = -1
        self.length: i64 = 0
        self.stations: vec[i64] = vec[i64]()
        """The stations it touches, in its order."""
        self.worth: vec[i64] = vec[i64]()
        """What each of them brings."""
        self.cross_x: vec[i64] = vec[i64]()
        self.cross_y: vec[i64] = vec[i64]()
        self.cross_what: vec[i64] = vec[i64]()
        """The string crossed: RIVER_STRING, MOUNTAIN_STRING or a rail's number."""
        self.cross_cost: vec[i64] = vec[i64]()
        """What the crossing costs: 0 on a station."""
        self.visits: vec[i64] = vec[i64]()
        """Stations whose owners it affects; the effect is VISIT of the kind."""
        self.points: i64 = 0


def judge(table: Table, company: i64, line: Line, long: bool, expert: bool, first_only: bool) -> Verdict:
    """The verdict on a rail of a company."""
    verdict = _examined(table, company, line, long)
    if verdict.fault == 0:
        _put_in_order(table, line, verdict.stations)
        count(table, company, line, verdict, expert, first_only)
    return verdict


def may_lie(table: Table, company: i64, line: Line, long: bool) -> bool:
    """S10–S14: whether a rail may lie so. What it would bring is not counted, which takes most of the time."""
    return _examined(table, company, line, long).fault == 0


def _examined(table: Table, company: i64, line: Line, long: bool) -> Verdict:
    """S10–S14: the first fault of a rail, or the stations that it touches, in any order."""
    verdict = Verdict()
    verdict.length = line.length()
    last = len(line.xs) - 1
    if verdict.length > (LONG if long else SHORT) * 1024:
        return _fault(verdict, LENGTH, line.xs[last], line.ys[last], -1)
    own = line.self_contact()
    if own >= 0:
        x, y = line.contact_point(own)
        return _fault(verdict, SELF, x, y, -1)
    field = table.ground()
    out = line_inside(field.ring, field.convex, line)
    if out >= 0:
        return _fault(verdict, OUTSIDE, line.xs[out], line.ys[out], -1)
    return _with_stations(table, company, line, verdict)


def count(table: Table, company: i64, line: Line, verdict: Verdict, expert: bool, first_only: bool) -> None:
    """S16–S19: what a rail brings with the stations that the verdict has found; also one with a loose end."""
    _count_stations(table, company, verdict, first_only)
    river, loop = table.river, table.mountains
    if river is not None:
        _count_crossings(table, line, river, RIVER_STRING, 1, verdict)
    if loop is not None:
        _count_crossings(table, line, loop, MOUNTAIN_STRING, 1, verdict)
    for r in range(len(table.rails)):
        cost: i64 = 2 if expert and table.rail_company[r] != company else 1
        _count_crossings(table, line, table.rails[r], r, cost, verdict)


def _fault(verdict: Verdict, fault: i64, x: i64, y: i64, station: i64) -> Verdict:
    verdict.fault, verdict.x, verdict.y, verdict.station = fault, x, y, station
    return verdict


def _with_stations(table: Table, company: i64, line: Line, verdict: Verdict) -> Verdict:
    """S10–S13: the verdict with the stations that the rail touches, if it may touch them so."""
    last = len(line.xs) - 1
    ax, ay, bx, by = line.xs[0], line.ys[0], line.xs[last], line.ys[last]
    start: i64 = -1
    end: i64 = -1
    for s in range(len(table.tiles)):
        tile = table.tiles[s]
        pieces = tile.pieces(line)
        if pieces == 0:
            continue
        begins, ends = tile.holds(ax, ay), tile.holds(bx, by)
        if begins:
            start = s
        if ends:
            end = s
        if table.is_full_for(s, company):
            return _fault(verdict, FULL, tile.x, tile.y, s)
        if begins and ends:
            return _fault(verdict, SAME_STATION, bx, by, s)
        if pieces > 1:
            return _fault(verdict, TWICE, tile.x, tile.y, s)
        if table.kinds[s] == TERMINAL and not begins and not ends:
            return _fault(verdict, THROUGH_TERMINAL, tile.x, tile.y, s)
        verdict.stations = append(verdict.stations, s)
    if start < 0:
        return _fault(verdict, START, ax, ay, -1)
    if end < 0:
        return _fault(verdict, END, bx, by, -1)
    if (table.reached[start] >> company) & 1 == 0 and (table.reached[end] >> company) & 1 == 0:
        return _fault(verdict, NETWORK, ax, ay, start)
    return verdict


def put_in_order(table: Table, line: Line, stations: list[int]) -> list[int]:
    """The same for a list from outside."""
    sorted_stations = vec[i64]()
    for s in stations:
        sorted_stations = append(sorted_stations, s)
    _put_in_order(table, line, sorted_stations)
    return [int(s) for s in sorted_stations]


def _put_in_order(table: Table, line: Line, stations: vec[i64]) -> None:
    """Sort stations by where the string first lies on them: by segment, then by the exact place on it."""
    segment, part, whole = vec[i64](), vec[i64](), vec[i64]()
    for k in range(len(stations)):
        i, n, d = table.tiles[stations[k]].entry(line)
        segment, part, whole = append(segment, i), append(part, n), append(whole, d)
        m = k
        while m > 0 and (
            segment[m - 1] > segment[m]
            or (segment[m - 1] == segment[m] and part[m - 1] * whole[m] > part[m] * whole[m - 1])
        ):
            segment[m - 1], segment[m] = segment[m], segment[m - 1]
            part[m - 1], part[m] = part[m], part[m - 1]
            whole[m - 1], whole[m] = whole[m], whole[m - 1]
            stations[m - 1], stations[m] = stations[m], stations[m - 1]
            m -= 1


def _count_stations(table: Table, company: i64, verdict: Verdict, first_only: bool) -> None:
    """S16, S18, S19."""
    for s in verdict.stations:
        new = (table.reached[s] >> company) & 1 == 0
        kind = table.kinds[s]
        worth: i64 = 0
        if kind == YARD:
            worth = 1
        elif new:
            worth = table.worth(s, company)
        verdict.worth = append(verdict.worth, worth)
        verdict.points += worth
        owner = table.owners[s]
        if owner != NOBODY and owner != company and VISIT[kind] != 0 and (new or not first_only):
            verdict.visits = append(verdict.visits, s)


def _count_crossings(table: Table, line: Line, old: Line, what: i64, cost: i64, verdict: Verdict) -> None:
    """S17: every change of side counts; one that reaches a station (its edge included) is free."""
    if old.apart(line.left, line.top, line.right, line.bottom):
        return
    found = meetings(line, old)
    for c in range(0, len(found.crossings), 2):
        i, j = found.crossings[c], found.crossings[c + 1]
        px, py, qx, qy = line.xs[i], line.ys[i], line.xs[i + 1], line.ys[i + 1]
        ax, ay, bx, by = old.xs[j], old.ys[j], old.xs[j + 1], old.ys[j + 1]
        pays = cost
        for s in verdict.stations:
            if table.tiles[s].holds_crossing(px, py, qx, qy, ax, ay, bx, by):
                pays = 0
                break
        x, y = meeting(px, py, qx, qy, ax, ay, bx, by)
        _write_crossing(verdict, x, y, what, pays)
    for piece in found.contacts:
        if piece.changes_side():
            middle = len(piece.xs) // 2
            pays = 0 if _reaches_station(table, verdict, piece) else cost
            _write_crossing(verdict, piece.xs[middle], piece.ys[middle], what, pays)


def _write_crossing(verdict: Verdict, x: i64, y: i64, what: i64, pays: i64) -> None:
    verdict.cross_x = append(verdict.cross_x, x)
    verdict.cross_y = append(verdict.cross_y, y)
    verdict.cross_what = append(verdict.cross_what, what)
    verdict.cross_cost = append(verdict.cross_cost, pays)
    verdict.points -= pays


def _reaches_station(table: Table, verdict: Verdict, piece: Contact) -> bool:
    """Whether any of a piece of contact lies on a station."""
    for s in verdict.stations:
        tile = table.tiles[s]
        if tile.holds(piece.xs[0], piece.ys[0]):
            return True
        for k in range(len(piece.xs) - 1):
            if tile.meets(piece.xs[k], piece.ys[k], piece.xs[k + 1], piece.ys[k + 1]):
                return True
    return False
