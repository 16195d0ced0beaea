"""Actions worth a look and a quick score for each: extensions, investments, stations."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.rocket.bots.answers import join
from branchline.games.rocket.bots.cubes import CubeValues
from branchline.games.rocket.bots.evaluation import without_cubes, worth
from branchline.games.rocket.bots.traffic import expected_visits
from branchline.games.rocket.bots.weights import Weights, lead
from branchline.games.rocket.rules.board import LINES, SIDES
from branchline.games.rocket.rules.codes import BUILD, INVEST, MERGE, extension, station_move
from branchline.games.rocket.rules.layout import HAND, SPOTS
from branchline.games.rocket.rules.state import Rocket
from branchline.games.rocket.rules.station import loose

_STATIONS: Final = 3
"""Hexes for a station that are worth a look; of them only these many."""


def rated(state: Rocket, seat: i64, weights: Weights) -> tuple[vec[i64], vec[i64]]:
    """Actions worth a look and what each would make of the position."""
    cubes = CubeValues(state, weights)
    actions = vec[i64]()
    scores = vec[i64]()
    for line in range(LINES):
        if line == state.used:
            continue
        ways = state.ways(line)
        for way in range(SIDES):
            if (ways >> way) & 1 == 1:
                actions = append(actions, extension(line, way))
                scores = append(scores, _rate_extension(state, seat, line, way, weights, cubes))
    rest = without_cubes(state, weights)
    for cell in range(state.board.cells):
        if (state.free_cells >> cell) & 1 == 1:
            actions = append(actions, INVEST + cell)
            scores = append(scores, cubes.lead_with(seat, cell, rest))
    cubes.add_to(rest)
    actions, scores = _rate_stations(state, seat, lead(rest, seat), actions, scores)
    if len(actions) == 0:  # where nothing seems worth a look, whatever is legal
        actions = append(actions, state.legal(seat)[0])
        scores = append(scores, 0)
    return actions, scores


def _rate_extension(state: Rocket, seat: i64, line: i64, way: i64, weights: Weights, cubes: CubeValues) -> i64:
    """The worth of an extension that nobody objects to."""
    after = state.clone()
    after.begin(seat, line, way)
    after.resolve(way, True)
    if after.phase == MERGE:
        after.apply(seat, join(after, seat, weights))
    return worth(after, seat, weights, cubes)


def _rate_stations(
    state: Rocket, seat: i64, now: i64, actions: vec[i64], scores: vec[i64]
) -> tuple[vec[i64], vec[i64]]:
    """Only hexes that locomotives are likely to enter; a station that moves gives up its old place."""
    visits = expected_visits(state)
    start: i64 = -1
    if state.fact(seat, HAND) == 0:
        for spot in range(SPOTS):
            at = loose(state, seat, spot)
            if at >= 0 and (start < 0 or visits[at] < visits[start]):
                start = at
        if start < 0:
            return actions, scores
    tops = vec[i64]([-1] * _STATIONS)
    for here in range(state.board.hexes):
        if visits[here] > 0 and state.block[here] == 0:
            _keep_best(tops, visits, here)
    lost: i64 = 0
    if start >= 0:
        lost = visits[start]
    for top in tops:
        if top >= 0 and visits[top] > lost:
            actions = append(actions, BUILD + top if start < 0 else station_move(start, top))
            scores = append(scores, now + (visits[top] - lost) * 4 // 81)
    return actions, scores


def _keep_best(tops: vec[i64], visits: vec[i64], here: i64) -> None:
    """Insert a hex into the short list of the best."""
    place: i64 = len(tops) - 1
    if tops[place] >= 0 and visits[tops[place]] >= visits[here]:
        return
    while place > 0 and (tops[place - 1] < 0 or visits[tops[place - 1]] < visits[here]):
        tops[place] = tops[place - 1]
        place -= 1
    tops[place] = here


def best_first(scores: vec[i64], actions: vec[i64], most: i64) -> vec[i64]:
    """At most so many of the actions, the highest score first; the scores are used up."""
    found = vec[i64]()
    n = len(actions)
    count: i64 = most if most < n else n
    for _place in range(count):
        top: i64 = 0
        for place in range(n):
            if scores[place] > scores[top]:
                top = place
        found = append(found, actions[top])
        scores[top] = -(1 << 50)
    return found
