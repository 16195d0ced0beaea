"""S9: a station is set aside only if it provably fits nowhere."""

from __future__ import annotations

import random
import time

import pytest

from branchline.core.generator import Generator
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.field import Field
from branchline.games.strings.rules.lines import line_through
from branchline.games.strings.rules.place import any_place, blocking_station, fault, fits_somewhere
from branchline.games.strings.rules.room import Room
from branchline.games.strings.rules.table import Table
from branchline.games.strings.rules.tiles import tile_at
from tests.rules.strings.tables import allowed, at_turn, found, old_rail, put, refused, small_field, table


def test_S9_a_station_is_not_set_aside_where_it_fits_between_the_points_of_a_grid():
    state = at_turn(found("three-players-28", 3), 0, codes.PLACE, turn=9)
    state.hand[1] = 1
    assert allowed(state, {"type": "place", "kind": "central", "x": 2727, "y": 2454, "turn": 2})
    assert refused(state, {"type": "aside", "kind": "central"}).code == "strings.no_aside"
    seat = int(state.company())
    assert GAME.view(state, seat).choices.aside is False
    number = state.sample(seat, Generator(1))
    assert number >= codes.SHAPE
    assert state.allows(seat, number)


def slot(width, slant=0):
    """A small table that is one slot between two rails, so wide, anywhere else full of strings."""
    state = at_turn(table(fields=[small_field(2000)]), 0, codes.PLACE, turn=4)
    for k in range(1, 8):
        for y in (750 - 100 * k, 750 + width + 100 * k):
            old_rail(state, 1, [(1, y), (1999, y)])
    old_rail(state, 1, [(1, 750), (1999, 750 + slant)])
    old_rail(state, 1, [(1, 750 + width), (1999, 750 + width + slant)])
    state.hand[1] = 1
    return state


@pytest.mark.parametrize("slant", [0, 3, 30])
def test_S9_a_slot_that_is_just_wide_enough(slant):
    fits = slot(420 if slant == 0 else 428, slant)
    assert Room(fits.table).somewhere() is not None
    assert not allowed(fits, {"type": "aside", "kind": "central"})
    tight = slot(419, slant)
    assert Room(tight.table).somewhere() is None
    assert allowed(tight, {"type": "aside", "kind": "central"})


def small_table(chance):
    """A field hardly larger than a station, with a string or two in it."""
    ground = Table()
    while ground.field is None:
        side = chance.randrange(430, 560)
        corners = [(0, 0), (side, 0), (side, side), (0, side)]
        ring = line_through([(x + chance.randrange(60), y + chance.randrange(60)) for x, y in corners], True)
        if ring.self_contact() < 0:
            ground.field = Field(ring, [], 100, False)
    for _ in range(chance.randrange(2)):
        x = chance.choice([chance.randrange(30), side - chance.randrange(30)])
        ground.add_rail(line_through([(x, 5), (x + 1, side - 5)], False), 0, False)
    return ground


@pytest.mark.slow
def test_S9_room_is_what_a_search_of_all_places_finds():
    """60 small fields, every lattice point in every turn."""
    chance = random.Random(3)
    full = 0
    for _ in range(60):
        ground = small_table(chance)
        ring = ground.ground().ring
        places = [
            (x, y, turn)
            for x in range(int(ring.left) + 190, int(ring.right) - 189)
            for y in range(int(ring.top) + 190, int(ring.bottom) - 189)
            for turn in range(6)
            if fault(ground, tile_at(x, y, turn)) == 0
        ]
        place = Room(ground).somewhere()
        assert (place is not None) == bool(places)
        full += not places
        near = Room(ground).nearest(100, 350, -1)
        if places:
            best = min((x - 100) ** 2 + (y - 350) ** 2 for x, y, _ in places)
            assert (near.x - 100) ** 2 + (near.y - 350) ** 2 == best
            assert fault(ground, place) == 0
    assert 10 < full < 50


def test_S9_the_nearest_place_is_in_the_turn_that_was_asked_for():
    state = at_turn(table(), 0, codes.PLACE, turn=4)
    state.hand[4] = 1
    put(state, "central", 3000, 3000)
    (move,) = GAME.suggest(state, 0, {"near": [3100, 3000], "turn": 9})
    assert (int(move.payload.tile.turn), int(move.payload.kind)) == (9, 4)
    assert state.allows(0, move.number, move.payload)
    (same,) = GAME.suggest(state, 0, {"near": [1234, 2345], "turn": 5})
    assert (int(same.payload.tile.x), int(same.payload.tile.y)) == (1234, 2345), "it stays where it fits"
    (inside,) = GAME.suggest(state, 0, {"near": [-15000, 19000], "turn": 0})
    assert state.allows(0, inside.number, inside.payload)


@pytest.mark.slow
def test_S9_near_finds_a_place_whenever_there_is_one_in_under_30_ms(full_table):
    state, _ = full_table
    state = at_turn(state, 0, codes.PLACE, turn=4)
    state.hand[1] = 1
    worst = 0.0
    rng = Generator(5)
    for turn in range(0, 24, 4):
        for x, y in ((3000, 3000), (300, 300), (5900, 100), (1000, 5000)):
            began = time.process_time()
            (move,) = GAME.suggest(state, 0, {"near": [x, y], "turn": turn})
            worst = max(worst, time.process_time() - began)
            assert state.allows(0, move.number, move.payload)
    assert any_place(state.table, rng) is not None or move.number < codes.SHAPE
    assert worst < 0.03


def test_S9_what_was_found_once_is_remembered_and_looked_at_again_when_it_is_covered():
    state = at_turn(table(fields=[small_field(1700)]), 0, codes.PLACE, turn=4)
    ground = state.table
    assert fits_somewhere(ground)
    spot = ground.spot
    ground.add_rail(line_through([(1, 5), (1699, 6)], False), 1, False)
    assert fits_somewhere(ground)
    assert ground.spot is spot, "nothing lies there yet"
    ground.add_station(spot, 1, -1, 0)
    again = fits_somewhere(ground)
    assert again == (Room(ground).somewhere() is not None)
    assert ground.spot is not spot
    copy = state.clone()
    assert fits_somewhere(copy.table) == again
    full = slot(419)
    assert any_place(full.table, Generator(1)) is None
    assert full.table.crowded
    assert any_place(full.table, Generator(1)) is None
    assert not fits_somewhere(full.table)
    assert not full.clone().table.crowded, "a copy looks by itself"


def test_S9_the_station_in_the_way_is_named():
    state = at_turn(table(), 0, codes.PLACE, turn=4)
    first = put(state, "central", 3000, 3000)
    assert blocking_station(state.table, tile_at(3409, 3000, 0)) == first
    assert blocking_station(state.table, tile_at(3410, 3000, 0)) == -1
