"""S15: the shortest way over the visibility graph; a string is given up only if provably none can be laid."""

from __future__ import annotations

import itertools
import math
import time

import pytest
import shapely
from shapely.ops import nearest_points

from branchline.core.generator import Generator
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes, outlines
from branchline.games.strings.rules.judge import LENGTH
from branchline.games.strings.rules.lines import line_through
from branchline.games.strings.rules.place import any_place
from branchline.games.strings.rules.ways import way_to
from tests.rules.strings.tables import allowed, at_turn, found, play, put, refused, ring_of, table
from tests.rules.strings.test_route import BAY


def test_S15_suggest_finds_the_straight_string_to_a_station():
    state = at_turn(found("four-players-4", 4), 1, turn=1)
    moves = GAME.suggest(state, 1, {"stations": [2]})
    assert moves
    for move in moves:
        assert state.allows(1, move.number, move.payload)
        assert 2 in list(state.judge(move.payload.line, move.payload.long).stations)


def walled(gap):
    """Company A's base behind full stations, with a gap between two of them, and a station beyond."""
    state = at_turn(table(), 0, turn=4)
    for x, y in [(220, 4900), (640, 4900), (1060, 4900), (1060, 5320 + gap), (1060, 5760 + gap)]:
        put(state, "rural", x, min(y, 5780), reached=(1,))
    put(state, "central", 2200, 5100)
    return state


def test_S15_a_way_through_a_narrow_gap_is_found():
    state = walled(20)
    assert refused(state, {"type": "give_up"}).rule == "S15"
    assert not GAME.view(state, 0).choices.give_up
    number = state.sample(0, Generator(1))
    assert number >= codes.SHAPE
    assert state.allows(0, number)
    play(state, GAME.to_json(state, 0, GAME.suggest(state, 0, {"stations": [9]})[0]))


def test_S15_the_way_round_is_too_long_for_the_string():
    state = at_turn(table(), 0, turn=4)
    for y in range(800, 6001, 400):
        put(state, "rural", 1500, y, reached=(1,))
    goal = put(state, "central", 2200, 5700)
    around = way_to(state.table, 0, goal, 1 << 40)
    assert around.length() > 6000 * 1024
    assert state.judge(around, True).fault == LENGTH
    assert way_to(state.table, 0, goal, around.length() - 1) is None
    assert way_to(state.table, 0, goal, around.length()) is not None
    # Another base is within reach of the long string, nothing of a short one.
    assert refused(state, {"type": "give_up"}).rule == "S15"
    state.long[0] = 0
    play(state, {"type": "give_up"})


def test_S12_the_shortest_way_leads_close_round_a_full_station():
    state = at_turn(table(), 0)
    start, goal = put(state, "central", 1000, 3000, reached=(0,)), put(state, "central", 3000, 3000)
    put(state, "rural", 2000, 3000, reached=(1,))
    line = way_to(state.table, 0, goal, 3000 * 1024)
    assert state.judge(line, False).fault == 0
    assert line.length() / 1024 < 1600 + 4, "from corner to corner it is 1600"
    assert {start, goal} == {int(s) for s in state.judge(line, False).stations}


def tile_shape(tile):
    return shapely.Polygon([(int(x), int(y)) for x, y in zip(tile.line.xs, tile.line.ys, strict=True)])


def shortest(state, company, starts, goals):
    """The shortest way from some stations to others in the plane, grazing what is full, by shapely."""
    ground = state.table
    field = shapely.Polygon(list(zip(*ring_of(state), strict=True)))
    full = [tile_shape(t) for s, t in enumerate(ground.tiles) if ground.is_full_for(s, company)]
    walls = shapely.union_all([shape.buffer(-0.01) for shape in full]) if full else shapely.Point()
    land = field.buffer(0.01)
    corners = [point for shape in full for point in shape.exterior.coords[:-1]] + list(field.exterior.coords[:-1])

    def leg(a, b):
        line = shapely.LineString([a, b])
        return line.length if not walls.intersects(line) and land.covers(line) else math.inf

    tiles = {s: tile_shape(ground.tiles[s]).intersection(field) for s in {*starts, *goals}}
    best = math.inf
    for s, g in itertools.product(starts, goals):
        best = min(best, leg(*(tuple(p.coords[0]) for p in nearest_points(tiles[s], tiles[g]))))
    ends = []
    for stations in (starts, goals):
        row = []
        for corner in corners:
            near = (nearest_points(tiles[s], shapely.Point(corner))[0].coords[0] for s in stations)
            row.append(min(leg(tuple(point), corner) if tuple(point) != corner else 0.0 for point in near))
        ends.append(row)
    far, todo = list(ends[0]), set(range(len(corners)))
    while todo:
        k = min(todo, key=far.__getitem__)
        todo.discard(k)
        if far[k] >= best:
            break
        best = min(best, far[k] + ends[1][k])
        for n in todo:
            if far[k] + math.dist(corners[k], corners[n]) < far[n]:
                far[n] = min(far[n], far[k] + leg(corners[k], corners[n]))
    return best


