"""Points and where they came from (S16–S19), and who wins (S7, S21)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.judge import Verdict
from branchline.games.strings.rules.pieces import VISIT, YARD
from branchline.games.strings.rules.table import Table

TALLY: Final = 4
"""So many sources of points are kept for every company."""
FROM_STATIONS: Final = 0
FROM_YARDS: Final = 1
FROM_CROSSINGS: Final = 2
FROM_VISITORS: Final = 3


def write_down(points: vec[i64], tally: vec[i64], table: Table, company: i64, verdict: Verdict) -> None:
    """Write down what a rail brings; the table is the one before it is laid."""
    at = company * TALLY
    for k in range(len(verdict.stations)):
        yard = table.kinds[verdict.stations[k]] == YARD
        tally[at + (FROM_YARDS if yard else FROM_STATIONS)] += verdict.worth[k]
    for cost in verdict.cross_cost:
        tally[at + FROM_CROSSINGS] -= cost
    points[company] += verdict.points
    for s in verdict.visits:
        owner = table.owners[s]
        points[owner] += VISIT[table.kinds[s]]
        tally[owner * TALLY + FROM_VISITORS] += VISIT[table.kinds[s]]


def scores(points: vec[i64], players: i64) -> vec[i64]:
    """Every seat's points; with two players those of its better company (S7)."""
    if players > 2:
        return points[:]
    return vec[i64]([max(points[0], points[2]), max(points[1], points[3])])


def ranking(points: vec[i64], players: i64) -> vec[i64]:
    """S21, S7: with two players the other company breaks a tie."""
    if players > 2:
        return points[:]
    keys = vec[i64]()
    for seat in range(2):
        a, b = points[seat], points[seat + 2]
        keys = append(keys, max(a, b) * 100_000 + min(a, b))
    return keys
