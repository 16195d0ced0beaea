"""Short ways for rails: round inward corners of a field, round stations, with crossings moved onto stations."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from shapely import LineString, Polygon

from branchline.core.generator import Generator
from branchline.games.strings.bots.greedy import Greedy
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes, outlines
from branchline.games.strings.rules.paths import Corners
from branchline.games.strings.rules.planning.planner import Planner
from branchline.games.strings.rules.planning.polish import polished
from branchline.games.strings.rules.state import Strings
from tests.rules.strings.tables import at_turn, old_rail, put, table

BAY = [(0, 0), (6600, 0), (6600, 5200), (4000, 5200), (4000, 1600), (2600, 1600), (2600, 5200), (0, 5200)]
"""A field like an U upside down, with a deep bay from below."""


def bay(players: int = 4) -> Strings:
    """A table on such a field, with its bases."""
    return table(players, fields=[outlines.drawn(BAY, players)])


def suggested(state: Strings, **request) -> list[dict]:
    """What `suggest` answers to a request, as JSON; every action is legal."""
    seat = int(state.company())
    moves = GAME.suggest(state, seat, request)
    assert all(state.allows(seat, move.number, move.payload) for move in moves)
    return [GAME.to_json(state, seat, move) for move in moves]


def length(points) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def test_S22_suggest_goes_round_the_inward_corners_of_a_bay():
    state = at_turn(bay(), 0)
    left = put(state, "central", 2200, 2400, reached=(0,))
    right = put(state, "central", 4400, 2400)
    (action,) = suggested(state, stations=[left, right], string="long")
    assert [2600, 1600] in action["points"]
    assert [4000, 1600] in action["points"]
    around = math.dist((2400, 2200), (2600, 1600))
    assert length(action["points"]) <= 1400 + 2 * around + 60, "no longer than it must be"


def test_S22_bots_get_across_a_bay():
    state = at_turn(bay(), 0)
    put(state, "central", 2200, 2400, reached=(0,))
    put(state, "central", 4400, 2400)
    rails = Planner(12, 9, 120, 300, False, False).rails(state.table, 0, True)
    across = [
        rail for rail in rails if {(2600, 1600), (4000, 1600)} <= set(zip(rail.line.xs, rail.line.ys, strict=True))
    ]
    assert across, "bots see the way round both corners"
    assert all(rail.verdict.fault == 0 for rail in across)


@pytest.mark.slow
def test_S22_bots_play_to_the_end_on_a_field_with_a_bay():
    state = bay()
    bot, rng = Greedy(), Generator(3, 1)
    while state.chance() or state.actors():
        if state.chance():
            state.apply_chance(rng.below(state.chance()))
            continue
        seat = int(state.company())
        action = bot.choose(state, seat, rng)
        assert action != codes.GIVE_UP
        assert state.allows(seat, action)
        state.apply(seat, action)
    assert sum(int(points) for points in state.points) > 80


def shortest(corners, p, q) -> float:
    """The shortest way from p to q inside a polygon, by shapely over all its corners."""
    land = Polygon(corners).buffer(1e-7)
    nodes = [p, q, *corners]
    far = {0: 0.0}
    todo = set(range(len(nodes)))
    while todo:
        k = min(todo, key=lambda n: far.get(n, math.inf))
        todo.discard(k)
        if k == 1 or k not in far:
            break
        for n in todo:
            if nodes[n] != nodes[k] and land.covers(LineString([nodes[k], nodes[n]])):
                far[n] = min(far.get(n, math.inf), far[k] + math.dist(nodes[k], nodes[n]))
    return far[1]


@pytest.mark.slow
def test_S22_ways_inside_are_the_shortest():
    chance = random.Random(5)
    for _ in range(40):
        spokes = [chance.choice([900, 1500, 3000, 4200]) for _ in range(11)]
        corners = [
            (round(reach * math.cos(k * 2 * math.pi / 11)), round(reach * math.sin(k * 2 * math.pi / 11)))
            for k, reach in enumerate(spokes)
        ]
        found = Corners(outlines.ring_of(corners))
        for _ in range(6):
            ends = []
            for _ in range(2):
                k, part = chance.randrange(11), chance.uniform(0.1, 0.95)
                ends.append((round(corners[k][0] * part), round(corners[k][1] * part)))
            p, q = ends
            way = [p, *((int(x), int(y)) for x, y in found.between(*p, *q)), q]
            assert length(way) == pytest.approx(shortest(corners, p, q), rel=1e-6)


def test_S17_polishing_moves_a_crossing_onto_a_station():
    state = at_turn(table(), 0)
    start = put(state, "central", 1000, 3000, reached=(0,))
    goal = put(state, "central", 3000, 3000)
    # An opponent's rail runs between them; on the station a little above its crossing is free.
    free = put(state, "regional", 2000, 2300, reached=(0, 1))
    old_rail(state, 1, [(2000, 600), (2000, 5400)])
    planner = Planner(4, 4, 120, 0, False, False)
    straight = planner.made(state.table, 0, False, 3000 * 1024, vec[i64]([start, goal]))
    assert straight.verdict.points == 3 - 1
    better = polished(planner, state.table, 0, straight)
    assert better.verdict.points == 3
    assert free in list(better.verdict.stations)


def test_S5_polishing_leads_round_the_end_of_the_river():
    state = at_turn(table(river=[(2000, 3200), (2000, 5900)]), 0)
    start = put(state, "central", 1200, 3600, reached=(0,))
    goal = put(state, "central", 2800, 3600)
    planner = Planner(4, 4, 120, 0, False, False)
    straight = planner.made(state.table, 0, False, 3000 * 1024, vec[i64]([start, goal]))
    assert straight.verdict.points == 3 - 1
    assert polished(planner, state.table, 0, straight).verdict.points == 3


def test_S12_a_way_leads_round_a_full_station():
    state = at_turn(table(), 0)
    start = put(state, "central", 1000, 3000, reached=(0,))
    goal = put(state, "central", 3000, 3000)
    put(state, "rural", 2000, 3000, reached=(1,))
    (action,) = suggested(state, stations=[start, goal], string="short")
    assert len(action["points"]) > 2
