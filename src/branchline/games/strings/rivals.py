"""Whom a company plays against: how much each opponent's points matter, and what its rails do to one's own."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.planner import Rail
from branchline.games.strings.state import Strings
from branchline.games.strings.table import VISIT, Table


def rivals(state: Strings, company: i64) -> vec[i64]:
    """What every company's points weigh against one's own, in percent: early all alike, later the leader's most.

    A player's other company is no rival, though the rules treat it as an opponent (S7).
    """
    best: i64 = -(1 << 40)
    for other in range(state.companies):
        if other % state.players != company % state.players:
            best = max(best, state.points[other])
    played = state.turn // state.companies
    weights = vec[i64]()
    total: i64 = 0
    for other in range(state.companies):
        weight: i64 = 0
        if other % state.players != company % state.players:
            weight = max(12 - (best - state.points[other]) * played, 1)
        weights = append(weights, weight)
        total += weight
    for other in range(state.companies):
        weights[other] = weights[other] * 100 // total
    return weights


def standing(state: Strings, company: i64, weights: vec[i64]) -> i64:
    """How well a company stands: its points less the others' by their weights, in 1/100 point."""
    value = state.points[company] * 100
    for other in range(state.companies):
        value -= state.points[other] * weights[other]
    return value


def effect(table: Table, rail: Rail, company: i64) -> i64:
    """What a rail of an opponent brings to the owner of stations on its way, in points."""
    total: i64 = 0
    for s in rail.verdict.visits:
        if table.owners[s] == company:
            total += VISIT[table.kinds[s]]
    return total
