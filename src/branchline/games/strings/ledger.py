"""Points and where they came from: what a rail brings to its company and to the owners on its way (S16–S19)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.strings.judge import Verdict
from branchline.games.strings.table import VISIT, YARD, Table

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
