"""Whom a company plays against: how much each opponent's points matter, and how well it stands against them."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.strings.rules.planning.planner import Planner
from branchline.games.strings.rules.state import Strings

LONG_LEFT: Final = 4
"""By so many points the long string is worth more than a short one, while it is not laid."""


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


def outcome(state: Strings, company: i64) -> i64:
    """What an end of a playout is worth to a company: its lead over the best rival and over all, in 1/100 point."""
    own = state.points[company] + LONG_LEFT * state.long[company]
    best: i64 = -(1 << 40)
    total: i64 = 0
    count: i64 = 0
    for other in range(state.companies):
        points = state.points[other] + LONG_LEFT * state.long[other]
        if other % state.players == company % state.players:
            own = max(own, points)
        else:
            best = max(best, points)
            total += points
            count += 1
    return (own - best) * 60 + (own - total // count) * 40


def grudging_planner(state: Strings, width: i64) -> Planner:
    """A planner that grudges each opponent its points by how hard it is to beat."""
    planner = Planner(width, 9, 120, 0, state.expert, state.first_only)
    weights = rivals(state, state.company())
    for company in range(state.companies):
        planner.against[company] = weights[company] * 15
    return planner
