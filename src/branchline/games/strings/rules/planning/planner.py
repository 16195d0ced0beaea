"""Which rails are worth laying: a beam search over sequences of stations, each judged exactly."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.judge import Verdict, judge
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import LONG, SHORT, TERMINAL, VISIT
from branchline.games.strings.rules.planning.route import route
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import SIDE


class Rail:
    """A rail that may be laid: its stops, its line, its verdict, and its worth to the planner."""

    def __init__(self, stops: vec[i64], line: Line, long: bool, verdict: Verdict, mask: i64, value: i64) -> None:
        self.stops: vec[i64] = stops
        self.line = line
        self.long: bool = long
        self.verdict = verdict
        self.mask: i64 = mask
        self.value: i64 = value
        """In 1/1000 point: points, less what it brings to others, less a price for the string it needs."""


class Planner:
    """How to look for rails: the width of the beam, and what length and others' points are worth."""

    def __init__(self, width: i64, depth: i64, price: i64, spite: i64, expert: bool, first_only: bool) -> None:
        self.width: i64 = width
        self.depth: i64 = depth
        self.price: i64 = price
        """1/1000 points for 10 mm of string, while the way can still grow."""
        self.against: vec[i64] = vec[i64]([spite, spite, spite, spite, spite])
        """1/1000 points for every point that an opponent loses, for every company."""
        self.expert: bool = expert
        self.first_only: bool = first_only

    def judge(self, table: Table, company: i64, line: Line, long: bool) -> Verdict:
        """The exact verdict, under this game's options."""
        return judge(table, company, line, long, self.expert, self.first_only)

    def worth(self, table: Table, verdict: Verdict) -> i64:
        """What a rail is worth in 1/1000 point, with what it takes from or gives to others."""
        value = verdict.points * 1000
        for s in verdict.visits:
            value -= VISIT[table.kinds[s]] * self.against[table.owners[s]]
        return value

    def rails(self, table: Table, company: i64, long: bool) -> list[Rail]:
        """Legal rails, best first by worth; the beam keeps the most promising ways of each length."""
        limit: i64 = (LONG if long else SHORT) * 1024
        best: list[Rail] = []
        beam: list[Rail] = []
        count = len(table.tiles)
        usable = vec[i64]()
        for s in range(count):
            if not table.is_full_for(s, company):
                usable = append(usable, s)
        slack = limit + (SIDE * 3 << 9)
        for s in range(count):
            if (table.reached[s] >> company) & 1:
                x, y = table.tiles[s].x, table.tiles[s].y
                for t in usable:
                    if distance(x, y, table.tiles[t].x, table.tiles[t].y) > slack:
                        continue
                    rail = self._extend(table, company, long, limit, vec[i64]([s]), t)
                    if rail is not None:
                        beam = self._keep(beam, rail)
        for _ in range(self.depth):
            for rail in beam:
                _rank(best, rail, 24)
            following: list[Rail] = []
            for rail in beam:
                last = rail.stops[len(rail.stops) - 1]
                if table.kinds[last] == TERMINAL:
                    continue
                spare = limit - rail.verdict.length
                lx, ly = table.tiles[last].x, table.tiles[last].y
                for t in usable:
                    if (rail.mask >> t) & 1:
                        continue
                    tile = table.tiles[t]
                    if distance(lx, ly, tile.x, tile.y) - (SIDE * 3 << 10) > spare:
                        continue
                    longer = self._extend(table, company, long, limit, rail.stops, t)
                    if longer is not None and longer.verdict.points > rail.verdict.points - 2:
                        following = self._keep(following, longer)
            beam = following
            if len(beam) == 0:
                break
        for rail in beam:
            _rank(best, rail, 24)
        return best

    def _extend(self, table: Table, company: i64, long: bool, limit: i64, stops: vec[i64], stop: i64) -> Rail | None:
        return None if stops[0] == stop else self.made(table, company, long, limit, append(stops[:], stop))

    def made(self, table: Table, company: i64, long: bool, limit: i64, stops: vec[i64]) -> Rail | None:
        """The rail through these stops, if it may be laid."""
        line = route(table, company, stops)
        if line is None or line.length() > limit:
            return None
        verdict = judge(table, company, line, long, self.expert, self.first_only)
        if verdict.fault != 0:
            return None
        mask: i64 = 0
        for s in verdict.stations:
            mask |= BIT[s]
        return Rail(stops, line, long, verdict, mask, self.worth(table, verdict))

    def _keep(self, beam: list[Rail], rail: Rail) -> list[Rail]:
        """The beam with one more rail, sorted by promise; of rails with equal stations and end the shorter stays."""
        promise = self._promise(rail)
        last = rail.stops[len(rail.stops) - 1]
        at = len(beam)
        for k in range(len(beam)):
            other = beam[k]
            if other.mask == rail.mask and other.stops[len(other.stops) - 1] == last:
                if self._promise(other) >= promise:
                    return beam
                beam.pop(k)
                at = len(beam)
                break
        while at > 0 and self._promise(beam[at - 1]) < promise:
            at -= 1
        if at < self.width:
            beam.insert(at, rail)
            if len(beam) > self.width:
                beam.pop()
        return beam

    def _promise(self, rail: Rail) -> i64:
        return rail.value - (rail.verdict.length >> 10) * self.price // 100


def _rank(best: list[Rail], rail: Rail, most: i64) -> None:
    """Put a rail into its place among the best; with equal worth the shorter one is first."""
    k = len(best)
    while k > 0 and (
        best[k - 1].value < rail.value
        or (best[k - 1].value == rail.value and best[k - 1].verdict.length > rail.verdict.length)
    ):
        k -= 1
    if k < most:
        best.insert(k, rail)
        if len(best) > most:
            best.pop()
