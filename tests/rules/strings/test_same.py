"""The same on every machine and in every build: what chance lays, what is found, planned and observed.

A record names a ready-made layout by a number, so its river and mountains may never change under one version of the
rules. The digests are of whole coordinates; whoever changes a search on purpose writes the new ones down.
"""

from __future__ import annotations

import hashlib

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes, outlines, setup
from branchline.games.strings.rules.lay import any_rail
from branchline.games.strings.rules.mountains import find_mountains
from branchline.games.strings.rules.place import any_place
from branchline.games.strings.rules.planning.places import best_place, best_rail, first_kind, places, plain_planner
from branchline.games.strings.rules.planning.planner import Planner
from branchline.games.strings.rules.planning.polish import polished
from branchline.games.strings.rules.river import find_river
from branchline.games.strings.rules.room import Room
from branchline.games.strings.rules.ways import any_way, way_through, way_to
from tests.rules.strings.tables import at_turn, found, put, table
from tests.rules.strings.test_route import BAY

STRIP = [(0, 0), (11_200, 0), (11_200, 740), (0, 740)]


def digest(*things) -> str:
    return hashlib.sha256(repr(things).encode()).hexdigest()[:12]


def points(line):
    return None if line is None else [(int(x), int(y)) for x, y in zip(line.xs, line.ys, strict=True)]


def corners(tile):
    return None if tile is None else (points(tile.line), int(tile.x), int(tile.y), int(tile.turn))


@pytest.mark.parametrize(("companies", "expected"), [(3, "de55213201e0"), (4, "d546a630fc50"), (5, "5ee45f4c428c")])
def test_S4_fields_and_ready_made_layouts(companies, expected):
    fields = outlines.standard(companies)
    laid = []
    for k in (0, 1, 77, 1 << 29):
        state = setup.new_state(companies, list(fields), False, True, False, False, 38)
        setup.lay_ready_made(state, k)
        laid.append((points(state.table.river), points(state.table.mountains)))
    rings = [(points(field.ring), [corners(mark) for mark in field.marks]) for field in fields]
    assert digest(rings, laid) == expected


@pytest.mark.parametrize(
    ("name", "outline", "expected"),
    [
        ("bay", BAY, "360e50cf42db"),
        ("strip", STRIP, "cb15b976fb8a"),
        ("circle", None, "e05a5f91e1bd"),
        ("oval", None, "c4f4925205a6"),
    ],
)
def test_S22_free_fields_with_their_marks_rivers_and_mountains(name, outline, expected):
    field = outlines.drawn(outlines.scaled(outline), 4) if outline else outlines.named(name, 5, 120)
    found = [points(field.ring), [corners(mark) for mark in field.marks], points(field.river), points(field.mountains)]
    more = [
        (points(find_river(field, Generator(seed))), points(find_mountains(field, Generator(seed))))
        for seed in range(3)
    ]
    assert digest(found, more) == expected


def positions():
    """Two tables in the middle of a game, and one in a bay with full stations and a terminal."""
    yield at_turn(found("three-players-28", 3), 0, turn=9)
    yield at_turn(found("four-players-4", 4), 1, turn=1)
    state = at_turn(table(fields=[outlines.drawn(BAY, 4)], river=[(1000, 4500), (1500, 800), (5200, 900)]), 0)
    put(state, "central", 2200, 2400, turn=1, reached=(0,))
    put(state, "rural", 2000, 1200, turn=2, reached=(1,))
    put(state, "terminal", 3300, 700)
    put(state, "city", 4500, 1400, turn=4, owner=2, reached=(2,))
    put(state, "yard", 5200, 2600, turn=5)
    yield state


EXPECTED = ["0c18b6568a4e", "c36194a18621", "337b2eda163c"]


@pytest.mark.parametrize("number", range(3))
def test_S15_ways_and_places_that_are_found(number):
    ground = list(positions())[number].table
    ways = [points(way_to(ground, 0, station, 1 << 40)) for station in range(len(ground.tiles))]
    through = [points(way_through(ground, 0, [0, a, b], 1 << 40)) for a, b in ((4, 5), (5, 1), (2, 4))]
    spots = [
        corners(Room(ground).nearest(x, y, turn)) for x, y, turn in ((3000, 3000, 3), (500, 700, -1), (-50, 9000, 8))
    ]
    free = [corners(any_place(ground, Generator(seed))) for seed in range(4)]
    assert digest(ways, through, spots, free, points(any_way(ground, 1, 1 << 40))) == EXPECTED[number]


PLANNED = ["35e60aca61cf", "f31b21eb2d17", "a0e017dbbeff"]


@pytest.mark.parametrize("number", range(3))
def test_rails_and_places_that_are_planned(number):
    state = list(positions())[number]
    company = state.company()
    said = []
    for expert, long in ((False, False), (True, True)):
        planner = Planner(6, 6, 120, 300, expert, False)
        for rail in planner.rails(state.table, company, long)[:4]:
            better = polished(planner, state.table, company, rail)
            for each in (rail, better):
                said.append((points(each.line), int(each.value), int(each.mask), [int(s) for s in each.stops]))
    said += [points(any_rail(state.table, company, strings, Generator(7))) for strings in (1, 2, 3)]
    best = best_rail(state, state.table, plain_planner(state, 4))
    said.append((points(best.line), int(best.value), best.long))
    state.phase = codes.PLACE
    state.hand[8], state.hand[3], state.hand[5] = 1, 1, 1
    assert first_kind(state) == 5, "two points for its placer; a transit station brings nothing, a rural one point"
    said += [corners(tile) for tile in places(state, plain_planner(state, 3), 6, Generator(3))]
    said.append(corners(best_place(state, 5, plain_planner(state, 3), 3, Generator(4))))
    assert digest(said) == PLANNED[number]


OBSERVED = ["129c90dad0f5", "99c77a83fe77", "eecb04355ede"]


@pytest.mark.parametrize("number", range(3))
def test_what_is_observed(number):
    state = list(positions())[number]
    state.hand, state.aside = vec[i64]([0, 1, 0, 0, 2, 0, 0, 0, 1, 0]), 3
    assert digest([int(value) for value in GAME.observe(state, 0)]) == OBSERVED[number]
