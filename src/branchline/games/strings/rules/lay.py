"""Laying a rail (S10–S19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules import turn
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.geometry import distance
from branchline.games.strings.rules.judge import may_lie
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.planning.route import route
from branchline.games.strings.rules.scoring import write_down
from branchline.games.strings.rules.table import Table

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings

_CORNERS: Final = 2 * 284 * 1024
"""From the middles of two stations to their corners, in 1/1024 unit."""


def allows(state: Strings, line: Line, long: bool) -> bool:
    """Whether the company at turn has such a string and may lay it so."""
    return state.phase == LAY and state.has_string(long) and state.may_lie(line, long)


def apply(state: Strings, line: Line, long: bool) -> None:
    """S10, S16–S19: the rail lies, its company counts, and owners get or lose what it brings them."""
    company = state.company()
    verdict = state.judge(line, long)
    table = state.table
    write_down(state.points, state.tally, table, company, verdict)
    for s in verdict.stations:
        table.reached[s] |= 1 << company
    table.add_rail(line, company, long)
    if long:
        state.long[company] -= 1
    else:
        state.short[company] -= 1
    turn.end(state)


def any_rail(table: Table, company: i64, strings: i64, rng: Generator) -> Line | None:
    """A random legal rail through one to four further stations; None if luck fails."""
    starts, stations = vec[i64](), vec[i64]()
    for s in range(len(table.tiles)):
        if (table.reached[s] >> company) & 1:
            starts = append(starts, s)
        if not table.is_full_for(s, company):
            stations = append(stations, s)
    for _ in range(80):
        stops = vec[i64]([starts[rng.below(len(starts))]])
        for _ in range(1 + rng.below(4)):
            s = stations[rng.below(len(stations))]
            if s not in stops:
                stops = append(stops, s)
        line = legal_rail(table, company, strings, stops)
        if line is not None:
            return line
    return None


def legal_rail(table: Table, company: i64, strings: i64, stops: vec[i64]) -> Line | None:
    """A short way through the stations, if it may be laid with one of the strings (1 short, 2 long, 3 both)."""
    limit: i64 = (LONG if strings >= 2 else SHORT) * 1024
    if len(stops) < 2 or _least(table, stops) > limit:
        return None
    line = route(table, company, stops)
    if line is None or line.length() > limit:
        return None
    return line if may_lie(table, company, line, strings >= 2) else None


def _least(table: Table, stops: vec[i64]) -> i64:
    """What a way through stations takes at least: none of their points is farther from its middle than a corner."""
    total: i64 = 0
    for k in range(1, len(stops)):
        a, b = table.tiles[stops[k - 1]], table.tiles[stops[k]]
        total += max(distance(a.x, a.y, b.x, b.y) - _CORNERS, 0)
    return total
