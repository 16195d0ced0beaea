"""Laying a rail (S10–S19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.rules import turn
from branchline.games.strings.rules.codes import LAY
from branchline.games.strings.rules.judge import judge
from branchline.games.strings.rules.lines import Line
from branchline.games.strings.rules.pieces import LONG, SHORT
from branchline.games.strings.rules.planning.route import route
from branchline.games.strings.rules.scoring import write_down
from branchline.games.strings.rules.table import Table

if TYPE_CHECKING:
    from branchline.games.strings.rules.state import Strings


def allows(state: Strings, line: Line, long: bool) -> bool:
    """Whether the company at turn has such a string and may lay it so."""
    return state.phase == LAY and state.has_string(long) and state.judge(line, long).fault == 0


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
    if len(stops) < 2:
        return None
    line = route(table, company, stops)
    if line is None or line.length() > (LONG if strings >= 2 else SHORT) * 1024:
        return None
    return line if judge(table, company, line, strings >= 2, False, False).fault == 0 else None