def crowded(seed, field=None):
    """A table with many stations that are full for company A, and a few with room."""
    players = 3 if field is None and seed % 3 == 0 else 4
    state = at_turn(table(players, fields=field), 0, turn=players)
    rng = Generator(seed)
    for k in range(34):
        tile = any_place(state.table, rng)
        if tile is None:
            break
        reached = () if k % 11 == 5 else (1,)
        put(state, "rural", int(tile.x), int(tile.y), int(tile.turn), reached=reached)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("bay", [False, True])
def test_S15_ways_are_the_shortest_and_none_is_missed(bay):
    """Crowded tables: a way is found whenever the plane has one, and is longer by a tenth of a millimetre a bend."""
    lengths = missed = 0
    for seed in range(6 if bay else 14):
        state = crowded(seed, [outlines.drawn(BAY, 4)] if bay else None)
        ground = state.table
        for goal in range(1, len(ground.tiles)):
            if ground.is_full_for(goal, 0):
                continue
            exact = shortest(state, 0, [0], [goal])
            line = way_to(ground, 0, goal, 1 << 40)
            if exact == math.inf:
                assert line is None
                missed += 1
                continue
            size = line.length() / 1024
            assert exact - 0.5 <= size <= exact + 2.5 * len(line.xs), (seed, goal)
            lengths += 1
            if size <= 6000:
                assert state.judge(line, True).fault == 0
            limit = math.ceil(exact) - 2
            assert way_to(ground, 0, goal, limit * 1024) is None
    assert lengths > 20


@pytest.mark.slow
def test_S15_a_string_is_given_up_exactly_if_there_is_no_way():
    given_up = 0
    for seed in range(40):
        state = crowded(seed)
        state.long[0] = 0
        goals = [s for s in range(1, len(state.table.tiles)) if not state.table.is_full_for(s, 0)]
        exact = shortest(state, 0, [0], goals)
        if 2990 < exact < 3000:
            continue
        assert allowed(state, {"type": "give_up"}) == (exact > 3000), seed
        number = state.sample(0, Generator(seed))
        assert (number == codes.GIVE_UP) == (exact > 3000), seed
        given_up += exact > 3000
    assert given_up


@pytest.mark.slow
def test_S15_a_way_to_any_station_of_a_full_table_takes_under_30_ms(full_table):
    state, _ = full_table
    worst = 0.0
    for crowd in (state, crowded(1), crowded(2, [outlines.drawn(BAY, 4)])):
        for station in range(len(crowd.table.tiles)):
            began = time.process_time()
            GAME.suggest(crowd, 0, {"stations": [station]})
            worst = max(worst, time.process_time() - began)
    assert worst < 0.03


@pytest.mark.parametrize("company", [0, 1, 2])
def test_S15_a_way_begins_inside_where_a_base_sticks_out_of_its_corner(company):
    """A triangle's bases stick out; the nearest point of such a tile may lie outside."""
    state = at_turn(table(3), company, turn=3 + company)
    ground = state.table
    xs, ys = ring_of(state)
    middle = sum(xs[:3]) // 3, sum(ys[:3]) // 3
    mark = int(ground.tiles[company].x), int(ground.tiles[company].y)
    for k in range(3):
        # Beside the base, along an edge of the triangle or towards its middle.
        x, y = ((a * 3 + b + c) // 5 for a, b, c in zip(mark, (xs[k], ys[k]), middle, strict=True))
        goal = put(state, "central", x, y, turn=k)
        line = way_to(ground, company, goal, 1 << 40)
        exact = shortest(state, company, [company], [goal])
        assert exact - 0.5 <= line.length() / 1024 <= exact + 5
        assert state.judge(line, True).fault == 0
        assert way_to(ground, company, goal, (math.ceil(exact) - 2) * 1024) is None
        state = at_turn(table(3), company, turn=3 + company)
        ground = state.table


def test_S10_what_may_lie_is_what_is_judged_without_a_fault():
    state = at_turn(table(river=[(500, 5990), (500, 5500)]), 0)
    put(state, "central", 1500, 5800)
    for points in ([(200, 5800), (1500, 5800)], [(200, 5800), (1000, 5800)], [(1500, 5800), (1500, 5100)]):
        line = line_through(points, False)
        assert state.may_lie(line, False) == (state.judge(line, False).fault == 0)
